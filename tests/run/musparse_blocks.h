//===- musparse_blocks.h - tests of functions with a type letter -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_TESTS_RUN_MUSPARSE_BLOCKS_H
#define MUSAPORT_TESTS_RUN_MUSPARSE_BLOCKS_H

#include "musparse_test.h"

template <typename T> struct BlockApi;
#define BLOCK_API(L, T, A)                                                                         \
  template <> struct BlockApi<T> {                                                                 \
    using Type = A;                                                                                \
    static constexpr auto mv = musparse##L##bsrmv;                                                 \
    static constexpr auto mm = musparse##L##bsrmm;                                                 \
    static constexpr auto sv2BufferSize = musparse##L##bsrsv2_bufferSize;                          \
    static constexpr auto sv2Analysis = musparse##L##bsrsv2_analysis;                              \
    static constexpr auto sv2Solve = musparse##L##bsrsv2_solve;                                    \
    static constexpr auto sm2BufferSize = musparse##L##bsrsm2_bufferSize;                          \
    static constexpr auto sm2Analysis = musparse##L##bsrsm2_analysis;                              \
    static constexpr auto sm2Solve = musparse##L##bsrsm2_solve;                                    \
    static constexpr auto addBufferSize = musparse##L##csrgeam2_bufferSizeExt;                     \
    static constexpr auto add = musparse##L##csrgeam2;                                             \
  };
BLOCK_API(S, float, float)
BLOCK_API(D, double, double)
BLOCK_API(C, std::complex<float>, muComplex)
BLOCK_API(Z, std::complex<double>, muDoubleComplex)
#undef BLOCK_API

/// The nonzero blocks of a matrix, in device memory.
template <typename T> class DeviceBlocks {
public:
  DeviceBlocks(const Matrix &matrix, int size, musparseDirection_t direction, int base)
      : DeviceBlocks(blocksOf(matrix, size, direction, base), base) {}
  DeviceBlocks(const DeviceBlocks &) = delete;
  ~DeviceBlocks() { CHECK_SPARSE(musparseDestroyMatDescr(descriptor)); }

  musparseMatDescr_t descriptor = nullptr;
  int count;
  DeviceArray<int> offsets, columns;
  DeviceArray<T> values;

private:
  struct Blocks {
    std::vector<int> offsets, columns;
    std::vector<T> values;
  };
  DeviceBlocks(const Blocks &blocks, int base)
      : count(int(blocks.columns.size())), offsets(blocks.offsets), columns(blocks.columns),
        values(blocks.values) {
    CHECK_SPARSE(musparseCreateMatDescr(&descriptor));
    CHECK_SPARSE(musparseSetMatIndexBase(descriptor, static_cast<musparseIndexBase_t>(base)));
  }

  static Blocks blocksOf(const Matrix &matrix, int size, musparseDirection_t direction, int base) {
    Blocks result;
    result.offsets.push_back(base);
    for (int row = 0; row < matrix.rows / size; ++row) {
      for (int column = 0; column < matrix.columns / size; ++column) {
        std::vector<T> block;
        bool isEmpty = true;
        for (int i = 0; i < size * size; ++i) {
          const bool isByRow = direction == MUSPARSE_DIRECTION_ROW;
          const Number value = matrix(row * size + (isByRow ? i / size : i % size),
                                      column * size + (isByRow ? i % size : i / size));
          block.push_back(to<T>(value));
          isEmpty = isEmpty && value == Number();
        }
        if (isEmpty)
          continue;
        result.columns.push_back(column + base);
        result.values.insert(result.values.end(), block.begin(), block.end());
      }
      result.offsets.push_back(int(result.columns.size()) + base);
    }
    return result;
  }
};

#endif // MUSAPORT_TESTS_RUN_MUSPARSE_BLOCKS_H
