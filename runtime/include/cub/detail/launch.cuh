//===- cub/detail/launch.cuh - how the device-wide algorithms run --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUB_LAUNCH_CUH
#define CUB_LAUNCH_CUH

#include "cub/detail/brought_headers.cuh"
#include "cub/util_debug.cuh"
#include <new>

CUB_NAMESPACE_BEGIN

namespace detail {

/// Runs each part of the work in a block of one thread. A GPU would use one thread for each item,
/// but a CPU is faster with few parts that are long sequential loops.
template <typename Body> __global__ void run_parts(Body body) {
  body(static_cast<int>(blockIdx.x));
}

template <typename Body> inline musaError_t launch(int parts, musaStream_t stream, Body body) {
  run_parts<Body><<<static_cast<unsigned>(parts), 1, 0, stream>>>(body);
  return CubDebug(musaPeekAtLastError());
}

/// Divides n items into parts. Only n decides, so results do not depend on the machine.
struct parts_of {
  long long items;
  int count;
  long long size;
  explicit parts_of(long long n, bool sequential = false, long long least = 4096)
      : items(n), count(1), size(n) {
    constexpr long long most = 64;
    if (!sequential && n > least) {
      size = (n + most - 1) / most;
      if (size < least)
        size = least;
      count = static_cast<int>((n + size - 1) / size);
    }
  }
  __host__ __device__ long long first(int part) const { return part * size; }
  __host__ __device__ long long last(int part) const {
    return part + 1 < count ? (part + 1) * size : items;
  }
};

/// The temporary storage of an algorithm, in the caller's memory. An algorithm takes its pieces in
/// the same way on both calls: the one that asks for the size and the one that passes memory.
class workspace {
public:
  explicit workspace(void *memory)
      : memory(reinterpret_cast<char *>((reinterpret_cast<size_t>(memory) + align - 1) / align *
                                        align)),
        given(memory != nullptr) {}
  template <typename T> T *take(long long n) {
    const size_t at = used;
    used += (sizeof(T) * static_cast<size_t>(n > 0 ? n : 0) + align - 1) / align * align;
    return given ? reinterpret_cast<T *>(memory + at) : nullptr;
  }
  /// Whether the algorithm must stop now and return `status`.
  bool answer(size_t &bytes, musaError_t &status) const {
    const size_t needed = used + align;
    status = musaSuccess;
    if (!given)
      bytes = needed;
    else if (bytes < needed)
      status = CubDebug(musaErrorInvalidValue);
    return !given || status != musaSuccess;
  }

private:
  static constexpr size_t align = 256;
  char *memory;
  bool given;
  size_t used = 0;
};

/// Whether both may be the same memory: equal pointers, or other iterators of the same type.
template <typename A, typename B> inline bool same_memory(const A &a, const B &b) {
  if constexpr (std::is_pointer<A>::value && std::is_pointer<B>::value)
    return static_cast<const volatile void *>(a) == static_cast<const volatile void *>(b);
  else
    return !std::is_pointer<A>::value && !std::is_pointer<B>::value && std::is_same<A, B>::value;
}

template <typename T> __device__ inline void construct(T *where, const T &value) {
  ::new (static_cast<void *>(where)) T(value);
}

} // namespace detail

CUB_NAMESPACE_END

#endif // CUB_LAUNCH_CUH
