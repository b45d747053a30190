#pragma once
// A part of a build without CUDA, too.
#if defined(__MUSACC__)
#include <musa_fp16.h>
#endif
#ifdef __MUSACC__
__device__ inline unsigned short half_of(float x) {
  unsigned short h;
  h = __half_as_ushort(__float2half_rn(x));
  return h;
}
#endif
