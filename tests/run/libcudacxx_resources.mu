// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// libcu++'s references to streams and to memory, of a pool of the program's own.
// MCC: -std=c++17
// MCC: -std=c++20
#include "check.h"

#define LIBCUDACXX_ENABLE_EXPERIMENTAL_MEMORY_RESOURCE
#include <musa/memory_resource>
#include <musa/stream_ref>

#include <type_traits>

static_assert(!std::is_constructible_v<musa::stream_ref, int>);
static_assert(!std::is_constructible_v<musa::stream_ref, std::nullptr_t>);
static_assert(std::is_convertible_v<musaStream_t, musa::stream_ref>);

/// Counts what it gives.
class Pool {
public:
  void *allocate(size_t bytes, size_t) {
    void *memory = nullptr;
    CHECK_MUSA(musaMallocManaged(&memory, bytes));
    ++given;
    return memory;
  }
  void deallocate(void *memory, size_t, size_t) {
    CHECK_MUSA(musaFree(memory));
    --given;
  }
  void *allocate_async(size_t bytes, size_t alignment, musa::stream_ref stream) {
    last = stream;
    return allocate(bytes, alignment);
  }
  void deallocate_async(void *memory, size_t bytes, size_t alignment, musa::stream_ref stream) {
    stream.wait();
    deallocate(memory, bytes, alignment);
  }
  bool operator==(const Pool &other) const { return this == &other; }
  bool operator!=(const Pool &other) const { return this != &other; }
  friend void get_property(const Pool &, musa::mr::device_accessible) noexcept {}
  friend void get_property(const Pool &, musa::mr::host_accessible) noexcept {}

  int given = 0;
  musa::stream_ref last;
};
static_assert(musa::has_property<Pool, musa::mr::device_accessible>);

__global__ void fill(int *x, int value) { x[threadIdx.x] = value; }

using Memory = musa::mr::async_resource_ref<musa::mr::device_accessible, musa::mr::host_accessible>;

int sumOf(Memory resource, musa::stream_ref stream) {
  auto *x = static_cast<int *>(resource.allocate_async(32 * sizeof(int), 16, stream));
  fill<<<1, 32, 0, stream.get()>>>(x, 3);
  stream.wait();
  int sum = 0;
  for (int i = 0; i < 32; ++i)
    sum += x[i];
  resource.deallocate_async(x, 32 * sizeof(int), 16, stream);
  return sum;
}

int main() {
  musaStream_t stream = nullptr;
  CHECK_MUSA(musaStreamCreate(&stream));
  Pool pool, other;
  CHECK_EQUAL(sumOf(pool, stream), 96);
  CHECK(pool.given == 0 && pool.last == musa::stream_ref(stream));
  CHECK(Memory(pool) == Memory(pool) && Memory(pool) != Memory(other));
  musa::mr::resource_ref<musa::mr::device_accessible> plain = pool;
  void *memory = plain.allocate(64);
  CHECK_EQUAL(pool.given, 1);
  plain.deallocate(memory, 64);

  const musa::stream_ref reference = stream;
  CHECK(reference.ready() && reference.get() == stream && reference != musa::stream_ref());
  CHECK_MUSA(musaStreamDestroy(stream));
  bool failed = false;
  try {
    reference.wait();
  } catch (const musa::cuda_error &) {
    failed = true;
  }
  CHECK(failed);
  CHECK_EQUAL(musaGetLastError(), musaSuccess);
  return CHECK_RESULT();
}
