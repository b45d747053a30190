// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The headers are those of the SDK 4.3. What they declare, code for MUSA finds there; code for a
// CUDA version that had it not may define it.
// STDOUT: MUSA 4.3
#include "check.h"

#include <musa.h>
#include <musa_bf16.h>
#include <musa_fp16.h>
#include <musa_port/cuda_level.h>

#if MUSART_VERSION != 40300 || MUSA_VERSION != MUSART_VERSION
#error "not the SDK 4.3"
#endif

#if MUSAPORT_CUDA_LEVEL < 12000
static __device__ __forceinline__ uint32_t __hgt2_mask(const half2 a, const half2 b) {
  return (__low2float(a) > __low2float(b) ? 0x0000ffffu : 0u) |
         (__high2float(a) > __high2float(b) ? 0xffff0000u : 0u) | 0x00010001u;
}
#endif

__global__ void masks(unsigned *out) {
  const half2 a = __floats2half2_rn(1, 4);
  const half2 b = __floats2half2_rn(3, 2);
  out[0] = __hgt2_mask(a, b); // the program's own
  out[1] = __hlt2_mask(a, b);
  out[2] = __hle2_mask(__bfloat162bfloat162(__float2bfloat16(1.0f)), __floats2bfloat162_rn(0, 1));
}

int main() {
  unsigned *out = nullptr;
  CHECK_MUSA(musaMallocManaged(&out, 3 * sizeof *out));
  masks<<<1, 1>>>(out);
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_EQUAL(out[0], 0xffff0001u);
  CHECK_EQUAL(out[1], 0x0000ffffu);
  CHECK_EQUAL(out[2], 0xffff0000u);
  int version = 0;
  CHECK_MUSA(musaRuntimeGetVersion(&version));
  CHECK_EQUAL(version, MUSART_VERSION);
  CHECK_MUSA(musaDriverGetVersion(&version));
  CHECK_EQUAL(version, MUSART_VERSION);
  std::printf("MUSA %d.%d\n", version / 10000, version % 10000 / 100);
  return CHECK_RESULT();
}
