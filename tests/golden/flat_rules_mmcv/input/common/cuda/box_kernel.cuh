#ifndef BOX_KERNEL_CUH
#define BOX_KERNEL_CUH

#ifdef MMCV_USE_PARROTS
#include "parrots_cuda_helper.hpp"
#else
#include "pytorch_cuda_helper.hpp"
#endif

// x goes from 0 to n
#define CUDA_1D_KERNEL_LOOP(i, n)                              \
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < (n); \
       i += blockDim.x * gridDim.x)

template <typename T>
__global__ void box_area_cuda_kernel(const int n, const T *boxes, T *areas) {
  CUDA_1D_KERNEL_LOOP(i, n) { areas[i] = boxes[2 * i] * boxes[2 * i + 1]; }
}

#endif  // BOX_KERNEL_CUH
