/*===- mufftXt.h - Fourier transforms with types as arguments -------*- C -*-===//
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * cuFFT's extended API; programs link with -lmufft. The types are float, double, half and bfloat16,
 * real or complex. It computes half and bfloat16 as float. Transforms on several devices, and with
 * callbacks, are those of float and double; those on several devices, from complex numbers to
 * complex ones.
 *===----------------------------------------------------------------------===*/
#ifndef MUFFTXT_H
#define MUFFTXT_H

#include "mufft.h"
#include "musalibxt.h"

typedef enum mufftXtWorkAreaPolicy_t {
  MUFFT_WORKAREA_MINIMAL = 0,
  MUFFT_WORKAREA_USER = 1,
  MUFFT_WORKAREA_PERFORMANCE = 2
} mufftXtWorkAreaPolicy;

/* How data is divided among devices. Natural: by signals, if there are several, or else by the
 * first dimension. Shuffled: by the second dimension, if there is one. */
typedef enum mufftXtSubFormat_t {
  MUFFT_XT_FORMAT_INPUT = 0x00,            /* natural */
  MUFFT_XT_FORMAT_OUTPUT = 0x01,           /* shuffled */
  MUFFT_XT_FORMAT_INPLACE = 0x02,          /* natural, before a transform and after the next one */
  MUFFT_XT_FORMAT_INPLACE_SHUFFLED = 0x03, /* in between */
  MUFFT_XT_FORMAT_1D_INPUT_SHUFFLED = 0x04,
  MUFFT_XT_FORMAT_DISTRIBUTED_INPUT = 0x05,
  MUFFT_XT_FORMAT_DISTRIBUTED_OUTPUT = 0x06,
  MUFFT_FORMAT_UNDEFINED = 0x07
} mufftXtSubFormat;

typedef enum mufftXtCopyType_t {
  MUFFT_COPY_HOST_TO_DEVICE = 0x00,
  MUFFT_COPY_DEVICE_TO_HOST = 0x01,
  MUFFT_COPY_DEVICE_TO_DEVICE = 0x02,
  MUFFT_COPY_UNDEFINED = 0x03
} mufftXtCopyType;

typedef enum mufftXtCallbackType_t {
  MUFFT_CB_LD_COMPLEX = 0x0,
  MUFFT_CB_LD_COMPLEX_DOUBLE = 0x1,
  MUFFT_CB_LD_REAL = 0x2,
  MUFFT_CB_LD_REAL_DOUBLE = 0x3,
  MUFFT_CB_ST_COMPLEX = 0x4,
  MUFFT_CB_ST_COMPLEX_DOUBLE = 0x5,
  MUFFT_CB_ST_REAL = 0x6,
  MUFFT_CB_ST_REAL_DOUBLE = 0x7,
  MUFFT_CB_UNDEFINED = 0x8
} mufftXtCallbackType;

/* Device functions. Each element of the input, or of the output, is of one call; the offset counts
 * elements from the beginning of the array. */
typedef mufftComplex (*mufftCallbackLoadC)(void *dataIn, size_t offset, void *callerInfo,
                                           void *sharedPointer);
typedef mufftDoubleComplex (*mufftCallbackLoadZ)(void *dataIn, size_t offset, void *callerInfo,
                                                 void *sharedPointer);
typedef mufftReal (*mufftCallbackLoadR)(void *dataIn, size_t offset, void *callerInfo,
                                        void *sharedPointer);
typedef mufftDoubleReal (*mufftCallbackLoadD)(void *dataIn, size_t offset, void *callerInfo,
                                              void *sharedPointer);
typedef void (*mufftCallbackStoreC)(void *dataOut, size_t offset, mufftComplex element,
                                    void *callerInfo, void *sharedPointer);
typedef void (*mufftCallbackStoreZ)(void *dataOut, size_t offset, mufftDoubleComplex element,
                                    void *callerInfo, void *sharedPointer);
typedef void (*mufftCallbackStoreR)(void *dataOut, size_t offset, mufftReal element,
                                    void *callerInfo, void *sharedPointer);
typedef void (*mufftCallbackStoreD)(void *dataOut, size_t offset, mufftDoubleReal element,
                                    void *callerInfo, void *sharedPointer);

#pragma GCC visibility push(default)
#if defined(__cplusplus)
extern "C" {
#endif

mufftResult mufftXtMakePlanMany(mufftHandle plan, int rank, long long int *n,
                                long long int *inembed, long long int istride, long long int idist,
                                musaDataType inputtype, long long int *onembed,
                                long long int ostride, long long int odist, musaDataType outputtype,
                                long long int batch, size_t *workSize, musaDataType executiontype);
mufftResult mufftXtGetSizeMany(mufftHandle plan, int rank, long long int *n, long long int *inembed,
                               long long int istride, long long int idist, musaDataType inputtype,
                               long long int *onembed, long long int ostride, long long int odist,
                               musaDataType outputtype, long long int batch, size_t *workSize,
                               musaDataType executiontype);
/* Only transforms from complex to complex numbers use the direction. */
mufftResult mufftXtExec(mufftHandle plan, void *input, void *output, int direction);

/* Accepts any work area, because the host needs none. */
mufftResult mufftXtSetWorkArea(mufftHandle plan, void **workArea);
mufftResult mufftXtSetWorkAreaPolicy(mufftHandle plan, mufftXtWorkAreaPolicy policy,
                                     size_t *workSize);

/* Callbacks of a plan that is made. The arrays have an element for each device. */
mufftResult mufftXtSetCallback(mufftHandle plan, void **callbackRoutine, mufftXtCallbackType cbType,
                               void **callerInfo);
mufftResult mufftXtClearCallback(mufftHandle plan, mufftXtCallbackType cbType);
mufftResult mufftXtSetCallbackSharedSize(mufftHandle plan, mufftXtCallbackType cbType,
                                         size_t sharedSize);

/* Before the plan is made: its devices, from two to 16. Sizes of work areas are then arrays. */
mufftResult mufftXtSetGPUs(mufftHandle handle, int nGPUs, int *whichGPUs);
/* These wait for the devices, and are done when they return. */
mufftResult mufftXtMalloc(mufftHandle plan, musaLibXtDesc **descriptor, mufftXtSubFormat format);
mufftResult mufftXtFree(musaLibXtDesc *descriptor);
/* Host memory has the natural order; a copy between descriptors restores it. */
mufftResult mufftXtMemcpy(mufftHandle plan, void *dstPointer, void *srcPointer,
                          mufftXtCopyType type);
mufftResult mufftXtExecDescriptor(mufftHandle plan, musaLibXtDesc *input, musaLibXtDesc *output,
                                  int direction);
mufftResult mufftXtExecDescriptorC2C(mufftHandle plan, musaLibXtDesc *input, musaLibXtDesc *output,
                                     int direction);
mufftResult mufftXtExecDescriptorZ2Z(mufftHandle plan, musaLibXtDesc *input, musaLibXtDesc *output,
                                     int direction);

#if defined(__cplusplus)
} /* extern "C" */
#endif
#pragma GCC visibility pop

#endif /* MUFFTXT_H */
