// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CUB in a namespace of the program's, chosen after its version was asked for, with and without its
// qualifier; and by the macro that a build may define.
// MCC:
// MCC: -DWITHOUT_QUALIFIER
// MCC: -DCUB_WRAPPED_NAMESPACE=own
#include <cub/version.cuh>

#if CUB_VERSION >= 101301 && !defined(CUB_WRAPPED_NAMESPACE)
#define CUB_NS_PREFIX namespace own {
#define CUB_NS_POSTFIX }
#ifndef WITHOUT_QUALIFIER
#define CUB_NS_QUALIFIER ::own::cub
#endif
#endif
#include <cub/cub.cuh>

#include "check.h"

/// Another library's.
namespace cub {
struct DeviceReduce;
}

__global__ void sum(const int *in, int *out) {
  using Reduce = own::cub::BlockReduce<int, 64>;
  __shared__ Reduce::TempStorage storage;
  const int total = Reduce(storage).Sum(in[threadIdx.x]);
  if (threadIdx.x == 0)
    *out = total;
}

int main() {
  int *numbers = nullptr;
  CHECK_MUSA(musaMallocManaged(&numbers, 66 * sizeof(int)));
  for (int i = 0; i < 64; ++i)
    numbers[i] = i;
  sum<<<1, 64>>>(numbers, numbers + 64);
  size_t bytes = 0;
  CHECK_MUSA(own::cub::DeviceReduce::Sum(nullptr, bytes, numbers, numbers + 65, 64));
  void *storage = nullptr;
  CHECK_MUSA(musaMalloc(&storage, bytes));
  CHECK_MUSA(own::cub::DeviceReduce::Sum(storage, bytes, numbers, numbers + 65, 64));
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_EQUAL(numbers[64], 2016);
  CHECK_EQUAL(numbers[65], 2016);
  return CHECK_RESULT();
}
