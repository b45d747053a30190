// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// CUB in a namespace of the program's own, behind Thrust's complex numbers, as in PyTorch.
#include <thrust/complex.h>

#define CUB_NS_PREFIX namespace own {
#define CUB_NS_POSTFIX }
#define CUB_NS_QUALIFIER ::own::cub
#include <cub/cub.cuh>

void all(void *memory, size_t bytes, float *in, float *out, int n) {
  own::cub::DeviceRadixSort::SortKeys(memory, bytes, in, out, n);
}
