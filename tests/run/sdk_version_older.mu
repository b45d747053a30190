// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A setting names another SDK: its headers have no masks of comparisons, and the runtime says so
// too.
// MCC: -DMUSAPORT_SDK_VERSION=30100
// ENV: MUSA_HOST_SDK_VERSION=30100
#include "check.h"

#include <musa.h>
#include <musa_fp16.h>

#if defined(MUSART_VERSION) && MUSART_VERSION < 40300
static __device__ __forceinline__ unsigned __hgt2_mask(const half2 a, const half2 b) {
  return __hgt(__low2half(a), __low2half(b)) * 0x0000ffffu +
         __hgt(__high2half(a), __high2half(b)) * 0xffff0000u;
}
#endif
static __device__ unsigned (*address())(half2, half2) { return __hgt2_mask; }

__global__ void masks(unsigned *out) {
  *out = address()(__floats2half2_rn(1, 4), __floats2half2_rn(3, 2));
}

int main() {
  unsigned *out = nullptr;
  CHECK_MUSA(musaMallocManaged(&out, sizeof *out));
  masks<<<1, 1>>>(out);
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_EQUAL(*out, 0xffff0000u);
  int version = 0;
  CHECK_MUSA(musaRuntimeGetVersion(&version));
  CHECK_EQUAL(version, 30100);
  CHECK_EQUAL(MUSA_VERSION, 30100);
  void *found = nullptr;
  CHECK_EQUAL(muGetProcAddress("muInit", &found, 40300, 0, nullptr), MUSA_ERROR_NOT_FOUND);
  CHECK_EQUAL(muGetProcAddress("muInit", &found, 30100, 0, nullptr), MUSA_SUCCESS);
  return CHECK_RESULT();
}
