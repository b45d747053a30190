//===- musa_port/cuda/cufftXt.h - several GPUs and callbacks ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef MUSA_PORT_CUDA_CUFFTXT_H
#define MUSA_PORT_CUDA_CUFFTXT_H

#include "cudalibxt.h"

typedef enum cufftXtSubFormat_t {
  CUFFT_XT_FORMAT_INPUT = 0x00,
  CUFFT_XT_FORMAT_OUTPUT = 0x01,
  CUFFT_XT_FORMAT_INPLACE = 0x02,
  CUFFT_XT_FORMAT_INPLACE_SHUFFLED = 0x03,
  CUFFT_XT_FORMAT_1D_INPUT_SHUFFLED = 0x04
} cufftXtSubFormat;

typedef enum cufftXtCopyType_t {
  CUFFT_COPY_HOST_TO_DEVICE = 0x00,
  CUFFT_COPY_DEVICE_TO_HOST = 0x01,
  CUFFT_COPY_DEVICE_TO_DEVICE = 0x02
} cufftXtCopyType;

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

typedef enum cufftXtCallbackType_t {
  CUFFT_CB_LD_COMPLEX = 0x0,
  CUFFT_CB_LD_COMPLEX_DOUBLE = 0x1,
  CUFFT_CB_LD_REAL = 0x2,
  CUFFT_CB_LD_REAL_DOUBLE = 0x3,
  CUFFT_CB_ST_COMPLEX = 0x4,
  CUFFT_CB_ST_COMPLEX_DOUBLE = 0x5,
  CUFFT_CB_ST_REAL = 0x6,
  CUFFT_CB_ST_REAL_DOUBLE = 0x7,
  CUFFT_CB_UNDEFINED = 0x8
} cufftXtCallbackType;

#define __CUFFT_CALLBACKS(L, T)                                                                    \
  typedef T (*cufftCallbackLoad##L)(void *dataIn, size_t offset, void *callerInfo,                 \
                                    void *sharedPointer);                                          \
  typedef void (*cufftCallbackStore##L)(void *dataOut, size_t offset, T element, void *callerInfo, \
                                        void *sharedPointer);
__CUFFT_CALLBACKS(C, cufftComplex)
__CUFFT_CALLBACKS(Z, cufftDoubleComplex)
__CUFFT_CALLBACKS(R, cufftReal)
__CUFFT_CALLBACKS(D, cufftDoubleReal)
#undef __CUFFT_CALLBACKS

#if defined(__cplusplus)
extern "C" {
#endif

cufftResult cufftXtSetGPUs(cufftHandle handle, int nGPUs, int *whichGPUs);
cufftResult cufftXtMalloc(cufftHandle plan, cudaLibXtDesc **descriptor, cufftXtSubFormat format);
cufftResult cufftXtMemcpy(cufftHandle plan, void *dstPointer, void *srcPointer,
                          cufftXtCopyType type);
cufftResult cufftXtFree(cudaLibXtDesc *descriptor);
cufftResult cufftXtQueryPlan(cufftHandle plan, void *queryStruct, cufftXtQueryType queryType);
cufftResult cufftXtSetCallback(cufftHandle plan, void **callback_routine, cufftXtCallbackType type,
                               void **caller_info);
cufftResult cufftXtClearCallback(cufftHandle plan, cufftXtCallbackType type);
cufftResult cufftXtSetCallbackSharedSize(cufftHandle plan, cufftXtCallbackType type,
                                         size_t sharedSize);
cufftResult cufftXtExecDescriptor(cufftHandle plan, cudaLibXtDesc *input, cudaLibXtDesc *output,
                                  int direction);
#define __CUFFT_EXEC(name, ...)                                                                    \
  cufftResult cufftXtExecDescriptor##name(cufftHandle plan, cudaLibXtDesc *input,                  \
                                          cudaLibXtDesc *output __VA_OPT__(, ) __VA_ARGS__);
__CUFFT_EXEC(C2C, int direction)
__CUFFT_EXEC(Z2Z, int direction)
__CUFFT_EXEC(R2C)
__CUFFT_EXEC(C2R)
__CUFFT_EXEC(D2Z)
__CUFFT_EXEC(Z2D)
#undef __CUFFT_EXEC

#if defined(__cplusplus)
} // extern "C"
#endif

#endif // MUSA_PORT_CUDA_CUFFTXT_H
