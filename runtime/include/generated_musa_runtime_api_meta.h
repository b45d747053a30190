/*===- generated_musa_runtime_api_meta.h - parameters of calls --------*- C -*-===
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * What functionParams of MUpti_CallbackData points to. Functions that are not here have null.
 *===----------------------------------------------------------------------===*/
#ifndef GENERATED_MUSA_RUNTIME_API_META_H
#define GENERATED_MUSA_RUNTIME_API_META_H

#include "musa_runtime_api.h"

typedef struct musaSetDevice_v3020_params_st {
  int device;
} musaSetDevice_v3020_params;

typedef struct musaMalloc_v3020_params_st {
  void **devPtr;
  size_t size;
} musaMalloc_v3020_params;

typedef struct musaFree_v3020_params_st {
  void *devPtr;
} musaFree_v3020_params;

typedef struct musaMemcpy_v3020_params_st {
  void *dst;
  const void *src;
  size_t count;
  enum musaMemcpyKind kind;
} musaMemcpy_v3020_params;

typedef struct musaMemcpyAsync_v3020_params_st {
  void *dst;
  const void *src;
  size_t count;
  enum musaMemcpyKind kind;
  musaStream_t stream;
} musaMemcpyAsync_v3020_params;

typedef struct musaMemset_v3020_params_st {
  void *devPtr;
  int value;
  size_t count;
} musaMemset_v3020_params;

typedef struct musaMemsetAsync_v3020_params_st {
  void *devPtr;
  int value;
  size_t count;
  musaStream_t stream;
} musaMemsetAsync_v3020_params;

typedef struct musaLaunchKernel_v7000_params_st {
  const void *func;
  dim3 gridDim;
  dim3 blockDim;
  void **args;
  size_t sharedMem;
  musaStream_t stream;
} musaLaunchKernel_v7000_params;

typedef struct musaLaunchCooperativeKernel_v9000_params_st {
  const void *func;
  dim3 gridDim;
  dim3 blockDim;
  void **args;
  size_t sharedMem;
  musaStream_t stream;
} musaLaunchCooperativeKernel_v9000_params;

typedef struct musaLaunchKernelExC_v11060_params_st {
  const musaLaunchConfig_t *config;
  const void *func;
  void **args;
} musaLaunchKernelExC_v11060_params;

typedef struct musaStreamCreate_v3020_params_st {
  musaStream_t *pStream;
} musaStreamCreate_v3020_params;

typedef struct musaStreamCreateWithFlags_v5000_params_st {
  musaStream_t *pStream;
  unsigned int flags;
} musaStreamCreateWithFlags_v5000_params;

typedef struct musaStreamCreateWithPriority_v5050_params_st {
  musaStream_t *pStream;
  unsigned int flags;
  int priority;
} musaStreamCreateWithPriority_v5050_params;

typedef struct musaStreamDestroy_v5050_params_st {
  musaStream_t stream;
} musaStreamDestroy_v5050_params;

typedef struct musaStreamSynchronize_v3020_params_st {
  musaStream_t stream;
} musaStreamSynchronize_v3020_params;

typedef struct musaStreamWaitEvent_v3020_params_st {
  musaStream_t stream;
  musaEvent_t event;
  unsigned int flags;
} musaStreamWaitEvent_v3020_params;

typedef struct musaEventRecord_v3020_params_st {
  musaEvent_t event;
  musaStream_t stream;
} musaEventRecord_v3020_params;

typedef struct musaEventSynchronize_v3020_params_st {
  musaEvent_t event;
} musaEventSynchronize_v3020_params;

#endif /* GENERATED_MUSA_RUNTIME_API_META_H */
