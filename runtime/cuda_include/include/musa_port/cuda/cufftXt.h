//===- musa_port/cuda/cufftXt.h - real data of several GPUs -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef MUSA_PORT_CUDA_CUFFTXT_H
#define MUSA_PORT_CUDA_CUFFTXT_H

#include "cudalibxt.h"

typedef enum cufftXtQueryType_t { CUFFT_QUERY_1D_FACTORS = 0x00 } cufftXtQueryType;

typedef struct cufftXt1dFactors_t {
  long long int size;
  long long int stringCount;
  long long int stringLength;
  long long int substringLength;
  long long int factor1;
  long long int factor2;
  long long int stringMask;
  long long int substringMask;
  long long int factor1Mask;
  long long int factor2Mask;
  int stringShift;
  int substringShift;
  int factor1Shift;
  int factor2Shift;
} cufftXt1dFactors;

#if defined(__cplusplus)
extern "C" {
#endif

#define __CUFFT_EXEC(name)                                                                         \
  cufftResult cufftXtExecDescriptor##name(cufftHandle plan, cudaLibXtDesc *input,                  \
                                          cudaLibXtDesc *output);
__CUFFT_EXEC(R2C)
__CUFFT_EXEC(C2R)
__CUFFT_EXEC(D2Z)
__CUFFT_EXEC(Z2D)
#undef __CUFFT_EXEC
cufftResult cufftXtQueryPlan(cufftHandle plan, void *queryStruct, cufftXtQueryType queryType);

#if defined(__cplusplus)
} // extern "C"
#endif

#endif // MUSA_PORT_CUDA_CUFFTXT_H
