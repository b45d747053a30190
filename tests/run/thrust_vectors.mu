// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Thrust's vectors, copies, policies and streams.
#include "cub_test.h"

#include <thrust/copy.h>
#include <thrust/device_free.h>
#include <thrust/device_malloc.h>
#include <thrust/device_ptr.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/fill.h>
#include <thrust/host_vector.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/system/musa/execution_policy.h>
#include <thrust/system/musa/experimental/pinned_allocator.h>
#include <thrust/transform.h>
#include <thrust/universal_vector.h>

#include <list>
#include <numeric>

namespace {

struct Pair {
  int a;
  double b;
};
struct Twice {
  __host__ __device__ int operator()(int x) const { return 2 * x; }
};

void vectors() {
  thrust::host_vector<int> h(1000);
  thrust::sequence(h.begin(), h.end());
  thrust::device_vector<int> d = h;
  musaPointerAttributes attributes;
  CHECK_MUSA(musaPointerGetAttributes(&attributes, thrust::raw_pointer_cast(d.data())));
  CHECK(attributes.type == musaMemoryTypeDevice);
  CHECK_EQUAL(static_cast<int>(d[10]), 10);
  d[10] = 77;
  d[11] = d[12];
  h = d;
  CHECK_EQUAL(h[10], 77);
  CHECK_EQUAL(h[11], 12);
  d.push_back(5);
  d.insert(d.begin(), 3);
  d.erase(d.begin() + 1);
  CHECK_EQUAL(d.size(), 1001U);
  CHECK_EQUAL(static_cast<int>(d.front()), 3);
  CHECK_EQUAL(static_cast<int>(d.back()), 5);
  d.resize(2000, 9);
  CHECK_EQUAL(static_cast<int>(d[1999]), 9);
  const std::vector<int> standard(d.begin(), d.begin() + 3);
  CHECK_EQUAL(standard[1], 1);
  thrust::device_vector<int> from(standard.begin(), standard.end());
  CHECK(from == thrust::device_vector<int>(standard));
  thrust::device_vector<Pair> structs(10, Pair{1, 2.5});
  CHECK_EQUAL(static_cast<Pair>(structs[9]).b, 2.5);
  thrust::device_vector<int> empty;
  CHECK(empty.empty());
  CHECK_EQUAL(thrust::reduce(empty.begin(), empty.end(), 4), 4);
}

void copies() {
  const std::list<int> list = {4, 5, 6};
  thrust::device_vector<int> d(3);
  thrust::copy(list.begin(), list.end(), d.begin());
  CHECK_EQUAL(static_cast<int>(d[2]), 6);
  thrust::device_vector<double> wider(3);
  thrust::copy(d.begin(), d.end(), wider.begin());
  CHECK_EQUAL(static_cast<double>(wider[1]), 5.0);
  thrust::host_vector<float> narrow(3);
  thrust::copy(wider.begin(), wider.end(), narrow.begin());
  CHECK_EQUAL(narrow[0], 4.0f);
  thrust::copy_n(d.begin(), 2, narrow.begin() + 1);
  CHECK_EQUAL(narrow[2], 5.0f);
  thrust::universal_vector<int> u(4, 8);
  thrust::transform(thrust::device, u.begin(), u.end(), u.begin(), Twice());
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_EQUAL(u[3], 16);
}

/// Counts what is asked of it.
struct Counting {
  using value_type = char;
  int *allocations;
  char *allocate(std::ptrdiff_t n) {
    ++*allocations;
    char *p = nullptr;
    CHECK_MUSA(musaMalloc(&p, static_cast<size_t>(n)));
    return p;
  }
  void deallocate(char *p, size_t) { CHECK_MUSA(musaFree(p)); }
};

void policies() {
  int *raw = nullptr;
  CHECK_MUSA(musaMalloc(&raw, 100 * sizeof(int)));
  thrust::device_ptr<int> p(raw);
  thrust::fill(p, p + 100, 3);
  CHECK_EQUAL(thrust::reduce(p, p + 100), 300);
  thrust::sequence(thrust::device, raw, raw + 100);
  CHECK_EQUAL(thrust::reduce(thrust::device, raw, raw + 100), 4950);
  musaStream_t stream;
  CHECK_MUSA(musaStreamCreate(&stream));
  thrust::transform(thrust::musa::par.on(stream), raw, raw + 100, raw, Twice());
  CHECK_EQUAL(thrust::reduce(thrust::musa::par.on(stream), raw, raw + 100), 9900);
  thrust::fill(thrust::musa::par_nosync.on(stream), raw, raw + 100, 1);
  CHECK_MUSA(musaStreamSynchronize(stream));
  CHECK_EQUAL(thrust::reduce(thrust::musa::par, raw, raw + 100), 100);
  int allocations = 0;
  Counting counting{&allocations};
  const std::vector<int> unsorted = numbers(100, 1000);
  thrust::copy(unsorted.begin(), unsorted.end(), p);
  const auto policy = thrust::musa::par(counting).on(stream);
  thrust::sort(policy, p, p + 100);
  CHECK(allocations > 0);
  CHECK(thrust::is_sorted(p, p + 100));
  allocations = 0;
  CHECK_EQUAL(thrust::reduce(policy, p, p + 100),
              std::accumulate(unsorted.begin(), unsorted.end(), 0));
  CHECK(allocations > 0);
  allocations = 0;
  thrust::inclusive_scan(policy, p, p + 100, p);
  CHECK(allocations > 0);
  CHECK_MUSA(musaStreamDestroy(stream));
  CHECK_MUSA(musaFree(raw));
  std::vector<int> host = {3, 1, 2};
  thrust::sort(thrust::host, host.begin(), host.end());
  CHECK_EQUAL(host[0], 1);
  thrust::sort(thrust::seq, host.begin(), host.end(), thrust::greater<int>());
  CHECK_EQUAL(host[0], 3);
  thrust::device_ptr<int> m = thrust::device_malloc<int>(5);
  thrust::fill(m, m + 5, 2);
  CHECK_EQUAL(static_cast<int>(m[4]), 2);
  thrust::device_free(m);
}

__global__ void sequentialInside(int *data, int n) {
  thrust::sort(thrust::seq, data, data + n);
  data[0] = thrust::reduce(thrust::seq, data, data + n);
}

void deviceSide() {
  thrust::device_vector<int> d(std::vector<int>{5, 3, 9, 1});
  sequentialInside<<<1, 1>>>(thrust::raw_pointer_cast(d.data()), 4);
  CHECK_EQUAL(static_cast<int>(d[0]), 18);
  CHECK_EQUAL(static_cast<int>(d[3]), 9);
}

} // namespace

int main() {
  thrust::host_vector<int, thrust::musa::experimental::pinned_allocator<int>> pinned(3, 4);
  musaPointerAttributes attributes;
  CHECK_MUSA(musaPointerGetAttributes(&attributes, pinned.data()));
  CHECK_EQUAL(static_cast<int>(attributes.type), static_cast<int>(musaMemoryTypeHost));
  CHECK_EQUAL(pinned[2], 4);
  // As programs name the allocator's resource that they write themselves.
  namespace detail = thrust::system::musa::detail;
  detail::musa_memory_resource<detail::musaMallocManaged, musaFree, thrust::musa::pointer<void>>
      managed;
  const auto memory = managed.do_allocate(16, 16);
  CHECK_MUSA(musaPointerGetAttributes(&attributes, memory.get()));
  CHECK_EQUAL(static_cast<int>(attributes.type), static_cast<int>(musaMemoryTypeManaged));
  managed.do_deallocate(memory, 16, 16);

  vectors();
  copies();
  policies();
  deviceSide();
  return CHECK_RESULT();
}
