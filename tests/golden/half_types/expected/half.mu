#include <musa_bf16.h>
#include <musa_fp16.h>
#include <musa_fp8.h>

__global__ void convert(const __half *in, __mt_bfloat16 *out, half2 *pairs) {
  float value = __half2float(in[threadIdx.x]);
  out[threadIdx.x] = __float2bfloat16(value);
  pairs[threadIdx.x] = __hadd2(pairs[0], __floats2half2_rn(value, value));
  mt_bfloat162 two = __mt_bfloat162(out[0], out[1]);
  out[0] = two.x;
  __mt_fp8_e4m3 small(value);
}

#ifdef __MUSA_NO_HALF_OPERATORS__
#error "half needs its operators"
#endif
