#include <cuda_fp16.h>
#ifdef USE_BFLOAT16
#include <cuda_bf16.h>
#endif

__global__ void kernel(unsigned short *h, float x) {
  asm("cvt.rn.f16.f32 %0, %1;" : "=h"(h[0]) : "f"(x));
  asm("cvt.rn.bf16.f32 %0, %1;" : "=h"(h[1]) : "f"(x));
}
