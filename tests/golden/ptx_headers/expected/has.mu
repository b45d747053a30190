#include <musa_bf16.h>
#include <musa_fp16.h>
#ifdef USE_BFLOAT16
#include <musa_bf16.h>
#endif

__global__ void kernel(unsigned short *h, float x) {
  h[0] = __half_as_ushort(__float2half_rn(x));
  h[1] = __bfloat16_as_ushort(__float2bfloat16_rn(x));
}
