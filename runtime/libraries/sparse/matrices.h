//===- libraries/sparse/matrices.h - matrices as descriptors say ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_LIBRARIES_SPARSE_MATRICES_H
#define MUSAPORT_LIBRARIES_SPARSE_MATRICES_H

#include "conversion.h"
#include "elements.h"
#include "musparse.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace musaport::sparse {

inline bool isValid(musparseOperation_t operation) {
  return operation >= MUSPARSE_OPERATION_NON_TRANSPOSE &&
         operation <= MUSPARSE_OPERATION_CONJUGATE_TRANSPOSE;
}

/// Where the elements of an array begin that are `elements` further.
inline void *advanced(void *array, musaDataType_t type, int64_t elements) {
  return static_cast<std::byte *>(array) + elements * static_cast<int64_t>(sizeOf(type));
}

struct DenseMatrix {
  int64_t rows = 0;
  int64_t columns = 0;
  int64_t ld = 0;
  void *values = nullptr;
  musaDataType_t type = MUSA_R_32F;
  musparseOrder_t order = MUSPARSE_ORDER_COL;
  int batchCount = 1;
  int64_t batchStride = 0;

  DenseMatrix ofBatch(int index) const {
    DenseMatrix result = *this;
    result.values = advanced(values, type, batchStride * index);
    return result;
  }
};

struct SparseMatrix {
  musparseFormat_t format = MUSPARSE_FORMAT_CSR;
  int64_t rows = 0;
  int64_t columns = 0;
  int64_t nonzeros = 0;
  void *major = nullptr; ///< offsets of rows (CSR) or of columns (CSC), or rows (COO)
  void *minor = nullptr; ///< columns; rows (CSC)
  void *values = nullptr;
  musparseIndexType_t majorType = MUSPARSE_INDEX_32I;
  musparseIndexType_t minorType = MUSPARSE_INDEX_32I;
  musparseIndexBase_t base = MUSPARSE_INDEX_BASE_ZERO;
  musaDataType_t type = MUSA_R_32F;
  musparseFillMode_t fill = MUSPARSE_FILL_MODE_LOWER;
  musparseDiagType_t diagonal = MUSPARSE_DIAG_TYPE_NON_UNIT;
  int batchCount = 1;
  int64_t majorBatchStride = 0;
  int64_t batchStride = 0;
  /// CSR only: of square blocks, which offsets and columns count; 1: of numbers.
  int blockSize = 1;
  musparseDirection_t blockDirection = MUSPARSE_DIRECTION_ROW;

  SparseMatrix ofBatch(int index) const;
};

/// What a matrix looks like to a product: rows, with the places of their values.
struct Rows {
  struct Entry {
    int64_t column;
    int64_t place; ///< in the array of values
  };
  int64_t rows = 0;
  int64_t columns = 0;
  bool isConjugated = false;
  std::vector<int64_t> offsets; ///< one more than there are rows
  std::vector<Entry> entries;

  const Entry *begin(int64_t row) const { return entries.data() + offsets[row]; }
  const Entry *end(int64_t row) const { return entries.data() + offsets[row + 1]; }
};

/// op(matrix). Reads its indices.
Rows rowsOf(const SparseMatrix &matrix, musparseOperation_t operation);

/// `count` indices, counted from 0.
std::vector<int64_t> loadIndices(void *array, musparseIndexType_t type, musparseIndexBase_t base,
                                 int64_t count);
/// Number `index` of an array of indices.
void storeIndex(void *array, musparseIndexType_t type, int64_t index, int64_t value);

/// op(matrix), element by element.
template <typename T> class View {
public:
  View(const DenseMatrix &matrix, musparseOperation_t operation)
      : values(static_cast<T *>(matrix.values)),
        isConjugated(operation == MUSPARSE_OPERATION_CONJUGATE_TRANSPOSE) {
    const bool isRowMajor = matrix.order == MUSPARSE_ORDER_ROW;
    const bool isTransposed = operation != MUSPARSE_OPERATION_NON_TRANSPOSE;
    (isRowMajor == isTransposed ? columnStride : rowStride) = matrix.ld;
  }

  ComputedType<T> get(int64_t row, int64_t column) const {
    return conjugatedIf(isConjugated, load(place(row, column)));
  }
  void set(int64_t row, int64_t column, const ComputedType<T> &value) const {
    store(place(row, column), value);
  }

private:
  T &place(int64_t row, int64_t column) const {
    return values[row * rowStride + column * columnStride];
  }

  T *values;
  int64_t rowStride = 1;
  int64_t columnStride = 1;
  bool isConjugated;
};

/// The extents of op(matrix), for both kinds of matrices.
template <typename Matrix> int64_t rowCount(const Matrix &matrix, musparseOperation_t operation) {
  return operation == MUSPARSE_OPERATION_NON_TRANSPOSE ? matrix.rows : matrix.columns;
}
template <typename Matrix>
int64_t columnCount(const Matrix &matrix, musparseOperation_t operation) {
  return operation == MUSPARSE_OPERATION_NON_TRANSPOSE ? matrix.columns : matrix.rows;
}

} // namespace musaport::sparse

struct musparseMatDescr {
  musparseMatrixType_t type = MUSPARSE_MATRIX_TYPE_GENERAL;
  musparseFillMode_t fill = MUSPARSE_FILL_MODE_LOWER;
  musparseDiagType_t diagonal = MUSPARSE_DIAG_TYPE_NON_UNIT;
  musparseIndexBase_t base = MUSPARSE_INDEX_BASE_ZERO;
};

struct musparseSpMatDescr {
  musaport::sparse::SparseMatrix matrix;
};

struct musparseDnMatDescr {
  musaport::sparse::DenseMatrix matrix;
};

/// A vector is a matrix of one column.
struct musparseDnVecDescr {
  musaport::sparse::DenseMatrix matrix;
};

#endif // MUSAPORT_LIBRARIES_SPARSE_MATRICES_H
