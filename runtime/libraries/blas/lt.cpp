//===- libraries/blas/lt.cpp - mublasLt --------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "mublasLt.h"

#include "conversion.h"
#include "handle.h"
#include "mixed_gemm.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <limits>
#include <new>
#include <type_traits>
#include <vector>

namespace musaport::blas {
namespace {

/// What the words of an opaque type hold. A caller may copy them.
struct Desc {
  int32_t computeType = MUBLAS_COMPUTE_32F;
  int32_t scaleType = MUSA_R_32F;
  int32_t pointerMode = MUBLASLT_POINTER_MODE_HOST;
  int32_t transa = MUBLAS_OP_N;
  int32_t transb = MUBLAS_OP_N;
  uint32_t epilogue = MUBLASLT_EPILOGUE_DEFAULT;
  void *bias = nullptr;   ///< gets a gradient, if the epilogue has one
  int64_t biasStride = 0; ///< elements
  void *aux = nullptr;
  int64_t auxLd = 0;     ///< elements; of ReLU's mask bits, as the stride
  int64_t auxStride = 0; ///< from one matrix to the next
  int32_t auxType = -1;  ///< -1: D's
  int32_t biasType = -1; ///< -1: that of D, or what D's is widened to
  const float *scaleA = nullptr;
  const float *scaleB = nullptr;
  const float *scaleC = nullptr;
  const float *scaleD = nullptr;
  float *largest = nullptr;           ///< gets the largest magnitude in D before it is scaled
  const float *alphaOfRows = nullptr; ///< if each row of D has its own
};

struct Layout {
  uint32_t type = MUSA_R_32F;
  int32_t order = MUBLASLT_ORDER_COL;
  uint64_t rows = 0;
  uint64_t columns = 0;
  int64_t ld = 0;
  int32_t count = 1;
  int64_t stride = 0; ///< elements, from one matrix to the next
};

struct Preference {};

template <typename Value, typename Opaque> Value &in(Opaque *opaque) {
  static_assert(sizeof(Value) <= sizeof(Opaque) && alignof(Value) <= alignof(Opaque) &&
                std::is_trivially_copyable_v<Value>);
  return *std::launder(reinterpret_cast<Value *>(opaque->data));
}
Desc &in(mublasLtMatmulDesc_t desc) { return in<Desc>(desc); }
Layout &in(mublasLtMatrixLayout_t layout) { return in<Layout>(layout); }

/// Copies an attribute's value into `field`.
template <typename T> mublasStatus_t take(T &field, const void *value, size_t bytes) {
  if (value == nullptr || bytes < sizeof(T))
    return MUBLAS_STATUS_INVALID_VALUE;
  std::memcpy(static_cast<void *>(&field), value, sizeof(T));
  return MUBLAS_STATUS_SUCCESS;
}

template <typename Value, typename Opaque>
mublasStatus_t init(Opaque *opaque, size_t bytes, const Value &value) {
  if (opaque == nullptr || bytes < sizeof(Opaque))
    return MUBLAS_STATUS_INVALID_VALUE;
  new (opaque->data) Value(value);
  return MUBLAS_STATUS_SUCCESS;
}

template <typename Value, typename Opaque>
mublasStatus_t create(Opaque **result, const Value &value) {
  if (result == nullptr)
    return MUBLAS_STATUS_INVALID_VALUE;
  *result = new (std::nothrow) Opaque();
  return *result != nullptr ? init(*result, sizeof(Opaque), value) : MUBLAS_STATUS_ALLOC_FAILED;
}

Desc newDesc(mublasComputeType_t computeType, musaDataType_t scaleType) {
  Desc desc;
  desc.computeType = computeType;
  desc.scaleType = static_cast<int32_t>(scaleType);
  return desc;
}

Layout newLayout(musaDataType_t type, uint64_t rows, uint64_t columns, int64_t ld) {
  Layout layout;
  layout.type = static_cast<uint32_t>(type);
  layout.rows = rows;
  layout.columns = columns;
  layout.ld = ld;
  return layout;
}

/// Of one matmul, all that its layouts and its description say.
struct Plan {
  GemmShape shape;
  MixedTypes types;
  musaDataType_t scalars = MUSA_R_32F;
  int ldc = 1;
  int64_t strideA = 0; ///< bytes, as the others
  int64_t strideB = 0;
  int64_t strideC = 0;
  int64_t strideD = 0;
  uint32_t epilogue = MUBLASLT_EPILOGUE_DEFAULT;
  musaDataType_t biasType = MUSA_R_32F;
  musaDataType_t auxType = MUSA_R_32F;

  bool has(uint32_t parts) const { return (epilogue & parts) != 0; }
};

/// What an epilogue's bits say.
enum Part : uint32_t {
  Relu = 2,
  Bias = 4,
  ReluGradient = 8,
  BiasGradient = 16,
  Gelu = 32,
  GeluGradient = 64,
  Auxiliary = 128, ///< what an activation writes and its gradient reads
  SumOfA = 256,
  SumOfB = 512,
};
constexpr uint32_t sums = BiasGradient | SumOfA | SumOfB;

bool fitsInt(uint64_t number) { return number <= std::numeric_limits<int>::max(); }

bool isKnown(uint32_t epilogue) {
  switch (epilogue) {
  case MUBLASLT_EPILOGUE_DEFAULT:
  case MUBLASLT_EPILOGUE_RELU:
  case MUBLASLT_EPILOGUE_BIAS:
  case MUBLASLT_EPILOGUE_RELU_BIAS:
  case MUBLASLT_EPILOGUE_GELU:
  case MUBLASLT_EPILOGUE_GELU_BIAS:
  case MUBLASLT_EPILOGUE_RELU_AUX:
  case MUBLASLT_EPILOGUE_RELU_AUX_BIAS:
  case MUBLASLT_EPILOGUE_DRELU:
  case MUBLASLT_EPILOGUE_DRELU_BGRAD:
  case MUBLASLT_EPILOGUE_GELU_AUX:
  case MUBLASLT_EPILOGUE_GELU_AUX_BIAS:
  case MUBLASLT_EPILOGUE_DGELU:
  case MUBLASLT_EPILOGUE_DGELU_BGRAD:
  case MUBLASLT_EPILOGUE_BGRADA:
  case MUBLASLT_EPILOGUE_BGRADB:
    return true;
  default:
    return false;
  }
}

mublasStatus_t planEpilogue(const Desc &desc, Plan &plan) {
  if (!isKnown(desc.epilogue))
    return MUBLAS_STATUS_NOT_SUPPORTED;
  plan.epilogue = desc.epilogue;
  const bool hasScales = desc.scaleA != nullptr || desc.scaleB != nullptr ||
                         desc.scaleC != nullptr || desc.scaleD != nullptr ||
                         desc.largest != nullptr;
  const bool computesFloats = plan.scalars == MUSA_R_32F || plan.scalars == MUSA_R_16F;
  const bool computesDoubles = plan.scalars == MUSA_R_64F;
  if ((hasScales && !computesFloats) ||
      (desc.epilogue != MUBLASLT_EPILOGUE_DEFAULT && !computesFloats && !computesDoubles))
    return MUBLAS_STATUS_NOT_SUPPORTED;
  if (plan.has(Auxiliary)) {
    const bool isMask = plan.has(Relu | ReluGradient);
    if (desc.aux == nullptr || desc.auxLd < plan.shape.m || desc.auxLd % (isMask ? 128 : 8) != 0)
      return MUBLAS_STATUS_INVALID_VALUE;
    plan.auxType = desc.auxType >= 0 ? static_cast<musaDataType_t>(desc.auxType) : plan.types.d;
    const bool isFloat = plan.auxType == MUSA_R_32F || isNarrow(plan.auxType);
    if (!isMask && (computesDoubles ? plan.auxType != MUSA_R_64F : !isFloat))
      return MUBLAS_STATUS_NOT_SUPPORTED;
  }
  if (plan.has(Bias | sums)) {
    if (desc.bias == nullptr)
      return MUBLAS_STATUS_INVALID_VALUE;
    const bool isByte = sizeOf(plan.types.d) == 1;
    plan.biasType = desc.biasType >= 0 ? static_cast<musaDataType_t>(desc.biasType)
                    : isByte           ? MUSA_R_16BF
                                       : plan.types.d;
    const bool isFloat = plan.biasType == MUSA_R_32F || isNarrow(plan.biasType);
    if (computesDoubles ? plan.biasType != MUSA_R_64F : !isFloat)
      return MUBLAS_STATUS_NOT_SUPPORTED;
  }
  return MUBLAS_STATUS_SUCCESS;
}

mublasStatus_t makePlan(const Desc &desc, const Layout &a, const Layout &b, const Layout &c,
                        const Layout &d, Plan &plan) {
  for (const Layout *layout : {&a, &b, &c, &d}) {
    if (layout->order != MUBLASLT_ORDER_COL)
      return MUBLAS_STATUS_NOT_SUPPORTED;
    if (!fitsInt(layout->rows) || !fitsInt(layout->columns) || layout->ld < 1 ||
        !fitsInt(static_cast<uint64_t>(layout->ld)) || layout->count != d.count)
      return MUBLAS_STATUS_INVALID_VALUE;
  }
  GemmShape &shape = plan.shape;
  shape.transa = static_cast<mublasOperation_t>(desc.transa);
  shape.transb = static_cast<mublasOperation_t>(desc.transb);
  shape.m = static_cast<int>(d.rows);
  shape.n = static_cast<int>(d.columns);
  shape.k = static_cast<int>(desc.transa == MUBLAS_OP_N ? a.columns : a.rows);
  shape.lda = static_cast<int>(a.ld);
  shape.ldb = static_cast<int>(b.ld);
  shape.ldc = static_cast<int>(d.ld);
  shape.count = d.count;
  plan.ldc = static_cast<int>(c.ld);
  const uint64_t rowsOfA = desc.transa == MUBLAS_OP_N ? a.rows : a.columns;
  const uint64_t rowsOfB = desc.transb == MUBLAS_OP_N ? b.rows : b.columns;
  const uint64_t columnsOfB = desc.transb == MUBLAS_OP_N ? b.columns : b.rows;
  if (rowsOfA != d.rows || rowsOfB != static_cast<uint64_t>(shape.k) || columnsOfB != d.columns ||
      c.rows != d.rows || c.columns != d.columns)
    return MUBLAS_STATUS_INVALID_VALUE;

  plan.types = {static_cast<musaDataType_t>(a.type), static_cast<musaDataType_t>(b.type),
                static_cast<musaDataType_t>(c.type), static_cast<musaDataType_t>(d.type),
                static_cast<mublasComputeType_t>(desc.computeType)};
  const std::optional<musaDataType_t> scalars = scalarType(plan.types);
  if (!scalars || *scalars != static_cast<musaDataType_t>(desc.scaleType))
    return MUBLAS_STATUS_NOT_SUPPORTED;
  plan.scalars = *scalars;
  const auto bytes = [](const Layout &layout) {
    return layout.stride * static_cast<int64_t>(sizeOf(static_cast<musaDataType_t>(layout.type)));
  };
  plan.strideA = bytes(a);
  plan.strideB = bytes(b);
  plan.strideC = bytes(c);
  plan.strideD = bytes(d);

  return planEpilogue(desc, plan);
}

template <typename T> T gelu(T x) {
  constexpr T factor{0.79788456080286535588L}; // sqrt(2 / pi)
  return T(0.5) * x * (1 + std::tanh(factor * (x + T(0.044715) * x * x * x)));
}

/// The derivative of gelu(x).
template <typename T> T geluGradient(T x) {
  constexpr T factor{0.79788456080286535588L};
  const T tanh = std::tanh(factor * (x + T(0.044715) * x * x * x));
  return T(0.5) * (1 + tanh) +
         T(0.5) * x * (1 - tanh * tanh) * factor * (1 + T(3 * 0.044715) * x * x);
}

template <typename T> T load(const void *array, musaDataType_t type, ptrdiff_t index) {
  if constexpr (std::is_same_v<T, double>)
    return static_cast<const double *>(array)[index];
  else
    return loadFloat(array, type, index);
}

template <typename T> void store(void *array, musaDataType_t type, ptrdiff_t index, T value) {
  if constexpr (std::is_same_v<T, double>)
    static_cast<double *>(array)[index] = value;
  else
    storeFloat(array, type, index, value);
}

/// Bias and activation, or the gradient of one, of a column of product `index`. `gradient`: the sum
/// of each row's values so far.
template <typename T>
void finish(const Plan &plan, const Desc &desc, int index, int column, T *values,
            std::vector<T> &gradient) {
  const ptrdiff_t firstBias = desc.biasStride * index;
  const ptrdiff_t firstAux = desc.auxStride * index + desc.auxLd * column;
  for (int row = 0; row < plan.shape.m; ++row) {
    T &value = values[row];
    const ptrdiff_t aux = firstAux + row;
    unsigned char *mask =
        plan.has(Auxiliary) ? static_cast<unsigned char *>(desc.aux) + aux / 8 : nullptr;
    const unsigned bit = 1U << (aux % 8);
    if (plan.has(Bias))
      value += load<T>(desc.bias, plan.biasType, firstBias + row);
    if (plan.has(Auxiliary) && plan.has(Relu))
      *mask = static_cast<unsigned char>(value > 0 ? *mask | bit : *mask & ~bit);
    if (plan.has(Auxiliary) && plan.has(Gelu))
      store(desc.aux, plan.auxType, aux, value);
    if (plan.has(Relu))
      value = std::max(value, T(0));
    if (plan.has(Gelu))
      value = gelu(value);
    if (plan.has(ReluGradient) && (*mask & bit) == 0)
      value = 0;
    if (plan.has(GeluGradient))
      value *= geluGradient(load<T>(desc.aux, plan.auxType, aux));
    if (plan.has(BiasGradient))
      gradient[row] += value;
  }
}

/// The sums of the rows of op(A), or of the columns of op(B), of product `index`.
template <typename T>
std::vector<T> sumOfInput(const Plan &plan, const std::byte *a, const std::byte *b) {
  const bool isA = plan.has(SumOfA);
  const GemmShape &shape = plan.shape;
  const void *matrix = isA ? a : b;
  const musaDataType_t type = isA ? plan.types.a : plan.types.b;
  const ptrdiff_t ld = isA ? shape.lda : shape.ldb;
  const bool isAlongColumns = isA == ((isA ? shape.transa : shape.transb) != MUBLAS_OP_N);
  std::vector<T> sum(isA ? shape.m : shape.n);
  for (size_t i = 0; i < sum.size(); ++i)
    for (ptrdiff_t k = 0; k < shape.k; ++k) {
      const auto at = static_cast<ptrdiff_t>(i);
      sum[i] += load<T>(matrix, type, isAlongColumns ? k + at * ld : at + k * ld);
    }
  return sum;
}

/// Scale of one column, and the largest magnitude.
void scale(const Desc &desc, float *values, int m) {
  for (int row = 0; row < m; ++row) {
    if (desc.largest != nullptr)
      *desc.largest = std::max(*desc.largest, std::fabs(values[row]));
    if (desc.scaleD != nullptr)
      values[row] *= *desc.scaleD;
  }
}

/// Any alpha or beta, as the description has them.
struct ScalarBytes {
  alignas(16) unsigned char bytes[16] = {};

  ScalarBytes(const void *from, musaDataType_t type) { std::memcpy(bytes, from, sizeOf(type)); }
  void multiply(const float *factor, musaDataType_t type) {
    if (factor != nullptr)
      storeFloat(bytes, type, 0, loadFloat(bytes, type, 0) * *factor);
  }
};

struct Product {
  int index;
  const std::byte *a, *b, *c;
  std::byte *d;
};

template <typename T>
void runProduct(const Plan &plan, const Desc &desc, const ScalarBytes &alpha,
                const ScalarBytes &beta, const Product &product) {
  std::vector<T> gradient(plan.has(BiasGradient) ? plan.shape.m : 0);
  if (plan.has(SumOfA | SumOfB))
    gradient = sumOfInput<T>(plan, product.a, product.b);
  Epilogue epilogue;
  if constexpr (std::is_same_v<T, float>)
    if (plan.epilogue != MUBLASLT_EPILOGUE_DEFAULT || desc.scaleD || desc.largest ||
        desc.alphaOfRows)
      epilogue = [&](int column, float *values, int m) {
        for (int row = 0; desc.alphaOfRows != nullptr && row < m; ++row)
          values[row] *= desc.alphaOfRows[row];
        finish(plan, desc, product.index, column, values, gradient);
        scale(desc, values, m);
      };
  mixedGemm(plan.shape, plan.types, alpha.bytes, product.a, product.b, beta.bytes, product.c,
            plan.ldc, product.d, epilogue);
  // Doubles are not rounded when they are stored: what follows is done in place.
  if constexpr (std::is_same_v<T, double>)
    for (int column = 0; column < plan.shape.n; ++column)
      finish(plan, desc, product.index, column,
             reinterpret_cast<double *>(product.d) + static_cast<size_t>(column) * plan.shape.ldc,
             gradient);
  for (size_t i = 0; i < gradient.size(); ++i)
    store(desc.bias, plan.biasType, desc.biasStride * product.index + static_cast<ptrdiff_t>(i),
          gradient[i]);
}

void runPlan(const Plan &plan, const Desc &desc, ScalarBytes alpha, ScalarBytes beta,
             const std::byte *a, const std::byte *b, const std::byte *c, std::byte *d) {
  alpha.multiply(desc.scaleA, plan.scalars);
  alpha.multiply(desc.scaleB, plan.scalars);
  beta.multiply(desc.scaleC, plan.scalars);
  if (desc.largest != nullptr)
    *desc.largest = 0;
  for (int i = 0; i < plan.shape.count; ++i) {
    const Product product{i, a + i * plan.strideA, b + i * plan.strideB, c + i * plan.strideC,
                          d + i * plan.strideD};
    if (plan.types.d == MUSA_R_64F)
      runProduct<double>(plan, desc, alpha, beta, product);
    else
      runProduct<float>(plan, desc, alpha, beta, product);
  }
}

} // namespace
} // namespace musaport::blas

using namespace musaport::blas;

mublasStatus_t mublasLtCreate(mublasLtHandle_t *handle) { return mublasCreate(handle); }
mublasStatus_t mublasLtDestroy(mublasLtHandle_t handle) { return mublasDestroy(handle); }
size_t mublasLtGetVersion(void) { return MUBLAS_VERSION; }

mublasStatus_t mublasLtMatmulDescCreate(mublasLtMatmulDesc_t *desc, mublasComputeType_t computeType,
                                        musaDataType_t scaleType) {
  return create(desc, newDesc(computeType, scaleType));
}
mublasStatus_t mublasLtMatmulDescInit_internal(mublasLtMatmulDesc_t desc, size_t bytes,
                                               mublasComputeType_t computeType,
                                               musaDataType_t scaleType) {
  return init(desc, bytes, newDesc(computeType, scaleType));
}
mublasStatus_t mublasLtMatmulDescDestroy(mublasLtMatmulDesc_t desc) {
  delete desc;
  return MUBLAS_STATUS_SUCCESS;
}

mublasStatus_t mublasLtMatmulDescSetAttribute(mublasLtMatmulDesc_t desc,
                                              mublasLtMatmulDescAttributes_t attribute,
                                              const void *value, size_t bytes) {
  if (desc == nullptr)
    return MUBLAS_STATUS_INVALID_VALUE;
  switch (attribute) {
  case MUBLASLT_MATMUL_DESC_COMPUTE_TYPE:
    return take(in(desc).computeType, value, bytes);
  case MUBLASLT_MATMUL_DESC_SCALE_TYPE:
    return take(in(desc).scaleType, value, bytes);
  case MUBLASLT_MATMUL_DESC_POINTER_MODE:
    return take(in(desc).pointerMode, value, bytes);
  case MUBLASLT_MATMUL_DESC_TRANSA:
    return take(in(desc).transa, value, bytes);
  case MUBLASLT_MATMUL_DESC_TRANSB:
    return take(in(desc).transb, value, bytes);
  case MUBLASLT_MATMUL_DESC_EPILOGUE:
    return take(in(desc).epilogue, value, bytes);
  case MUBLASLT_MATMUL_DESC_BIAS_POINTER:
    return take(in(desc).bias, value, bytes);
  case MUBLASLT_MATMUL_DESC_BIAS_BATCH_STRIDE:
    return take(in(desc).biasStride, value, bytes);
  case MUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE:
    return take(in(desc).biasType, value, bytes);
  case MUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER:
    return take(in(desc).aux, value, bytes);
  case MUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD:
    return take(in(desc).auxLd, value, bytes);
  case MUBLASLT_MATMUL_DESC_EPILOGUE_AUX_BATCH_STRIDE:
    return take(in(desc).auxStride, value, bytes);
  case MUBLASLT_MATMUL_DESC_EPILOGUE_AUX_DATA_TYPE:
    return take(in(desc).auxType, value, bytes);
  case MUBLASLT_MATMUL_DESC_A_SCALE_POINTER:
    return take(in(desc).scaleA, value, bytes);
  case MUBLASLT_MATMUL_DESC_B_SCALE_POINTER:
    return take(in(desc).scaleB, value, bytes);
  case MUBLASLT_MATMUL_DESC_C_SCALE_POINTER:
    return take(in(desc).scaleC, value, bytes);
  case MUBLASLT_MATMUL_DESC_D_SCALE_POINTER:
    return take(in(desc).scaleD, value, bytes);
  case MUBLASLT_MATMUL_DESC_AMAX_D_POINTER:
    return take(in(desc).largest, value, bytes);
  case MUBLASLT_MATMUL_DESC_FAST_ACCUM: // allows to be less precise
    return MUBLAS_STATUS_SUCCESS;
  }
  return MUBLAS_STATUS_NOT_SUPPORTED;
}

mublasStatus_t mublasLtMatrixLayoutCreate(mublasLtMatrixLayout_t *layout, musaDataType_t type,
                                          uint64_t rows, uint64_t columns, int64_t ld) {
  return create(layout, newLayout(type, rows, columns, ld));
}
mublasStatus_t mublasLtMatrixLayoutInit_internal(mublasLtMatrixLayout_t layout, size_t bytes,
                                                 musaDataType_t type, uint64_t rows,
                                                 uint64_t columns, int64_t ld) {
  return init(layout, bytes, newLayout(type, rows, columns, ld));
}
mublasStatus_t mublasLtMatrixLayoutDestroy(mublasLtMatrixLayout_t layout) {
  delete layout;
  return MUBLAS_STATUS_SUCCESS;
}

mublasStatus_t mublasLtMatrixLayoutSetAttribute(mublasLtMatrixLayout_t layout,
                                                mublasLtMatrixLayoutAttribute_t attribute,
                                                const void *value, size_t bytes) {
  if (layout == nullptr)
    return MUBLAS_STATUS_INVALID_VALUE;
  switch (attribute) {
  case MUBLASLT_MATRIX_LAYOUT_TYPE:
    return take(in(layout).type, value, bytes);
  case MUBLASLT_MATRIX_LAYOUT_ORDER:
    return take(in(layout).order, value, bytes);
  case MUBLASLT_MATRIX_LAYOUT_ROWS:
    return take(in(layout).rows, value, bytes);
  case MUBLASLT_MATRIX_LAYOUT_COLS:
    return take(in(layout).columns, value, bytes);
  case MUBLASLT_MATRIX_LAYOUT_LD:
    return take(in(layout).ld, value, bytes);
  case MUBLASLT_MATRIX_LAYOUT_BATCH_COUNT:
    return take(in(layout).count, value, bytes);
  case MUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET:
    return take(in(layout).stride, value, bytes);
  }
  return MUBLAS_STATUS_NOT_SUPPORTED;
}

mublasStatus_t mublasLtMatmulPreferenceCreate(mublasLtMatmulPreference_t *preference) {
  return create(preference, Preference());
}
mublasStatus_t mublasLtMatmulPreferenceInit_internal(mublasLtMatmulPreference_t preference,
                                                     size_t bytes) {
  return init(preference, bytes, Preference());
}
mublasStatus_t mublasLtMatmulPreferenceDestroy(mublasLtMatmulPreference_t preference) {
  delete preference;
  return MUBLAS_STATUS_SUCCESS;
}
mublasStatus_t mublasLtMatmulPreferenceSetAttribute(mublasLtMatmulPreference_t preference,
                                                    mublasLtMatmulPreferenceAttributes_t,
                                                    const void *value, size_t) {
  return preference != nullptr && value != nullptr ? MUBLAS_STATUS_SUCCESS
                                                   : MUBLAS_STATUS_INVALID_VALUE;
}

mublasStatus_t mublasLtMatmulAlgoGetHeuristic(mublasLtHandle_t handle, mublasLtMatmulDesc_t desc,
                                              mublasLtMatrixLayout_t a, mublasLtMatrixLayout_t b,
                                              mublasLtMatrixLayout_t c, mublasLtMatrixLayout_t d,
                                              mublasLtMatmulPreference_t, int wanted,
                                              mublasLtMatmulHeuristicResult_t results[],
                                              int *found) {
  if (handle == nullptr)
    return MUBLAS_STATUS_NOT_INITIALIZED;
  if (desc == nullptr || a == nullptr || b == nullptr || c == nullptr || d == nullptr ||
      wanted < 1 || results == nullptr || found == nullptr)
    return MUBLAS_STATUS_INVALID_VALUE;
  *found = 0;
  Plan plan;
  const mublasStatus_t status = makePlan(in(desc), in(a), in(b), in(c), in(d), plan);
  if (status != MUBLAS_STATUS_SUCCESS)
    return status;
  *found = 1;
  results[0] = {};
  results[0].wavesCount = 1;
  return MUBLAS_STATUS_SUCCESS;
}

mublasStatus_t mublasLtMatmul(mublasLtHandle_t handle, mublasLtMatmulDesc_t desc, const void *alpha,
                              const void *a, mublasLtMatrixLayout_t aLayout, const void *b,
                              mublasLtMatrixLayout_t bLayout, const void *beta, const void *c,
                              mublasLtMatrixLayout_t cLayout, void *d,
                              mublasLtMatrixLayout_t dLayout, const mublasLtMatmulAlgo_t *, void *,
                              size_t, musaStream_t stream) {
  if (handle == nullptr)
    return MUBLAS_STATUS_NOT_INITIALIZED;
  if (desc == nullptr || aLayout == nullptr || bLayout == nullptr || cLayout == nullptr ||
      dLayout == nullptr || alpha == nullptr ||
      (beta == nullptr &&
       in(desc).pointerMode != MUBLASLT_POINTER_MODE_ALPHA_DEVICE_VECTOR_BETA_ZERO))
    return MUBLAS_STATUS_INVALID_VALUE;
  Plan plan;
  if (const mublasStatus_t status =
          makePlan(in(desc), in(aLayout), in(bLayout), in(cLayout), in(dLayout), plan);
      status != MUBLAS_STATUS_SUCCESS)
    return status;
  if (plan.shape.isEmpty())
    return MUBLAS_STATUS_SUCCESS;
  const auto *first = static_cast<const std::byte *>(a);
  const auto *second = static_cast<const std::byte *>(b);
  const auto *added = static_cast<const std::byte *>(c != nullptr ? c : d);
  auto *result = static_cast<std::byte *>(d);
  if (in(desc).pointerMode == MUBLASLT_POINTER_MODE_ALPHA_DEVICE_VECTOR_BETA_ZERO &&
      plan.scalars == MUSA_R_32F)
    return statusOf(musaport::submit(stream, [=, desc = in(desc)]() mutable {
      const float one = 1, zero = 0;
      desc.alphaOfRows = static_cast<const float *>(alpha);
      runPlan(plan, desc, {&one, plan.scalars}, {&zero, plan.scalars}, first, second, added,
              result);
    }));
  if (in(desc).pointerMode > MUBLASLT_POINTER_MODE_DEVICE)
    return MUBLAS_STATUS_NOT_SUPPORTED;
  if (in(desc).pointerMode == MUBLASLT_POINTER_MODE_DEVICE)
    return statusOf(musaport::submit(stream, [=, desc = in(desc)] {
      runPlan(plan, desc, {alpha, plan.scalars}, {beta, plan.scalars}, first, second, added,
              result);
    }));
  return statusOf(
      musaport::submit(stream, [=, desc = in(desc), by = ScalarBytes(alpha, plan.scalars),
                                of = ScalarBytes(beta, plan.scalars)] {
        runPlan(plan, desc, by, of, first, second, added, result);
      }));
}
