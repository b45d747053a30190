//===- musa_port/matrix_instructions.h - PTX's mma and ldmatrix -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the port of inline PTX (mma.sync, ldmatrix, stmatrix, movmatrix) calls. A warp's lanes hold
// the matrices as PTX's manual says, and code counts on that, so that MUSA's wmma cannot stand for
// it. Here lanes exchange their registers and each computes its own elements of the result: with
// the threads' arithmetic, not on tensor cores. All 32 lanes call these functions together.
//
// Sums of half, bfloat16, tf32 and the types of 8 bits are float, and are added one product after
// the other, from C on. A half result is rounded once. Integers wrap around, or saturate.
//===----------------------------------------------------------------------===//
#ifndef MUSA_PORT_MATRIX_INSTRUCTIONS_H
#define MUSA_PORT_MATRIX_INSTRUCTIONS_H

#include <musa_fp16.h>

namespace musa_port {

/// A lane's part of a matrix.
template <typename Word, int count> struct Registers {
  Word x[count];
  __device__ Word operator[](int i) const { return x[i]; }
};

template <typename Word, typename... Words>
__device__ Registers<Word, 1 + sizeof...(Words)> registers(Word first, Words... others) {
  return {{first, others...}};
}

/// PTX's types of elements. `bits` in a register; value() takes an element's bits.
namespace element {
struct ptx_f16 {
  static constexpr int bits = 16;
  static __device__ float value(unsigned x) {
    return __half2float(__ushort_as_half(static_cast<unsigned short>(x)));
  }
};
struct ptx_bf16 {
  static constexpr int bits = 16;
  static __device__ float value(unsigned x) { return __uint_as_float(x << 16); }
};
struct ptx_tf32 { // a float whose last 13 bits do not count
  static constexpr int bits = 32;
  static __device__ float value(unsigned x) { return __uint_as_float(x & 0xffffe000U); }
};
struct ptx_e4m3 {
  static constexpr int bits = 8;
  static __device__ float value(unsigned x) {
    const unsigned exponent = x >> 3 & 15, mantissa = x & 7;
    const float size = exponent == 0 ? static_cast<float>(mantissa) * 0.001953125f // 2^-9
                       : (x & 127) == 127
                           ? __uint_as_float(0x7fffffffU)
                           : __uint_as_float((exponent + 120) << 23 | mantissa << 20);
    return x & 128 ? -size : size;
  }
};
struct ptx_e5m2 {
  static constexpr int bits = 8;
  static __device__ float value(unsigned x) { return ptx_f16::value(x << 8); }
};
template <int size, bool isSigned> struct Integer {
  static constexpr int bits = size;
  static __device__ int value(unsigned x) {
    const unsigned high = x << (32 - size);
    return isSigned ? static_cast<int>(high) >> (32 - size) : static_cast<int>(high >> (32 - size));
  }
};
using ptx_s8 = Integer<8, true>;
using ptx_u8 = Integer<8, false>;
using ptx_s4 = Integer<4, true>;
using ptx_u4 = Integer<4, false>;
struct ptx_f64 {
  static constexpr int bits = 64;
  static __device__ double value(double x) { return x; }
};
} // namespace element

namespace detail {

inline __device__ unsigned laneOfWarp() {
  return ((threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x) % 32;
}

inline __device__ unsigned long long toBits(unsigned x) { return x; }
inline __device__ unsigned long long toBits(double x) {
  return static_cast<unsigned long long>(__double_as_longlong(x));
}
inline __device__ void ofBits(unsigned long long bits, unsigned &x) {
  x = static_cast<unsigned>(bits);
}
inline __device__ void ofBits(unsigned long long bits, double &x) {
  x = __longlong_as_double(static_cast<long long>(bits));
}

/// theirs[l] is what lane from(l) has as `mine`.
template <int lanes, typename From>
__device__ void exchange(unsigned long long mine, From from, unsigned long long (&theirs)[lanes],
                         const char *file, unsigned line) {
#ifdef MUSA_PORT_HOST_WAITING_H
  // On the host, which has that header everywhere, one wait brings the values of all lanes.
  const __musa_lanes *all = __musa_wait_lanes(__musa_self(), ~0U, 32, mine, file, line);
  for (int l = 0; l < lanes; ++l)
    theirs[l] = all->values[from(l)];
#else
  for (int l = 0; l < lanes; ++l)
    theirs[l] = __shfl_sync(~0U, mine, from(l), 32);
#endif
}

/// theirs[l][i] is what lane from(l) has as mine[i].
template <int lanes, typename Word, int count, typename From>
__device__ void gather(const Registers<Word, count> &mine, From from, Word (&theirs)[lanes][count],
                       const char *file, unsigned line) {
  constexpr int packed = 8 / sizeof(Word);
  for (int i = 0; i < count; i += packed) {
    unsigned long long bits = toBits(mine[i]);
    if (packed == 2 && i + 1 < count)
      bits |= toBits(mine[i + 1]) << 32;
    unsigned long long received[lanes];
    exchange(bits, from, received, file, line);
    for (int l = 0; l < lanes; ++l) {
      ofBits(received[l], theirs[l][i]);
      if (packed == 2 && i + 1 < count)
        ofBits(received[l] >> 32, theirs[l][i + 1]);
    }
  }
}

/// Element `j` of a register.
template <typename Element> __device__ decltype(Element::value(0U)) valueOf(unsigned word, int j) {
  constexpr int bits = Element::bits;
  return Element::value(bits == 32 ? word : word >> (bits % 32) * j & ((1ULL << bits) - 1));
}
template <typename Element> __device__ double valueOf(double word, int) { return word; }

template <typename Element> struct WordOf {
  using Type = unsigned;
};
template <> struct WordOf<element::ptx_f64> {
  using Type = double;
};

inline __device__ float multiplyAdd(float a, float b, float sum) { return fmaf(a, b, sum); }
inline __device__ double multiplyAdd(double a, double b, double sum) { return fma(a, b, sum); }
inline __device__ long long multiplyAdd(int a, int b, long long sum) {
  return sum + static_cast<long long>(a) * b;
}

inline __device__ float widen(float c) { return c; }
inline __device__ double widen(double c) { return c; }
inline __device__ long long widen(int c) { return c; }

/// A result from its sum.
template <bool saturates> __device__ float finish(float sum, float) { return sum; }
template <bool saturates> __device__ double finish(double sum, double) { return sum; }
template <bool saturates> __device__ int finish(long long sum, int) {
  constexpr long long most = 0x7fffffff;
  if (saturates)
    sum = sum > most ? most : sum < -most - 1 ? -most - 1 : sum;
  return static_cast<int>(sum);
}

inline __device__ float halfOf(unsigned pair, int i) {
  return element::ptx_f16::value(pair >> 16 * i & 0xffff);
}
inline __device__ unsigned pairOf(float low, float high) {
  return __half_as_ushort(__float2half_rn(low)) |
         static_cast<unsigned>(__half_as_ushort(__float2half_rn(high))) << 16;
}

/// `isPacked`: where the elements of C are, as if two of them were in a register.
template <bool isRowA, bool isColumnB, int count>
__device__ Registers<float, count>
productsOfQuads(Registers<unsigned, 2> a, Registers<unsigned, 2> b, Registers<float, count> c,
                bool isPacked, const char *file = __builtin_FILE(),
                unsigned line = __builtin_LINE()) {
  const unsigned lane = laneOfWarp(), first = lane & 12;
  const auto from = [=](int l) {
    return first + (static_cast<unsigned>(l) & 3) + (l < 4 ? 0 : 16);
  };
  unsigned ofA[8][2], ofB[8][2];
  gather<8>(a, from, ofA, file, line);
  gather<8>(b, from, ofB, file, line);
  for (int i = 0; i < count; ++i) {
    const int low = static_cast<int>(lane) & 3, high = lane < 16 ? 0 : 4;
    const int row = (isPacked ? low : (low & 1) + (i & 2)) + high;
    const int column = isPacked ? i : (i & 4) + (low & 2) + (i & 1);
    for (int j = 0; j < 4; ++j) {
      const float x = isRowA ? halfOf(ofA[row][j / 2], j % 2)
                             : halfOf(ofA[(row & 4) + j][row % 4 / 2], row % 2);
      const float y = isColumnB ? halfOf(ofB[column][j / 2], j % 2)
                                : halfOf(ofB[(column & 4) + j][column % 4 / 2], column % 2);
      c.x[i] = fmaf(x, y, c.x[i]);
    }
  }
  return c;
}

/// The addresses of the rows in which a lane has elements: of each matrix one, or two if it is
/// transposed.
template <int count, bool isTransposed> struct Rows {
  __device__ Rows(const void *mine, const char *file, unsigned line) {
    const unsigned lane = laneOfWarp();
    exchange(
        reinterpret_cast<unsigned long long>(mine),
        [=](int l) {
          const unsigned matrix = static_cast<unsigned>(l) / parts;
          return 8 * matrix +
                 (isTransposed ? lane % 4 * 2 + static_cast<unsigned>(l) % 2 : lane / 4);
        },
        addresses, file, line);
  }
  /// `i`: below count, or of transposed matrices below 2 * count.
  template <typename T> __device__ T *at(int i) const {
    return reinterpret_cast<T *>(addresses[i]);
  }

private:
  static constexpr int parts = isTransposed ? 2 : 1;
  unsigned long long addresses[count * parts];
};

} // namespace detail

/// mma.sync.aligned.m{m}n8k{k}.row.col, whose D and C have the type C: float, double or int.
/// A lane has elements of two columns, and of one row or, if m is 16, of two.
template <int m, int k, typename A, typename B, bool saturates = false, typename C, typename Word,
          int countA, int countB, int countC>
__device__ Registers<C, countC> mma(Registers<Word, countA> a, Registers<Word, countB> b,
                                    Registers<C, countC> c, const char *file = __builtin_FILE(),
                                    unsigned line = __builtin_LINE()) {
  static_assert(sizeof(Word) == sizeof(typename detail::WordOf<A>::Type) && A::bits == B::bits,
                "no such instruction");
  constexpr int rows = m / 8, packed = 8 * sizeof(Word) / A::bits, blocks = countB;
  static_assert(blocks * packed * 4 == k && countA == rows * blocks && countC == 2 * rows,
                "no such instruction");
  const unsigned lane = detail::laneOfWarp(), quad = lane & ~3U, column = lane % 4 * 2;
  Word lines[4][countA], columns[8][countB];
  detail::gather<4>(a, [=](int l) { return quad + static_cast<unsigned>(l); }, lines, file, line);
  detail::gather<8>(
      b, [=](int l) { return column * 4 + static_cast<unsigned>(l); }, columns, file, line);
  Registers<C, countC> d;
  for (int row = 0; row < rows; ++row)
    for (int j = 0; j < 2; ++j) {
      auto sum = detail::widen(c[2 * row + j]);
      for (int block = 0; block < blocks; ++block)
        for (int l = 0; l < 4; ++l)
          for (int i = 0; i < packed; ++i)
            sum = detail::multiplyAdd(detail::valueOf<A>(lines[l][block * rows + row], i),
                                      detail::valueOf<B>(columns[4 * j + l][block], i), sum);
      d.x[2 * row + j] = detail::finish<saturates>(sum, C());
    }
  return d;
}

/// The same for D and C of halves, two in a register.
template <int m, int k, typename A, typename B, int countA, int countB, int countC>
__device__ Registers<unsigned, countC>
mmaOfHalves(Registers<unsigned, countA> a, Registers<unsigned, countB> b,
            Registers<unsigned, countC> c, const char *file = __builtin_FILE(),
            unsigned line = __builtin_LINE()) {
  Registers<float, 2 * countC> sums;
  for (int i = 0; i < 2 * countC; ++i)
    sums.x[i] = detail::halfOf(c[i / 2], i % 2);
  sums = mma<m, k, A, B>(a, b, sums, file, line);
  Registers<unsigned, countC> d;
  for (int i = 0; i < countC; ++i)
    d.x[i] = detail::pairOf(sums[2 * i], sums[2 * i + 1]);
  return d;
}

/// mma.sync.aligned.m{m}n8k{k}.row.col.s32.b1.b1.s32, with .and.popc or .xor.popc.
template <int m, bool isAnd, int countA, int countB, int countC>
__device__ Registers<int, countC>
mmaOfBits(Registers<unsigned, countA> a, Registers<unsigned, countB> b, Registers<int, countC> c,
          const char *file = __builtin_FILE(), unsigned line = __builtin_LINE()) {
  constexpr int rows = m / 8;
  static_assert(countA == rows * countB && countC == 2 * rows, "no such instruction");
  const unsigned lane = detail::laneOfWarp(), quad = lane & ~3U, column = lane % 4 * 2;
  unsigned lines[4][countA], columns[8][countB];
  detail::gather<4>(a, [=](int l) { return quad + static_cast<unsigned>(l); }, lines, file, line);
  detail::gather<8>(
      b, [=](int l) { return column * 4 + static_cast<unsigned>(l); }, columns, file, line);
  for (int row = 0; row < rows; ++row)
    for (int j = 0; j < 2; ++j)
      for (int block = 0; block < countB; ++block)
        for (int l = 0; l < 4; ++l) {
          const unsigned x = lines[l][block * rows + row], y = columns[4 * j + l][block];
          c.x[2 * row + j] += __popc(isAnd ? x & y : x ^ y);
        }
  return c;
}

/// mma.sync.aligned.m8n8k4 of halves: four products at once, each by the eight lanes whose number
/// has the same bits 2 and 3. C is float, or two halves in a register.
template <bool isRowA, bool isColumnB>
__device__ Registers<float, 8>
mmaOfQuads(Registers<unsigned, 2> a, Registers<unsigned, 2> b, Registers<float, 8> c,
           const char *file = __builtin_FILE(), unsigned line = __builtin_LINE()) {
  return detail::productsOfQuads<isRowA, isColumnB>(a, b, c, /*isPacked=*/false, file, line);
}
template <bool isRowA, bool isColumnB>
__device__ Registers<unsigned, 4>
mmaOfQuads(Registers<unsigned, 2> a, Registers<unsigned, 2> b, Registers<unsigned, 4> c,
           const char *file = __builtin_FILE(), unsigned line = __builtin_LINE()) {
  Registers<float, 8> sums;
  for (int i = 0; i < 8; ++i)
    sums.x[i] = detail::halfOf(c[i / 2], i % 2);
  sums = detail::productsOfQuads<isRowA, isColumnB>(a, b, sums, /*isPacked=*/true, file, line);
  Registers<unsigned, 4> d;
  for (int i = 0; i < 4; ++i)
    d.x[i] = detail::pairOf(sums[2 * i], sums[2 * i + 1]);
  return d;
}

/// ldmatrix.sync.aligned.m8n8: `count` matrices of 8 x 8 elements of 16 bits. Lane 8 * i + r gives
/// the address of row r of matrix i.
template <int count, bool isTransposed>
__device__ Registers<unsigned, count> ldmatrix(const void *row, const char *file = __builtin_FILE(),
                                               unsigned line = __builtin_LINE()) {
  const unsigned lane = detail::laneOfWarp(), place = lane % 4, group = lane / 4;
  const detail::Rows<count, isTransposed> rows(row, file, line);
  Registers<unsigned, count> result;
  for (int i = 0; i < count; ++i)
    if (isTransposed)
      result.x[i] = rows.template at<unsigned short>(2 * i)[group] |
                    static_cast<unsigned>(rows.template at<unsigned short>(2 * i + 1)[group]) << 16;
    else
      result.x[i] = rows.template at<unsigned>(i)[place];
  return result;
}

/// stmatrix.sync.aligned.m8n8: the reverse.
template <bool isTransposed, int count>
__device__ void stmatrix(void *row, Registers<unsigned, count> words,
                         const char *file = __builtin_FILE(), unsigned line = __builtin_LINE()) {
  const unsigned lane = detail::laneOfWarp(), place = lane % 4, group = lane / 4;
  const detail::Rows<count, isTransposed> rows(row, file, line);
  for (int i = 0; i < count; ++i)
    if (isTransposed) {
      rows.template at<unsigned short>(2 * i)[group] = static_cast<unsigned short>(words[i]);
      rows.template at<unsigned short>(2 * i + 1)[group] =
          static_cast<unsigned short>(words[i] >> 16);
    } else {
      rows.template at<unsigned>(i)[place] = words[i];
    }
}

/// movmatrix.sync.aligned.m8n8.trans.b16: the transposed matrix.
inline __device__ unsigned movmatrix(unsigned word, const char *file = __builtin_FILE(),
                                     unsigned line = __builtin_LINE()) {
  const unsigned lane = detail::laneOfWarp(), row = lane / 4, column = lane % 4 * 2;
  unsigned long long words[2];
  detail::exchange(
      word, [=](int l) { return (column + static_cast<unsigned>(l)) * 4 + row / 2; }, words, file,
      line);
  const unsigned shift = row % 2 * 16;
  return static_cast<unsigned>(words[0] >> shift & 0xffff) |
         static_cast<unsigned>(words[1] >> shift & 0xffff) << 16;
}

} // namespace musa_port

#endif // MUSA_PORT_MATRIX_INSTRUCTIONS_H
