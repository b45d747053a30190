//===- libraries/sparse/vectors.cpp - sparse vectors ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "handle.h"
#include "matrices.h"

struct musparseSpVecDescr {
  int64_t size = 0;
  int64_t nonzeros = 0;
  void *indices = nullptr;
  void *values = nullptr;
  musparseIndexType_t indexType = MUSPARSE_INDEX_32I;
  musparseIndexBase_t base = MUSPARSE_INDEX_BASE_ZERO;
  musaDataType_t type = MUSA_R_32F;
};

namespace musaport::sparse {
namespace {

/// Copies the elements of the indices in the direction that `copy` says.
template <typename Copy>
musparseStatus_t withPairs(musparseHandle_t handle, const musparseSpVecDescr *sparse,
                           const musparseDnVecDescr *dense, Copy copy) {
  if (handle == nullptr)
    return MUSPARSE_STATUS_NOT_INITIALIZED;
  if (sparse == nullptr || dense == nullptr || sparse->size != dense->matrix.rows)
    return MUSPARSE_STATUS_INVALID_VALUE;
  if (sparse->type != dense->matrix.type)
    return MUSPARSE_STATUS_NOT_SUPPORTED;
  return submit(*handle, [x = *sparse, y = dense->matrix.values, copy] {
    const std::vector<int64_t> indices = loadIndices(x.indices, x.indexType, x.base, x.nonzeros);
    withElements(x.type, [&](auto *element) {
      using T = std::remove_pointer_t<decltype(element)>;
      for (size_t i = 0; i < indices.size(); ++i)
        copy(static_cast<T *>(x.values)[i], static_cast<T *>(y)[indices[i]]);
    });
  });
}

} // namespace
} // namespace musaport::sparse

using namespace musaport::sparse;

musparseStatus_t musparseCreateSpVec(musparseSpVecDescr_t *vector, int64_t size, int64_t nnz,
                                     void *indices, void *values, musparseIndexType_t idxType,
                                     musparseIndexBase_t idxBase, musaDataType valueType) {
  if (size < 0 || nnz < 0 || nnz > size || idxType < MUSPARSE_INDEX_16U ||
      idxType > MUSPARSE_INDEX_64I ||
      (idxBase != MUSPARSE_INDEX_BASE_ZERO && idxBase != MUSPARSE_INDEX_BASE_ONE))
    return MUSPARSE_STATUS_INVALID_VALUE;
  if (!isElementType(valueType))
    return MUSPARSE_STATUS_NOT_SUPPORTED;
  const musparseStatus_t status = create(vector);
  if (status == MUSPARSE_STATUS_SUCCESS)
    **vector = {size, nnz, indices, values, idxType, idxBase, valueType};
  return status;
}
musparseStatus_t musparseDestroySpVec(musparseSpVecDescr_t vector) {
  if (vector == nullptr)
    return MUSPARSE_STATUS_INVALID_VALUE;
  delete vector;
  return MUSPARSE_STATUS_SUCCESS;
}
musparseStatus_t musparseSpVecGet(musparseSpVecDescr_t vector, int64_t *size, int64_t *nnz,
                                  void **indices, void **values, musparseIndexType_t *idxType,
                                  musparseIndexBase_t *idxBase, musaDataType *valueType) {
  if (vector == nullptr || size == nullptr || nnz == nullptr || indices == nullptr ||
      values == nullptr || idxType == nullptr || idxBase == nullptr || valueType == nullptr)
    return MUSPARSE_STATUS_INVALID_VALUE;
  *size = vector->size;
  *nnz = vector->nonzeros;
  *indices = vector->indices;
  *values = vector->values;
  *idxType = vector->indexType;
  *idxBase = vector->base;
  *valueType = vector->type;
  return MUSPARSE_STATUS_SUCCESS;
}
musparseStatus_t musparseSpVecGetIndexBase(musparseSpVecDescr_t vector,
                                           musparseIndexBase_t *idxBase) {
  if (vector == nullptr || idxBase == nullptr)
    return MUSPARSE_STATUS_INVALID_VALUE;
  *idxBase = vector->base;
  return MUSPARSE_STATUS_SUCCESS;
}
musparseStatus_t musparseSpVecGetValues(musparseSpVecDescr_t vector, void **values) {
  if (vector == nullptr || values == nullptr)
    return MUSPARSE_STATUS_INVALID_VALUE;
  *values = vector->values;
  return MUSPARSE_STATUS_SUCCESS;
}
musparseStatus_t musparseSpVecSetValues(musparseSpVecDescr_t vector, void *values) {
  if (vector == nullptr)
    return MUSPARSE_STATUS_INVALID_VALUE;
  vector->values = values;
  return MUSPARSE_STATUS_SUCCESS;
}

musparseStatus_t musparseGather(musparseHandle_t handle, musparseDnVecDescr_t vecY,
                                musparseSpVecDescr_t vecX) {
  return withPairs(handle, vecX, vecY, [](auto &x, auto &y) { x = y; });
}
musparseStatus_t musparseScatter(musparseHandle_t handle, musparseSpVecDescr_t vecX,
                                 musparseDnVecDescr_t vecY) {
  return withPairs(handle, vecX, vecY, [](auto &x, auto &y) { y = x; });
}
