//===- mma.h - fragments of matrices, that a warp multiplies ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// mtmusa::wmma has CUDA's shapes, element types and functions. D (m x n) = A (m x k) * B (k x n) +
// C. The lanes share the elements of an accumulator: each has a tile of it. Of A a lane has all
// rows of its tile, of B all columns, so that mma_sync() asks no other lane. CUDA does not say
// which lane has which element either; an accumulator's num_elements is CUDA's, that of A and B is
// not.
//
// Arithmetic: products and sums of half, bfloat16 and tf32 are float; a half accumulator is rounded
// once. Integers wrap around, or saturate on demand.
//===----------------------------------------------------------------------===//
#ifndef __MUSA_MMA_H__
#define __MUSA_MMA_H__

#if defined(__cplusplus)

#include "musa_bf16.h"
#include "musa_fp16.h"
#include "musa_port/device/sync.h"
#include "musa_port/device/warp.h"

namespace mtmusa {
namespace wmma {

struct matrix_a;
struct matrix_b;
struct accumulator;
struct row_major;
struct col_major;
enum layout_t { mem_row_major, mem_col_major };

namespace precision {
struct tf32; ///< a float whose last 13 bits do not count
} // namespace precision

namespace experimental {
namespace precision {
struct u4; ///< eight of them in an unsigned, the first in the low bits
struct s4; ///< the same in an int
struct b1; ///< 32 of them in an unsigned
} // namespace precision
enum bmmaBitOp { bmmaBitOpXOR = 1, bmmaBitOpAND = 2 };
enum bmmaAccumulateOp { bmmaAccumulateOpPOPC = 1 };
} // namespace experimental

namespace __detail {

template <typename T, typename U> struct Same {
  static constexpr bool value = false;
};
template <typename T> struct Same<T, T> {
  static constexpr bool value = true;
};

constexpr bool isShape(int m, int n, int k, int wantedK) {
  return k == wantedK && ((m == 16 && n == 16) || (m == 32 && n == 8) || (m == 8 && n == 32));
}

/// What CUDA's documentation lists for the element type of A and B. `packed`: elements in a word.
template <typename T> struct Input {
  static constexpr bool has(int, int, int) { return false; }
};
template <typename T, int K> struct WholeInput {
  using Storage = T;
  static constexpr int packed = 1;
  static constexpr bool has(int m, int n, int k) { return isShape(m, n, k, K); }
};
template <> struct Input<__half> : WholeInput<__half, 16> {
  static __device__ float value(__half x) { return __half2float(x); }
};
template <> struct Input<__mt_bfloat16> : WholeInput<__mt_bfloat16, 16> {
  static __device__ float value(__mt_bfloat16 x) { return __bfloat162float(x); }
};
template <> struct Input<signed char> : WholeInput<signed char, 16> {
  static __device__ int value(signed char x) { return x; }
};
template <> struct Input<unsigned char> : WholeInput<unsigned char, 16> {
  static __device__ int value(unsigned char x) { return x; }
};
template <> struct Input<precision::tf32> {
  using Storage = float;
  static constexpr int packed = 1;
  static constexpr bool has(int m, int n, int k) { return m == 16 && n == 16 && k == 8; }
  static __device__ float value(float x) {
    return __builtin_bit_cast(float, __builtin_bit_cast(unsigned, x) & 0xffffe000U);
  }
};
template <> struct Input<double> {
  using Storage = double;
  static constexpr int packed = 1;
  static constexpr bool has(int m, int n, int k) { return m == 8 && n == 8 && k == 4; }
  static __device__ double value(double x) { return x; }
};
template <typename Word, int Packed> struct PackedInput {
  using Storage = Word;
  static constexpr int packed = Packed;
  static constexpr bool has(int m, int n, int k) { return m == 8 && n == 8 && k == 4 * Packed; }
};
template <> struct Input<experimental::precision::u4> : PackedInput<unsigned, 8> {};
template <> struct Input<experimental::precision::s4> : PackedInput<int, 8> {};
template <> struct Input<experimental::precision::b1> : PackedInput<unsigned, 32> {};

/// The tile of an m x n matrix that a lane has: the rows and columns behind its first ones.
template <int m, int n> struct Tile {
  static constexpr int rows = m * n == 64 ? 2 : 4;
  static constexpr int columns = m * n / 32 / rows;
  static __device__ int firstRow() { return static_cast<int>(__musa_lane32()) % (m / rows) * rows; }
  static __device__ int firstColumn() {
    return static_cast<int>(__musa_lane32()) / (m / rows) * columns;
  }
};

/// Keeps a parameter's type from being deduced: what converts to it is an argument, too.
template <typename T> struct Exactly {
  using Type = T;
};

template <typename T, typename Storage, int count> struct Elements {
  using element_type = T;
  using storage_element_type = Storage;
  enum { num_elements = count, num_storage_elements = count };
  Storage x[count];
};

/// Rows of A, or columns of B: `count` of them, one behind the other, of k elements each.
template <int m, int n, int k, typename T, int count>
struct Lines : Elements<T, typename Input<T>::Storage, count * k / Input<T>::packed> {
  static_assert(Input<T>::has(m, n, k), "no such shape of a matrix for this type");

  /// `isWhole`: in memory, too, the elements of a line are one behind the other.
  template <bool isWhole>
  __device__ void load(const typename Input<T>::Storage *p, unsigned ldm, int first) {
    constexpr int packed = Input<T>::packed, words = k / packed;
    static_assert(isWhole || packed == 1,
                  "of elements below a byte, A is row-major and B is column-major");
    __syncwarp();
    for (int line = 0; line < count; ++line)
      for (int i = 0; i < words; ++i)
        this->x[line * words + i] =
            isWhole ? p[(first + line) * (ldm / packed) + i] : p[i * ldm + first + line];
  }
};

/// A product's sum becomes an element of the accumulator.
inline __device__ float finish(float sum, bool, float) { return sum; }
inline __device__ double finish(double sum, bool, double) { return sum; }
inline __device__ __half finish(float sum, bool saturates, __half) {
  constexpr float largest = 65504.0f;
  if (saturates)
    sum = sum != sum ? 0.0f : sum > largest ? largest : sum < -largest ? -largest : sum;
  return __float2half_rn(sum);
}
inline __device__ int finish(long long sum, bool saturates, int) {
  constexpr long long largest = 0x7fffffff;
  if (saturates)
    sum = sum > largest ? largest : sum < -largest - 1 ? -largest - 1 : sum;
  return static_cast<int>(sum);
}

inline __device__ float widen(float x) { return x; }
inline __device__ double widen(double x) { return x; }
inline __device__ float widen(__half x) { return __half2float(x); }
inline __device__ long long widen(int x) { return x; }

/// Adds to `sum` the products of a row's words and a column's.
template <typename T> struct Product {
  template <typename Sum, typename Storage>
  static __device__ Sum add(Sum sum, const Storage *row, const Storage *column, int k) {
    for (int i = 0; i < k; ++i)
      sum += Input<T>::value(row[i]) * Input<T>::value(column[i]);
    return sum;
  }
};
template <> struct Product<experimental::precision::u4> {
  static __device__ long long add(long long sum, const unsigned *row, const unsigned *column,
                                  int k) {
    for (int i = 0; i < k; ++i)
      for (int bit = 0; bit < 32; bit += 4)
        sum += (row[i] >> bit & 15) * (column[i] >> bit & 15);
    return sum;
  }
};
template <> struct Product<experimental::precision::s4> {
  static __device__ int value(int word, int bit) { return word << (28 - bit) >> 28; }
  static __device__ long long add(long long sum, const int *row, const int *column, int k) {
    for (int i = 0; i < k; ++i)
      for (int bit = 0; bit < 32; bit += 4)
        sum += value(row[i], bit) * value(column[i], bit);
    return sum;
  }
};

} // namespace __detail

/// `T` and `Layout` as in CUDA: an accumulator has no layout.
template <typename Use, int m, int n, int k, typename T, typename Layout = void> class fragment;

template <int m, int n, int k, typename T, typename Layout>
class fragment<matrix_a, m, n, k, T, Layout>
    : public __detail::Lines<m, n, k, T, __detail::Tile<m, n>::rows> {};

template <int m, int n, int k, typename T, typename Layout>
class fragment<matrix_b, m, n, k, T, Layout>
    : public __detail::Lines<m, n, k, T, __detail::Tile<m, n>::columns> {};

template <int m, int n, int k, typename T>
class fragment<accumulator, m, n, k, T>
    : public __detail::Elements<T, T, __detail::Tile<m, n>::rows * __detail::Tile<m, n>::columns> {
};

// Each function is called by all lanes of a warp with the same arguments. ldm: elements from one
// row, or column, to the next.

template <int m, int n, int k, typename T, typename Layout>
__device__ void load_matrix_sync(fragment<matrix_a, m, n, k, T, Layout> &a,
                                 const typename __detail::Input<T>::Storage *p, unsigned ldm) {
  a.template load<__detail::Same<Layout, row_major>::value>(p, ldm,
                                                            __detail::Tile<m, n>::firstRow());
}

template <int m, int n, int k, typename T, typename Layout>
__device__ void load_matrix_sync(fragment<matrix_b, m, n, k, T, Layout> &b,
                                 const typename __detail::Input<T>::Storage *p, unsigned ldm) {
  b.template load<__detail::Same<Layout, col_major>::value>(p, ldm,
                                                            __detail::Tile<m, n>::firstColumn());
}

/// Elements below a byte have no type of their own in memory.
template <typename Use, int m, int n, int k, typename T, typename Layout>
__device__ void load_matrix_sync(fragment<Use, m, n, k, T, Layout> &matrix, const void *p,
                                 unsigned ldm) {
  static_assert(__detail::Input<T>::packed > 1, "the elements in memory have another type");
  load_matrix_sync(matrix, static_cast<const typename __detail::Input<T>::Storage *>(p), ldm);
}

template <int m, int n, int k, typename T>
__device__ void load_matrix_sync(fragment<accumulator, m, n, k, T> &c,
                                 const typename __detail::Exactly<T>::Type *p, unsigned ldm,
                                 layout_t layout) {
  using Tile = __detail::Tile<m, n>;
  __syncwarp();
  const int row = Tile::firstRow(), column = Tile::firstColumn();
  for (int i = 0; i < Tile::rows; ++i)
    for (int j = 0; j < Tile::columns; ++j)
      c.x[i * Tile::columns + j] = layout == mem_row_major ? p[(row + i) * ldm + column + j]
                                                           : p[(column + j) * ldm + row + i];
}

template <int m, int n, int k, typename T>
__device__ void store_matrix_sync(typename __detail::Exactly<T>::Type *p,
                                  const fragment<accumulator, m, n, k, T> &c, unsigned ldm,
                                  layout_t layout) {
  using Tile = __detail::Tile<m, n>;
  __syncwarp();
  const int row = Tile::firstRow(), column = Tile::firstColumn();
  for (int i = 0; i < Tile::rows; ++i)
    for (int j = 0; j < Tile::columns; ++j)
      (layout == mem_row_major ? p[(row + i) * ldm + column + j]
                               : p[(column + j) * ldm + row + i]) = c.x[i * Tile::columns + j];
}

template <typename Use, int m, int n, int k, typename T, typename Layout, typename Value>
__device__ void fill_fragment(fragment<Use, m, n, k, T, Layout> &matrix, const Value &value) {
  for (int i = 0; i < matrix.num_elements; ++i)
    matrix.x[i] = value;
}

/// `saturates`: integers end at their limits, halves at the largest finite ones, and NaN is 0.
template <int m, int n, int k, typename T, typename LayoutA, typename LayoutB, typename D,
          typename C>
__device__ void mma_sync(fragment<accumulator, m, n, k, D> &d,
                         const fragment<matrix_a, m, n, k, T, LayoutA> &a,
                         const fragment<matrix_b, m, n, k, T, LayoutB> &b,
                         const fragment<accumulator, m, n, k, C> &c, bool saturates = false) {
  using Tile = __detail::Tile<m, n>;
  constexpr int words = k / __detail::Input<T>::packed;
  for (int i = 0; i < Tile::rows; ++i)
    for (int j = 0; j < Tile::columns; ++j) {
      const int at = i * Tile::columns + j;
      d.x[at] = __detail::finish(__detail::Product<T>::add(__detail::widen(c.x[at]),
                                                           a.x + i * words, b.x + j * words, words),
                                 saturates, D());
    }
}

/// Counts the bits in which, or that both of, a row and a column have.
template <typename LayoutA, typename LayoutB>
__device__ void
bmma_sync(fragment<accumulator, 8, 8, 128, int> &d,
          const fragment<matrix_a, 8, 8, 128, experimental::precision::b1, LayoutA> &a,
          const fragment<matrix_b, 8, 8, 128, experimental::precision::b1, LayoutB> &b,
          const fragment<accumulator, 8, 8, 128, int> &c,
          experimental::bmmaBitOp operation = experimental::bmmaBitOpXOR,
          experimental::bmmaAccumulateOp = experimental::bmmaAccumulateOpPOPC) {
  using Tile = __detail::Tile<8, 8>;
  for (int i = 0; i < Tile::rows; ++i)
    for (int j = 0; j < Tile::columns; ++j) {
      int sum = c.x[i * Tile::columns + j];
      for (int word = 0; word < 4; ++word) {
        const unsigned x = a.x[i * 4 + word], y = b.x[j * 4 + word];
        sum += __builtin_popcount(operation == experimental::bmmaBitOpXOR ? x ^ y : x & y);
      }
      d.x[i * Tile::columns + j] = sum;
    }
}

/// Rounds to the nearest number of tf32, ties away from zero.
__device__ inline float __float_to_tf32(float x) {
  const unsigned bits = __builtin_bit_cast(unsigned, x);
  const bool isFinite = (bits & 0x7f800000U) != 0x7f800000U;
  return __builtin_bit_cast(float, (isFinite ? bits + 0x1000U : bits) & 0xffffe000U);
}

} // namespace wmma
} // namespace mtmusa

#endif // __cplusplus
#endif // __MUSA_MMA_H__
