// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// musa_port/cuda_level.h says what the compiler is only to mcc: a host compiler has no such macros.
// WITH: cuda_level_plain.cpp
#include "check.h"

#include <musa_port/cuda_level.h>

#if !defined(MUSAPORT_CUDACC_VER_MAJOR) || MUSAPORT_CUDACC_VER_MAJOR < 11
#error "mcc has a version"
#endif

int plainLevel();
bool plainHasCompilerVersion();

__global__ void deviceVersion(int *out) {
  *out = MUSAPORT_CUDACC_VER_MAJOR * 1000 + MUSAPORT_CUDACC_VER_MINOR * 10;
}

int main() {
  int *out;
  CHECK_MUSA(musaMallocManaged(&out, sizeof *out));
  deviceVersion<<<1, 1>>>(out);
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_EQUAL(*out, MUSAPORT_CUDA_LEVEL);
  CHECK_EQUAL(plainLevel(), MUSAPORT_CUDA_LEVEL);
  CHECK(!plainHasCompilerVersion());
  return CHECK_RESULT();
}
