// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MCC: -lmublas
//
// A product of mublasLt whose alpha is a vector in the device's memory: one for each row of D.
#include <mublasLt.h>

#include "check.h"

static mublasStatus_t multiply(mublasLtPointerMode_t mode, float *memory) {
  mublasLtHandle_t handle = nullptr;
  CHECK_EQUAL(mublasLtCreate(&handle), MUBLAS_STATUS_SUCCESS);
  mublasLtMatmulDesc_t desc = nullptr;
  CHECK_EQUAL(mublasLtMatmulDescCreate(&desc, MUBLAS_COMPUTE_32F, MUSA_R_32F),
              MUBLAS_STATUS_SUCCESS);
  CHECK_EQUAL(
      mublasLtMatmulDescSetAttribute(desc, MUBLASLT_MATMUL_DESC_POINTER_MODE, &mode, sizeof mode),
      MUBLAS_STATUS_SUCCESS);
  mublasLtMatrixLayout_t layout = nullptr;
  CHECK_EQUAL(mublasLtMatrixLayoutCreate(&layout, MUSA_R_32F, 2, 2, 2), MUBLAS_STATUS_SUCCESS);
  float *const a = memory, *const b = memory + 4, *const d = memory + 8, *const rows = memory + 12;
  const mublasStatus_t status = mublasLtMatmul(handle, desc, rows, a, layout, b, layout, nullptr, d,
                                               layout, d, layout, nullptr, nullptr, 0, nullptr);
  CHECK_EQUAL(musaDeviceSynchronize(), musaSuccess);
  CHECK_EQUAL(mublasLtMatrixLayoutDestroy(layout), MUBLAS_STATUS_SUCCESS);
  CHECK_EQUAL(mublasLtMatmulDescDestroy(desc), MUBLAS_STATUS_SUCCESS);
  CHECK_EQUAL(mublasLtDestroy(handle), MUBLAS_STATUS_SUCCESS);
  return status;
}

int main() {
  // [1 3; 2 4] [5 7; 6 8] = [23 31; 34 46], column by column. D begins as NaN, which no sum has.
  const float nan = __builtin_nanf("");
  const float values[14] = {1, 2, 3, 4, 5, 6, 7, 8, nan, nan, nan, nan, 10, 0.5F};
  float *memory = nullptr;
  CHECK_EQUAL(musaMallocManaged(&memory, sizeof values), musaSuccess);
  for (int i = 0; i < 14; ++i)
    memory[i] = values[i];
  CHECK_EQUAL(multiply(MUBLASLT_POINTER_MODE_ALPHA_DEVICE_VECTOR_BETA_ZERO, memory),
              MUBLAS_STATUS_SUCCESS);
  const float expected[4] = {230, 17, 310, 23};
  for (int i = 0; i < 4; ++i)
    CHECK_EQUAL(memory[8 + i], expected[i]);
  CHECK_EQUAL(multiply(MUBLASLT_POINTER_MODE_DEVICE_VECTOR, memory), MUBLAS_STATUS_INVALID_VALUE);
  CHECK_EQUAL(musaFree(memory), musaSuccess);
  return 0;
}
