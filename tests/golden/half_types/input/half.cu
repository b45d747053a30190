#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

__global__ void convert(const __half *in, __nv_bfloat16 *out, half2 *pairs) {
  float value = __half2float(in[threadIdx.x]);
  out[threadIdx.x] = __float2bfloat16(value);
  pairs[threadIdx.x] = __hadd2(pairs[0], __floats2half2_rn(value, value));
  nv_bfloat162 two = __nv_bfloat162(out[0], out[1]);
  out[0] = two.x;
  __nv_fp8_e4m3 small(value);
}

#ifdef __CUDA_NO_HALF_OPERATORS__
#error "half needs its operators"
#endif
