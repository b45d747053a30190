#include <musa_bf16.h>
#include <musa_fp16.h>
#include <cstdint>

// Nothing here includes the headers that the C++ needs.
__global__ void kernel(uint16_t *h, uint32_t *packed, float x) {
  h[0] = __half_as_ushort(__float2half_rn(x));
  h[1] = __half_as_ushort(__float2half_rn((x + 1)));
  packed[0] = __bfloat16_as_ushort(__hfma(__ushort_as_bfloat16((unsigned short)(packed[1])), __ushort_as_bfloat16((unsigned short)(packed[1])), __ushort_as_bfloat16((unsigned short)(packed[1])))) | (unsigned)__bfloat16_as_ushort(__hfma(__ushort_as_bfloat16((unsigned short)((unsigned)(packed[1]) >> 16)), __ushort_as_bfloat16((unsigned short)((unsigned)(packed[1]) >> 16)), __ushort_as_bfloat16((unsigned short)((unsigned)(packed[1]) >> 16)))) << 16;
}

int main() {}
