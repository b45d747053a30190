/*===- mublasLt.h - matrix products with scales and epilogues -------*- C -*-===//
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The part of cuBLASLt's API that docs/reference/libraries.md lists; programs link with -lmublas.
 *===----------------------------------------------------------------------===*/
#ifndef MUBLASLT_H
#define MUBLASLT_H

#include "mublas.h"

typedef struct mublasContext *mublasLtHandle_t;

/* The words are the library's. A variable of such a type needs no Destroy after its Init. */
typedef struct mublasLtMatmulDescOpaque_t {
  uint64_t data[32];
} mublasLtMatmulDescOpaque_t;
typedef struct mublasLtMatrixLayoutOpaque_t {
  uint64_t data[8];
} mublasLtMatrixLayoutOpaque_t;
typedef struct mublasLtMatmulPreferenceOpaque_t {
  uint64_t data[8];
} mublasLtMatmulPreferenceOpaque_t;
typedef mublasLtMatmulDescOpaque_t *mublasLtMatmulDesc_t;
typedef mublasLtMatrixLayoutOpaque_t *mublasLtMatrixLayout_t;
typedef mublasLtMatmulPreferenceOpaque_t *mublasLtMatmulPreference_t;

typedef struct mublasLtMatmulAlgo_t {
  uint64_t data[8];
} mublasLtMatmulAlgo_t;

typedef struct mublasLtMatmulHeuristicResult_t {
  mublasLtMatmulAlgo_t algo;
  size_t workspaceSize;
  mublasStatus_t state;
  float wavesCount;
  int reserved[4];
} mublasLtMatmulHeuristicResult_t;

/* For matrices of another order than COL, mublasLtMatmul returns NOT_SUPPORTED. */
typedef enum mublasLtOrder_t {
  MUBLASLT_ORDER_COL = 0,
  MUBLASLT_ORDER_ROW = 1,
  MUBLASLT_ORDER_COL32 = 2,
  MUBLASLT_ORDER_COL4_4R2_8C = 3,
  MUBLASLT_ORDER_COL32_2R_4R4 = 4
} mublasLtOrder_t;

typedef enum mublasLtPointerMode_t {
  MUBLASLT_POINTER_MODE_HOST = 0,
  MUBLASLT_POINTER_MODE_DEVICE = 1,
  /* In these an alpha for each row of D is in the device's memory. The host backend has the second
   * of them, for products that are scaled by floats. */
  MUBLASLT_POINTER_MODE_DEVICE_VECTOR = 2,
  MUBLASLT_POINTER_MODE_ALPHA_DEVICE_VECTOR_BETA_ZERO = 3,
  MUBLASLT_POINTER_MODE_ALPHA_DEVICE_VECTOR_BETA_HOST = 4
} mublasLtPointerMode_t;

typedef enum mublasLtMatrixLayoutAttribute_t {
  MUBLASLT_MATRIX_LAYOUT_TYPE = 0,
  MUBLASLT_MATRIX_LAYOUT_ORDER = 1,
  MUBLASLT_MATRIX_LAYOUT_ROWS = 2,
  MUBLASLT_MATRIX_LAYOUT_COLS = 3,
  MUBLASLT_MATRIX_LAYOUT_LD = 4,
  MUBLASLT_MATRIX_LAYOUT_BATCH_COUNT = 5,
  MUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET = 6
} mublasLtMatrixLayoutAttribute_t;

typedef enum mublasLtMatmulDescAttributes_t {
  MUBLASLT_MATMUL_DESC_COMPUTE_TYPE = 0,
  MUBLASLT_MATMUL_DESC_SCALE_TYPE = 1,
  MUBLASLT_MATMUL_DESC_POINTER_MODE = 2,
  MUBLASLT_MATMUL_DESC_TRANSA = 3,
  MUBLASLT_MATMUL_DESC_TRANSB = 4,
  MUBLASLT_MATMUL_DESC_EPILOGUE = 7,
  MUBLASLT_MATMUL_DESC_BIAS_POINTER = 8,
  MUBLASLT_MATMUL_DESC_BIAS_BATCH_STRIDE = 10,
  MUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER = 11,
  MUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD = 12,
  MUBLASLT_MATMUL_DESC_EPILOGUE_AUX_BATCH_STRIDE = 13,
  MUBLASLT_MATMUL_DESC_A_SCALE_POINTER = 17,
  MUBLASLT_MATMUL_DESC_B_SCALE_POINTER = 18,
  MUBLASLT_MATMUL_DESC_C_SCALE_POINTER = 19,
  MUBLASLT_MATMUL_DESC_D_SCALE_POINTER = 20,
  MUBLASLT_MATMUL_DESC_AMAX_D_POINTER = 21,
  MUBLASLT_MATMUL_DESC_EPILOGUE_AUX_DATA_TYPE = 22,
  MUBLASLT_MATMUL_DESC_FAST_ACCUM = 25,
  MUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE = 26
} mublasLtMatmulDescAttributes_t;

typedef enum mublasLtEpilogue_t {
  MUBLASLT_EPILOGUE_DEFAULT = 1,
  MUBLASLT_EPILOGUE_RELU = 2,
  MUBLASLT_EPILOGUE_BIAS = 4,
  MUBLASLT_EPILOGUE_RELU_BIAS = 6,
  MUBLASLT_EPILOGUE_GELU = 32,
  MUBLASLT_EPILOGUE_GELU_BIAS = 36,
  MUBLASLT_EPILOGUE_RELU_AUX = 130,
  MUBLASLT_EPILOGUE_RELU_AUX_BIAS = 134,
  MUBLASLT_EPILOGUE_DRELU = 136,
  MUBLASLT_EPILOGUE_DRELU_BGRAD = 152,
  MUBLASLT_EPILOGUE_GELU_AUX = 160,
  MUBLASLT_EPILOGUE_GELU_AUX_BIAS = 164,
  MUBLASLT_EPILOGUE_DGELU = 192,
  MUBLASLT_EPILOGUE_DGELU_BGRAD = 208,
  MUBLASLT_EPILOGUE_BGRADA = 256,
  MUBLASLT_EPILOGUE_BGRADB = 512
} mublasLtEpilogue_t;

typedef enum mublasLtMatmulPreferenceAttributes_t {
  MUBLASLT_MATMUL_PREF_SEARCH_MODE = 0,
  MUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES = 1,
  MUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK = 3,
  MUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES = 5,
  MUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_B_BYTES = 6,
  MUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_C_BYTES = 7,
  MUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES = 8
} mublasLtMatmulPreferenceAttributes_t;

#pragma GCC visibility push(default)
#if defined(__cplusplus)
extern "C" {
#endif

mublasStatus_t mublasLtCreate(mublasLtHandle_t *handle);
mublasStatus_t mublasLtDestroy(mublasLtHandle_t handle);
size_t mublasLtGetVersion(void);

mublasStatus_t mublasLtMatmulDescCreate(mublasLtMatmulDesc_t *desc, mublasComputeType_t computeType,
                                        musaDataType_t scaleType);
mublasStatus_t mublasLtMatmulDescDestroy(mublasLtMatmulDesc_t desc);
/* Returns MUBLAS_STATUS_NOT_SUPPORTED for an attribute that the host does not have. */
mublasStatus_t mublasLtMatmulDescSetAttribute(mublasLtMatmulDesc_t desc,
                                              mublasLtMatmulDescAttributes_t attribute,
                                              const void *value, size_t bytes);

mublasStatus_t mublasLtMatrixLayoutCreate(mublasLtMatrixLayout_t *layout, musaDataType_t type,
                                          uint64_t rows, uint64_t columns, int64_t ld);
mublasStatus_t mublasLtMatrixLayoutDestroy(mublasLtMatrixLayout_t layout);
mublasStatus_t mublasLtMatrixLayoutSetAttribute(mublasLtMatrixLayout_t layout,
                                                mublasLtMatrixLayoutAttribute_t attribute,
                                                const void *value, size_t bytes);

/* Preferences choose among algorithms. The host has only one, so it accepts all of them. */
mublasStatus_t mublasLtMatmulPreferenceCreate(mublasLtMatmulPreference_t *preference);
mublasStatus_t mublasLtMatmulPreferenceDestroy(mublasLtMatmulPreference_t preference);
mublasStatus_t mublasLtMatmulPreferenceSetAttribute(mublasLtMatmulPreference_t preference,
                                                    mublasLtMatmulPreferenceAttributes_t attribute,
                                                    const void *value, size_t bytes);

mublasStatus_t mublasLtMatmulDescInit_internal(mublasLtMatmulDesc_t desc, size_t bytes,
                                               mublasComputeType_t computeType,
                                               musaDataType_t scaleType);
mublasStatus_t mublasLtMatrixLayoutInit_internal(mublasLtMatrixLayout_t layout, size_t bytes,
                                                 musaDataType_t type, uint64_t rows,
                                                 uint64_t columns, int64_t ld);
mublasStatus_t mublasLtMatmulPreferenceInit_internal(mublasLtMatmulPreference_t preference,
                                                     size_t bytes);

/* Gives one result, or MUBLAS_STATUS_NOT_SUPPORTED if mublasLtMatmul would refuse the product. */
mublasStatus_t mublasLtMatmulAlgoGetHeuristic(mublasLtHandle_t handle, mublasLtMatmulDesc_t desc,
                                              mublasLtMatrixLayout_t a, mublasLtMatrixLayout_t b,
                                              mublasLtMatrixLayout_t c, mublasLtMatrixLayout_t d,
                                              mublasLtMatmulPreference_t preference, int wanted,
                                              mublasLtMatmulHeuristicResult_t results[],
                                              int *found);

/* D = epilogue(alpha * scaleA * scaleB * op(A) op(B) + beta * C). All are stored by columns. */
mublasStatus_t mublasLtMatmul(mublasLtHandle_t handle, mublasLtMatmulDesc_t desc, const void *alpha,
                              const void *a, mublasLtMatrixLayout_t aLayout, const void *b,
                              mublasLtMatrixLayout_t bLayout, const void *beta, const void *c,
                              mublasLtMatrixLayout_t cLayout, void *d,
                              mublasLtMatrixLayout_t dLayout, const mublasLtMatmulAlgo_t *algo,
                              void *workspace, size_t workspaceBytes, musaStream_t stream);

static inline mublasStatus_t mublasLtMatmulDescInit(mublasLtMatmulDesc_t desc,
                                                    mublasComputeType_t computeType,
                                                    musaDataType_t scaleType) {
  return mublasLtMatmulDescInit_internal(desc, sizeof(*desc), computeType, scaleType);
}
static inline mublasStatus_t mublasLtMatrixLayoutInit(mublasLtMatrixLayout_t layout,
                                                      musaDataType_t type, uint64_t rows,
                                                      uint64_t columns, int64_t ld) {
  return mublasLtMatrixLayoutInit_internal(layout, sizeof(*layout), type, rows, columns, ld);
}
static inline mublasStatus_t mublasLtMatmulPreferenceInit(mublasLtMatmulPreference_t preference) {
  return mublasLtMatmulPreferenceInit_internal(preference, sizeof(*preference));
}

#if defined(__cplusplus)
} /* extern "C" */
#endif
#pragma GCC visibility pop

#endif /* MUBLASLT_H */
