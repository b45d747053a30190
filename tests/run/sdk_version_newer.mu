// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A setting names a later SDK: what the 4.3 declares is there, and the runtime says so too.
// MCC: -DMUSAPORT_SDK_VERSION=50200
// ENV: MUSA_HOST_SDK_VERSION=50200
// STDOUT: MUSA 5.2
#include "check.h"

#include <musa.h>
#include <musa_fp16.h>

#if MUSART_VERSION < 50200 || MUSA_VERSION != MUSART_VERSION
#error "not the SDK 5.2"
#endif

__global__ void mask(unsigned *out) {
#if MUSART_VERSION >= 40300
  *out = __hgt2_mask(__floats2half2_rn(1, 4), __floats2half2_rn(3, 2));
#endif
}

int main() {
  unsigned *out = nullptr;
  CHECK_MUSA(musaMallocManaged(&out, sizeof *out));
  mask<<<1, 1>>>(out);
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_EQUAL(*out, 0xffff0000u);
  int version = 0;
  CHECK_MUSA(musaRuntimeGetVersion(&version));
  CHECK_EQUAL(version, 50200);
  void *found = nullptr;
  CHECK_EQUAL(muGetProcAddress("muInit", &found, 50200, 0, nullptr), MUSA_SUCCESS);
  CHECK_EQUAL(muGetProcAddress("muInit", &found, 50300, 0, nullptr), MUSA_ERROR_NOT_FOUND);
  std::printf("MUSA %d.%d\n", version / 10000, version % 10000 / 100);
  return CHECK_RESULT();
}
