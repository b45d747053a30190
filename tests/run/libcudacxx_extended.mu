// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What libcu++ has beyond the standard and is not in a test of its own: named results, hints to the
// cache; and the standard's ways to wait.
// MCC:
// MCC: -O0
// MCC: -O2 -std=c++20
#include "check.h"
#include "managed.h"

#include <musa/annotated_ptr>
#include <musa/discard_memory>
#include <musa/functional>
#include <musa/std/atomic>
#include <musa/std/barrier>
#include <musa/std/ccomplex>
#include <musa/std/latch>
#include <musa/std/semaphore>
#include <musa/version>

constexpr int threads = 64;

struct Named {
  int value;
  __host__ __device__ int plus(int more) const { return value + more; }
};

/// Fills 8 values.
__host__ __device__ void compute(long long *out) {
  const auto half = musa::proclaim_return_type<long long>([](int x) { return x / 2.0; });
  static_assert(musa::std::is_same_v<decltype(half(1)), long long>);
  out[0] = half(9);
  auto counts = musa::proclaim_return_type<int>([count = 0]() mutable { return ++count; });
  counts();
  out[1] = counts();
  const auto member = musa::proclaim_return_type<int>(&Named::plus);
  out[2] = member(Named{40}, 2);
  out[3] = musa::proclaim_return_type<int>([](int &&x) { return x; })(3);

  using property = musa::access_property;
  Named values[4] = {{1}, {2}, {3}, {4}};
  musa::annotated_ptr<Named, property::streaming> p(values);
  p[1].value = 20;
  const musa::annotated_ptr<const Named, property> q(p), none;
  const musa::annotated_ptr<Named, property> later(values + 3,
                                                   property(property::persisting{}, 0.5f));
  out[4] = q[1].value + p->value + (*later).value + (none ? 100 : 0);
  out[5] = (later - musa::annotated_ptr<Named, property>(p)) + (q.get() == values ? 10 : 0);
  out[6] = musa::associate_access_property(values, property::normal{})->value;
  musa::apply_access_property(values, sizeof values, property::persisting{});
  musa::discard_memory(values + 1, sizeof values[1]);
  const property parts(values, 16, 64, property::persisting{}, property::streaming{});
  out[7] = sizeof parts;
}
__global__ void onDevice(long long *out) { compute(out); }

__global__ void wait(int *out) {
  __shared__ musa::std::barrier<> barrier;
  __shared__ musa::std::latch latch;
  __shared__ musa::std::binary_semaphore one;
  __shared__ int sum, values[threads];
  const int i = static_cast<int>(threadIdx.x);
  if (i == 0) {
    init(&barrier, threads);
    init(&latch, threads);
    init(&one, 1);
    sum = 0;
  }
  __syncthreads();
  values[i] = i;
  barrier.arrive_and_wait();
  const int next = values[(i + 1) % threads];
  one.acquire();
  sum += next; // one after the other
  one.release();
  latch.arrive_and_wait();
  out[i] = sum + next;
}

int main() {
  Managed<long long> values(8);
  onDevice<<<1, 1>>>(values.data);
  CHECK_MUSA(musaDeviceSynchronize());
  long long host[8];
  compute(host);
  const long long wanted[8] = {4, 2, 42, 3, 25, 13, 1, 1};
  for (int i = 0; i < 8; ++i) {
    CHECK_EQUAL(values[i], wanted[i]);
    CHECK_EQUAL(host[i], wanted[i]);
  }
  static_assert(musa::std::counting_semaphore<5>::max() == 5);
  Managed<int> out(threads);
  wait<<<1, threads>>>(out.data);
  CHECK_MUSA(musaDeviceSynchronize());
  for (int i = 0; i < threads; ++i)
    CHECK_EQUAL(out[i], threads * (threads - 1) / 2 + (i + 1) % threads);
  return CHECK_RESULT();
}
