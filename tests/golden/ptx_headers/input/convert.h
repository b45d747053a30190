#pragma once
// A part of a build without CUDA, too.
#ifdef __CUDACC__
__device__ inline unsigned short half_of(float x) {
  unsigned short h;
  asm("cvt.rn.f16.f32 %0, %1;" : "=h"(h) : "f"(x));
  return h;
}
#endif
