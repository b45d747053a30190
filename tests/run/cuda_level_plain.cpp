// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a host compiler sees of musa_port/cuda_level.h.
#include <musa_port/cuda_level.h>

int plainLevel() { return MUSAPORT_CUDA_API_VER_MAJOR * 1000 + MUSAPORT_CUDA_API_VER_MINOR * 10; }

bool plainHasCompilerVersion() {
#if defined(MUSAPORT_CUDACC_VER_MAJOR) || MUSAPORT_CUDACC_VER_MAJOR >= 9 ||                        \
    defined(MUSAPORT_CUDACC_VER_MINOR) || defined(MUSAPORT_CUDACC_VER_BUILD)
  return true;
#else
  return false;
#endif
}
