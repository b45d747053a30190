#pragma once
#include <cooperative_groups.h>
#include <device_launch_parameters.h>

namespace cg = cooperative_groups;

template <typename T> __device__ __forceinline__ T warpSum(T value) {
#pragma unroll
  for (int offset = warpSize / 2; offset > 0; offset >>= 1)
    value += __shfl_down_sync(0xffffffffu, value, offset);
  return value;
}

extern __shared__ float scratch[];

__global__ void __launch_bounds__(256, 2) blockSum(const float *__restrict__ in, float *out) {
  auto block = cg::this_thread_block();
  float sum = warpSum(__ldg(&in[threadIdx.x + blockIdx.x * blockDim.x]));
  if (threadIdx.x % warpSize == 0)
    scratch[threadIdx.x / warpSize] = sum;
  __syncthreads();
  if (__any_sync(__activemask(), sum > 0))
    atomicAdd(out, sum);
  long long start = clock64();
  __threadfence_block();
  out[1] = __fmaf_rn(__expf(sum), rsqrtf(sum), start);
  out[2] = __nv_expf(sum);
  block.sync();
}
