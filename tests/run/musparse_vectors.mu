// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MCC: -lmusparse
//
// Sparse vectors of muSPARSE: their descriptors, and what gather and scatter copy.
#include "musparse_test.h"

namespace {

musparseHandle_t handle;

template <typename T, typename Index> void testCopies(musparseIndexBase_t base) {
  const std::vector<Index> places = {Index(6 + base), Index(0 + base), Index(3 + base)};
  std::vector<T> sparse(3), dense(8);
  for (int i = 0; i < 8; ++i)
    dense[i] = to<T>(Number(i + 10, i));
  const DeviceArray<Index> indices(places);
  const DeviceArray<T> values(sparse), all(dense);
  musparseSpVecDescr_t x = nullptr;
  musparseDnVecDescr_t y = nullptr;
  CHECK_SPARSE(musparseCreateSpVec(&x, 8, 3, indices.get(), values.get(), indexType<Index>, base,
                                   Type<T>::type));
  CHECK_SPARSE(musparseCreateDnVec(&y, 8, all.get(), Type<T>::type));
  CHECK_SPARSE(musparseGather(handle, y, x));
  sparse = values.read();
  for (int i = 0; i < 3; ++i)
    CHECK(from(sparse[i]) == from(dense[places[i] - base]));

  for (int i = 0; i < 3; ++i)
    sparse[i] = to<T>(Number(-i, 1));
  const DeviceArray<T> others(sparse);
  CHECK_SPARSE(musparseSpVecSetValues(x, others.get()));
  CHECK_SPARSE(musparseScatter(handle, x, y));
  const std::vector<T> result = all.read();
  for (int i = 0; i < 3; ++i)
    dense[places[i] - base] = sparse[i];
  for (int i = 0; i < 8; ++i)
    CHECK(from(result[i]) == from(dense[i]));

  int64_t size = 0, count = 0;
  void *where = nullptr, *what = nullptr;
  musparseIndexType_t type;
  musparseIndexBase_t isBase;
  musaDataType valueType;
  CHECK_SPARSE(musparseSpVecGet(x, &size, &count, &where, &what, &type, &isBase, &valueType));
  CHECK(size == 8 && count == 3 && where == indices.get() && what == others.get() &&
        type == indexType<Index> && isBase == base && valueType == Type<T>::type);
  CHECK_SPARSE(musparseSpVecGetIndexBase(x, &isBase));
  CHECK_SPARSE(musparseSpVecGetValues(x, &what));
  CHECK(isBase == base && what == others.get());
  CHECK_SPARSE(musparseDestroySpVec(x));
  CHECK_SPARSE(musparseDestroyDnVec(y));
}

void testErrors() {
  musparseSpVecDescr_t x = nullptr;
  musparseDnVecDescr_t y = nullptr, z = nullptr;
  const auto create = [&](int64_t size, int64_t count, musaDataType type) {
    return musparseCreateSpVec(&x, size, count, nullptr, nullptr, MUSPARSE_INDEX_32I,
                               MUSPARSE_INDEX_BASE_ZERO, type);
  };
  CHECK_SPARSE_FAILS(create(-1, 0, MUSA_R_32F), MUSPARSE_STATUS_INVALID_VALUE);
  CHECK_SPARSE_FAILS(create(2, 3, MUSA_R_32F), MUSPARSE_STATUS_INVALID_VALUE);
  CHECK_SPARSE_FAILS(create(2, 1, MUSA_C_8U), MUSPARSE_STATUS_NOT_SUPPORTED);
  CHECK_SPARSE(create(4, 0, MUSA_R_32F));
  CHECK_SPARSE(musparseCreateDnVec(&y, 5, nullptr, MUSA_R_32F));
  CHECK_SPARSE(musparseCreateDnVec(&z, 4, nullptr, MUSA_R_64F));
  CHECK_SPARSE_FAILS(musparseGather(handle, y, x), MUSPARSE_STATUS_INVALID_VALUE);
  CHECK_SPARSE_FAILS(musparseScatter(handle, x, z), MUSPARSE_STATUS_NOT_SUPPORTED);
  CHECK_SPARSE_FAILS(musparseScatter(nullptr, x, z), MUSPARSE_STATUS_NOT_INITIALIZED);
  CHECK_SPARSE_FAILS(musparseScatter(handle, nullptr, z), MUSPARSE_STATUS_INVALID_VALUE);
  CHECK_SPARSE_FAILS(musparseDestroySpVec(nullptr), MUSPARSE_STATUS_INVALID_VALUE);
  CHECK_SPARSE(musparseDestroySpVec(x));
  CHECK_SPARSE(musparseDestroyDnVec(y));
  CHECK_SPARSE(musparseDestroyDnVec(z));
}

} // namespace

int main() {
  CHECK_SPARSE(musparseCreate(&handle));
  testCopies<float, int>(MUSPARSE_INDEX_BASE_ZERO);
  testCopies<double, int64_t>(MUSPARSE_INDEX_BASE_ONE);
  testCopies<std::complex<float>, uint16_t>(MUSPARSE_INDEX_BASE_ZERO);
  testCopies<std::complex<double>, int>(MUSPARSE_INDEX_BASE_ONE);
  testCopies<__half, int>(MUSPARSE_INDEX_BASE_ZERO);
  testErrors();
  CHECK_SPARSE(musparseDestroy(handle));
  return CHECK_RESULT();
}
