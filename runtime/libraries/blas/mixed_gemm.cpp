//===- libraries/blas/mixed_gemm.cpp ---------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "mixed_gemm.h"

#include "batch.h"
#include "cblas_types.h"
#include "conversion.h"
#include "handle.h"

#include <cstdint>
#include <cstring>
#include <vector>

namespace musaport::blas {
namespace {

bool computesFloats(mublasComputeType_t type) {
  switch (type) {
  case MUBLAS_COMPUTE_16F:
  case MUBLAS_COMPUTE_16F_PEDANTIC:
  case MUBLAS_COMPUTE_32F:
  case MUBLAS_COMPUTE_32F_PEDANTIC:
  case MUBLAS_COMPUTE_32F_FAST_16F:
  case MUBLAS_COMPUTE_32F_FAST_16BF:
  case MUBLAS_COMPUTE_32F_FAST_TF32:
    return true;
  default:
    return false;
  }
}
bool computesHalfs(mublasComputeType_t type) {
  return type == MUBLAS_COMPUTE_16F || type == MUBLAS_COMPUTE_16F_PEDANTIC;
}
bool isFloat(musaDataType_t type) { return type == MUSA_R_32F || isNarrow(type); }

/// A matrix as floats, column by column without gaps; the program's own where it is that already.
class Floats {
public:
  Floats(const void *matrix, musaDataType_t type, int rows, int columns, int ld) {
    if (type == MUSA_R_32F) {
      elements = static_cast<const float *>(matrix);
      stride = ld;
      return;
    }
    stride = rows > 1 ? rows : 1;
    converted.resize(static_cast<size_t>(stride) * columns);
    for (int column = 0; column < columns; ++column)
      loadFloats(static_cast<const char *>(matrix) +
                     static_cast<size_t>(column) * ld * sizeOf(type),
                 type, rows, converted.data() + static_cast<size_t>(column) * stride);
    elements = converted.data();
  }
  const float *data() const { return elements; }
  int ld() const { return stride; }

private:
  const float *elements = nullptr;
  int stride = 1;
  std::vector<float> converted;
};

void floatGemm(const GemmShape &shape, const MixedTypes &types, const void *alpha, const void *a,
               const void *b, const void *beta, const void *c, int ldc, void *d,
               const Epilogue &epilogue) {
  const musaDataType_t scalars = computesHalfs(types.compute) ? MUSA_R_16F : MUSA_R_32F;
  const float by = loadFloat(alpha, scalars, 0);
  const float of = loadFloat(beta, scalars, 0);
  const bool transA = shape.transa != MUBLAS_OP_N;
  const bool transB = shape.transb != MUBLAS_OP_N;
  const Floats left(a, types.a, transA ? shape.k : shape.m, transA ? shape.m : shape.k, shape.lda);
  const Floats right(b, types.b, transB ? shape.n : shape.k, transB ? shape.k : shape.n, shape.ldb);
  std::vector<float> result(static_cast<size_t>(shape.m) * shape.n);
  const auto column = [&](int index) {
    return result.data() + static_cast<size_t>(index) * shape.m;
  };
  if (of != 0)
    for (int i = 0; i < shape.n; ++i)
      loadFloats(static_cast<const char *>(c) + static_cast<size_t>(i) * ldc * sizeOf(types.c),
                 types.c, shape.m, column(i));
  cblas_sgemm(CblasColMajor, transposition(shape.transa), transposition(shape.transb), shape.m,
              shape.n, shape.k, by, left.data(), left.ld(), right.data(), right.ld(), of,
              result.data(), shape.m);
  for (int i = 0; i < shape.n; ++i) {
    if (epilogue)
      epilogue(i, column(i), shape.m);
    storeFloats(column(i), shape.m,
                static_cast<char *>(d) + static_cast<size_t>(i) * shape.ldc * sizeOf(types.d),
                types.d);
  }
}

/// With wrap-around, as a GPU has it.
void integerGemm(const GemmShape &shape, const void *alpha, const void *a, const void *b,
                 const void *beta, const void *c, int ldc, void *d) {
  const auto by = *static_cast<const uint32_t *>(alpha);
  const auto of = *static_cast<const uint32_t *>(beta);
  const auto element = [](const void *matrix, int ld, bool transposed, int row, int column) {
    const size_t at = transposed ? static_cast<size_t>(row) * ld + column
                                 : static_cast<size_t>(column) * ld + row;
    return static_cast<uint32_t>(int32_t{static_cast<const int8_t *>(matrix)[at]});
  };
  for (int column = 0; column < shape.n; ++column)
    for (int row = 0; row < shape.m; ++row) {
      uint32_t sum = 0;
      for (int i = 0; i < shape.k; ++i)
        sum += element(a, shape.lda, shape.transa != MUBLAS_OP_N, row, i) *
               element(b, shape.ldb, shape.transb != MUBLAS_OP_N, i, column);
      const uint32_t before =
          of == 0 ? 0
                  : of * static_cast<const uint32_t *>(c)[static_cast<size_t>(column) * ldc + row];
      static_cast<uint32_t *>(d)[static_cast<size_t>(column) * shape.ldc + row] = by * sum + before;
    }
}

template <typename T>
void plainGemm(const GemmShape &shape, const void *alpha, const void *a, const void *b,
               const void *beta, const void *c, int ldc, void *d) {
  const auto *by = static_cast<const T *>(alpha);
  const auto *of = static_cast<const T *>(beta);
  if (c != d && *of != T{})
    for (int i = 0; i < shape.n; ++i)
      std::memcpy(static_cast<T *>(d) + static_cast<size_t>(i) * shape.ldc,
                  static_cast<const T *>(c) + static_cast<size_t>(i) * ldc, shape.m * sizeof(T));
  gemmOf<T>(CblasColMajor, transposition(shape.transa), transposition(shape.transb), shape.m,
            shape.n, shape.k, scalar(*by), static_cast<const T *>(a), shape.lda,
            static_cast<const T *>(b), shape.ldb, scalar(*of), static_cast<T *>(d), shape.ldc);
}

/// Room for any alpha or beta.
struct ScalarBytes {
  alignas(16) unsigned char bytes[16] = {};
};

/// Batches of elements of some size are counted in bytes.
struct MixedBatch {
  Batch<const std::byte> a;
  Batch<const std::byte> b;
  Batch<std::byte> c;
};

Batch<const std::byte> strided(const void *first, musaDataType_t type, long long stride) {
  return {static_cast<const std::byte *>(first), stride * static_cast<long long>(sizeOf(type))};
}
Batch<std::byte> strided(void *first, musaDataType_t type, long long stride) {
  return {static_cast<std::byte *>(first), stride * static_cast<long long>(sizeOf(type))};
}

mublasStatus_t gemmEx(mublasHandle_t handle, const GemmShape &shape, const MixedTypes &types,
                      const void *alpha, const MixedBatch &batch, const void *beta) {
  if (const mublasStatus_t status = check(handle, shape); status != MUBLAS_STATUS_SUCCESS)
    return status;
  const std::optional<musaDataType_t> scalars = scalarType(types);
  if (!scalars)
    return MUBLAS_STATUS_NOT_SUPPORTED;
  if (alpha == nullptr || beta == nullptr)
    return MUBLAS_STATUS_INVALID_VALUE;
  if (shape.isEmpty())
    return MUBLAS_STATUS_SUCCESS;
  if (lacksMatrix(shape, batch.a, batch.b, batch.c))
    return MUBLAS_STATUS_INVALID_VALUE;
  const bool inMemory = handle->pointerMode == MUBLAS_POINTER_MODE_DEVICE;
  ScalarBytes by;
  ScalarBytes of;
  if (!inMemory) {
    std::memcpy(by.bytes, alpha, sizeOf(*scalars));
    std::memcpy(of.bytes, beta, sizeOf(*scalars));
  }
  return submit(*handle, [=] {
    for (int i = 0; i < shape.count; ++i)
      mixedGemm(shape, types, inMemory ? alpha : by.bytes, batch.a[i], batch.b[i],
                inMemory ? beta : of.bytes, batch.c[i], shape.ldc, batch.c[i], {});
  });
}

} // namespace

std::optional<musaDataType_t> scalarType(const MixedTypes &types) {
  const auto all = [&](musaDataType_t type) {
    return types.a == type && types.b == type && types.c == type && types.d == type;
  };
  if (computesFloats(types.compute)) {
    if (isFloat(types.a) && isFloat(types.b) && isFloat(types.c) && isFloat(types.d))
      return computesHalfs(types.compute) ? MUSA_R_16F : MUSA_R_32F;
    if (all(MUSA_C_32F) && !computesHalfs(types.compute))
      return MUSA_C_32F;
    return std::nullopt;
  }
  if (types.compute == MUBLAS_COMPUTE_64F || types.compute == MUBLAS_COMPUTE_64F_PEDANTIC) {
    if (all(MUSA_R_64F) || all(MUSA_C_64F))
      return types.a;
    return std::nullopt;
  }
  if (types.a == MUSA_R_8I && types.b == MUSA_R_8I && types.c == MUSA_R_32I &&
      types.d == MUSA_R_32I)
    return MUSA_R_32I;
  return std::nullopt;
}

void mixedGemm(const GemmShape &shape, const MixedTypes &types, const void *alpha, const void *a,
               const void *b, const void *beta, const void *c, int ldc, void *d,
               const Epilogue &epilogue) {
  switch (types.c) {
  case MUSA_R_64F:
    return plainGemm<double>(shape, alpha, a, b, beta, c, ldc, d);
  case MUSA_C_32F:
    return plainGemm<std::complex<float>>(shape, alpha, a, b, beta, c, ldc, d);
  case MUSA_C_64F:
    return plainGemm<std::complex<double>>(shape, alpha, a, b, beta, c, ldc, d);
  case MUSA_R_32I:
    return integerGemm(shape, alpha, a, b, beta, c, ldc, d);
  default:
    break;
  }
  const bool isPlain = types.a == MUSA_R_32F && types.b == MUSA_R_32F && types.c == MUSA_R_32F &&
                       types.d == MUSA_R_32F && !computesHalfs(types.compute) && !epilogue;
  if (isPlain)
    return plainGemm<float>(shape, alpha, a, b, beta, c, ldc, d);
  floatGemm(shape, types, alpha, a, b, beta, c, ldc, d, epilogue);
}

} // namespace musaport::blas

using namespace musaport::blas;

mublasStatus_t mublasGemmEx(mublasHandle_t handle, mublasOperation_t transa,
                            mublasOperation_t transb, int m, int n, int k, const void *alpha,
                            const void *a, musaDataType_t aType, int lda, const void *b,
                            musaDataType_t bType, int ldb, const void *beta, void *c,
                            musaDataType_t cType, int ldc, mublasComputeType_t computeType,
                            mublasGemmAlgo_t algo) {
  return mublasGemmStridedBatchedEx(handle, transa, transb, m, n, k, alpha, a, aType, lda, 0, b,
                                    bType, ldb, 0, beta, c, cType, ldc, 0, 1, computeType, algo);
}

mublasStatus_t mublasSgemmEx(mublasHandle_t handle, mublasOperation_t transa,
                             mublasOperation_t transb, int m, int n, int k, const float *alpha,
                             const void *a, musaDataType_t aType, int lda, const void *b,
                             musaDataType_t bType, int ldb, const float *beta, void *c,
                             musaDataType_t cType, int ldc) {
  return mublasGemmEx(handle, transa, transb, m, n, k, alpha, a, aType, lda, b, bType, ldb, beta, c,
                      cType, ldc, MUBLAS_COMPUTE_32F, MUBLAS_GEMM_DEFAULT);
}

mublasStatus_t mublasGemmStridedBatchedEx(mublasHandle_t handle, mublasOperation_t transa,
                                          mublasOperation_t transb, int m, int n, int k,
                                          const void *alpha, const void *a, musaDataType_t aType,
                                          int lda, long long int stridea, const void *b,
                                          musaDataType_t bType, int ldb, long long int strideb,
                                          const void *beta, void *c, musaDataType_t cType, int ldc,
                                          long long int stridec, int count,
                                          mublasComputeType_t computeType, mublasGemmAlgo_t) {
  return gemmEx(
      handle, {transa, transb, m, n, k, lda, ldb, ldc, count},
      {aType, bType, cType, cType, computeType}, alpha,
      {strided(a, aType, stridea), strided(b, bType, strideb), strided(c, cType, stridec)}, beta);
}

mublasStatus_t mublasGemmBatchedEx(mublasHandle_t handle, mublasOperation_t transa,
                                   mublasOperation_t transb, int m, int n, int k, const void *alpha,
                                   const void *const a[], musaDataType_t aType, int lda,
                                   const void *const b[], musaDataType_t bType, int ldb,
                                   const void *beta, void *const c[], musaDataType_t cType, int ldc,
                                   int count, mublasComputeType_t computeType, mublasGemmAlgo_t) {
  const auto batch = [](const void *const *pointers) {
    return Batch<const std::byte>(reinterpret_cast<const std::byte *const *>(pointers));
  };
  return gemmEx(handle, {transa, transb, m, n, k, lda, ldb, ldc, count},
                {aType, bType, cType, cType, computeType}, alpha,
                {batch(a), batch(b), Batch<std::byte>(reinterpret_cast<std::byte *const *>(c))},
                beta);
}
