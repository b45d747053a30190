//===- musa_port/cuda/curand.h - scrambled quasirandom numbers --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef MUSA_PORT_CUDA_CURAND_H
#define MUSA_PORT_CUDA_CURAND_H

#include "library_types.h"

#if defined(__cplusplus)
extern "C" {
#endif

curandStatus_t curandGetScrambleConstants32(unsigned int **constants);
curandStatus_t curandGetScrambleConstants64(unsigned long long **constants);
curandStatus_t curandGetProperty(libraryPropertyType type, int *value);

#if defined(__cplusplus)
} // extern "C"
#endif

#endif // MUSA_PORT_CUDA_CURAND_H
