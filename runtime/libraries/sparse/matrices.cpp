//===- libraries/sparse/matrices.cpp ---------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "matrices.h"

#include <utility>

namespace musaport::sparse {
namespace {

size_t sizeOf(musparseIndexType_t type) {
  switch (type) {
  case MUSPARSE_INDEX_16U:
    return sizeof(uint16_t);
  case MUSPARSE_INDEX_32I:
    return sizeof(int32_t);
  case MUSPARSE_INDEX_64I:
    break;
  }
  return sizeof(int64_t);
}

/// Calls `action` with a pointer to the indices.
template <typename Action> void withIndices(void *array, musparseIndexType_t type, Action action) {
  switch (type) {
  case MUSPARSE_INDEX_16U:
    return action(static_cast<uint16_t *>(array));
  case MUSPARSE_INDEX_32I:
    return action(static_cast<int32_t *>(array));
  case MUSPARSE_INDEX_64I:
    return action(static_cast<int64_t *>(array));
  }
}

void *advanced(void *array, musparseIndexType_t type, int64_t elements) {
  return static_cast<std::byte *>(array) + elements * static_cast<int64_t>(sizeOf(type));
}

struct Triplet {
  int64_t row;
  int64_t column;
  int64_t place;
};

/// All that is stored, in the order of memory.
std::vector<Triplet> tripletsOf(const SparseMatrix &matrix) {
  std::vector<Triplet> result;
  if (matrix.format == MUSPARSE_FORMAT_COO) {
    const auto rows = loadIndices(matrix.major, matrix.majorType, matrix.base, matrix.nonzeros);
    const auto columns = loadIndices(matrix.minor, matrix.minorType, matrix.base, matrix.nonzeros);
    result.reserve(rows.size());
    for (int64_t i = 0; i < matrix.nonzeros; ++i)
      result.push_back({rows[i], columns[i], i});
    return result;
  }
  const bool isByColumn = matrix.format == MUSPARSE_FORMAT_CSC;
  const int64_t size = matrix.blockSize;
  const int64_t lines = (isByColumn ? matrix.columns : matrix.rows) / size;
  if (lines == 0)
    return result;
  const auto offsets = loadIndices(matrix.major, matrix.majorType, matrix.base, lines + 1);
  const auto minors = loadIndices(matrix.minor, matrix.minorType, matrix.base, offsets.back());
  result.reserve(minors.size() * size * size);
  for (int64_t line = 0; line < lines; ++line)
    for (int64_t i = offsets[line]; i < offsets[line + 1]; ++i)
      for (int64_t inner = 0; inner < size * size; ++inner) {
        int64_t row = inner / size;
        int64_t column = inner % size;
        if (matrix.blockDirection == MUSPARSE_DIRECTION_COLUMN)
          std::swap(row, column);
        Triplet triplet = {line * size + row, minors[i] * size + column, i * size * size + inner};
        if (isByColumn)
          std::swap(triplet.row, triplet.column);
        result.push_back(triplet);
      }
  return result;
}

} // namespace

SparseMatrix SparseMatrix::ofBatch(int index) const {
  SparseMatrix result = *this;
  result.major = advanced(major, majorType, majorBatchStride * index);
  result.minor = advanced(minor, minorType, batchStride * index);
  result.values = sparse::advanced(values, type, batchStride * index);
  return result;
}

Rows rowsOf(const SparseMatrix &matrix, musparseOperation_t operation) {
  Rows result;
  result.rows = rowCount(matrix, operation);
  result.columns = columnCount(matrix, operation);
  result.isConjugated = operation == MUSPARSE_OPERATION_CONJUGATE_TRANSPOSE;
  std::vector<Triplet> triplets = tripletsOf(matrix);
  if (operation != MUSPARSE_OPERATION_NON_TRANSPOSE)
    for (Triplet &triplet : triplets)
      std::swap(triplet.row, triplet.column);
  // Sorted by counting: a row's entries stay in the order of memory.
  result.offsets.resize(result.rows + 1);
  for (const Triplet &triplet : triplets)
    ++result.offsets[triplet.row + 1];
  for (int64_t row = 0; row < result.rows; ++row)
    result.offsets[row + 1] += result.offsets[row];
  result.entries.resize(triplets.size());
  std::vector<int64_t> next(result.offsets.begin(), result.offsets.end() - 1);
  for (const Triplet &triplet : triplets)
    result.entries[next[triplet.row]++] = {triplet.column, triplet.place};
  return result;
}

std::vector<int64_t> loadIndices(void *array, musparseIndexType_t type, musparseIndexBase_t base,
                                 int64_t count) {
  std::vector<int64_t> result(count);
  withIndices(array, type, [&](const auto *indices) {
    for (int64_t i = 0; i < count; ++i)
      result[i] = static_cast<int64_t>(indices[i]) - base;
  });
  return result;
}

void storeIndex(void *array, musparseIndexType_t type, int64_t index, int64_t value) {
  withIndices(array, type, [&](auto *indices) {
    indices[index] = static_cast<std::remove_reference_t<decltype(*indices)>>(value);
  });
}

} // namespace musaport::sparse
