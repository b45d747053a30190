// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MCC: -lmublas
//
// mublas.h brings the narrow types, as cublas_v2.h does: programs declare functions with half
// behind it. It also has cuBLAS's old name for the types of matrices.
#include <mublas.h>

#include "check.h"

static_assert(std::is_same_v<mublasDataType_t, musaDataType_t>);

static float twice(half value) { return 2 * __half2float(value); }
static float twice(__mt_bfloat16 value) { return 2 * __bfloat162float(value); }

// [1 3; 2 4] times [5 7; 6 8], column by column.
static void multiplyHalves() {
  half *memory = nullptr;
  CHECK_EQUAL(musaMallocManaged(&memory, 12 * sizeof(half)), musaSuccess);
  half *const a = memory, *const b = memory + 4, *const c = memory + 8;
  for (int i = 0; i < 4; ++i) {
    a[i] = __float2half(1.0F + i);
    b[i] = __float2half(5.0F + i);
    c[i] = __float2half(1.0F);
  }
  const half one = __float2half(1.0F), two = __float2half(2.0F);
  mublasHandle_t handle = nullptr;
  CHECK_EQUAL(mublasCreate(&handle), MUBLAS_STATUS_SUCCESS);
  CHECK_EQUAL(mublasHgemm(handle, MUBLAS_OP_N, MUBLAS_OP_N, 2, 2, 2, &one, a, 2, b, 2, &two, c, 2),
              MUBLAS_STATUS_SUCCESS);
  CHECK_EQUAL(musaDeviceSynchronize(), musaSuccess);
  const float expected[4] = {25, 36, 33, 48};
  for (int i = 0; i < 4; ++i)
    CHECK_EQUAL(__half2float(c[i]), expected[i]);
  CHECK_EQUAL(mublasHgemmStridedBatched(handle, MUBLAS_OP_T, MUBLAS_OP_N, 1, 1, 2, &one, a, 2, 2, b,
                                        2, 2, &two, c, 1, 1, 2),
              MUBLAS_STATUS_SUCCESS);
  CHECK_EQUAL(musaDeviceSynchronize(), musaSuccess);
  CHECK_EQUAL(__half2float(c[0]), 67.0F);  // 1*5 + 2*6 + 2*25
  CHECK_EQUAL(__half2float(c[1]), 125.0F); // 3*7 + 4*8 + 2*36
  half **pointers = nullptr;
  CHECK_EQUAL(musaMallocManaged(&pointers, 3 * sizeof(half *)), musaSuccess);
  pointers[0] = a;
  pointers[1] = b;
  pointers[2] = c + 2;
  CHECK_EQUAL(mublasHgemmBatched(handle, MUBLAS_OP_T, MUBLAS_OP_N, 1, 1, 2, &two, pointers, 2,
                                 pointers + 1, 2, &one, pointers + 2, 1, 1),
              MUBLAS_STATUS_SUCCESS);
  CHECK_EQUAL(musaDeviceSynchronize(), musaSuccess);
  CHECK_EQUAL(__half2float(c[2]), 67.0F); // 2 (1*5 + 2*6) + 33
  CHECK_EQUAL(musaFree(pointers), musaSuccess);
  CHECK_EQUAL(mublasDestroy(handle), MUBLAS_STATUS_SUCCESS);
  CHECK_EQUAL(musaFree(memory), musaSuccess);
}

int main() {
  multiplyHalves();
  CHECK_EQUAL(twice(__float2half(1.5F)), 3.0F);
  CHECK_EQUAL(twice(__float2bfloat16(1.5F)), 3.0F);
  return 0;
}
