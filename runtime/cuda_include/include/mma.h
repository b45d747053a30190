//===- mma.h - matrix fragments of a warp -----------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Declarations, to parse against. Which shapes and types there are, a compiler of CUDA knows.
//===----------------------------------------------------------------------===//
#ifndef MUSA_PORT_MMA_H
#define MUSA_PORT_MMA_H

#include "cuda_bf16.h"
#include "cuda_fp16.h"

#if defined(__CUDACC__)

namespace nvcuda {
namespace wmma {

enum layout_t { mem_row_major, mem_col_major };

struct row_major {};
struct col_major {};
struct matrix_a {};
struct matrix_b {};
struct accumulator {};

namespace precision {
struct tf32 {};
struct u4 {};
struct s4 {};
struct b1 {};
} // namespace precision

namespace experimental {
namespace precision {
using wmma::precision::b1;
using wmma::precision::s4;
using wmma::precision::u4;
} // namespace precision
enum bmmaBitOp { bmmaBitOpXOR = 1, bmmaBitOpAND = 2 };
enum bmmaAccumulateOp { bmmaAccumulateOpPOPC = 1 };
} // namespace experimental
using experimental::bmmaAccumulateOp;
using experimental::bmmaAccumulateOpPOPC;
using experimental::bmmaBitOp;
using experimental::bmmaBitOpAND;
using experimental::bmmaBitOpXOR;

/// How an element is stored, in a fragment and in memory.
template <typename T> struct __stored {
  using element = T;
  using memory = T;
};
template <> struct __stored<precision::tf32> {
  using element = float;
  using memory = float;
};
template <> struct __stored<precision::u4> {
  using element = unsigned;
  using memory = void;
};
template <> struct __stored<precision::s4> {
  using element = int;
  using memory = void;
};
template <> struct __stored<precision::b1> {
  using element = unsigned;
  using memory = void;
};

/// How many elements there are in all lanes.
template <typename Use, int M, int N, int K> constexpr int __elements = M * N;
template <int M, int N, int K> constexpr int __elements<matrix_a, M, N, K> = M * K;
template <int M, int N, int K> constexpr int __elements<matrix_b, M, N, K> = K * N;

template <typename Use, int m, int n, int k, typename T, typename Layout = void> class fragment {
public:
  using element_type = T;
  using storage_element_type = typename __stored<T>::element;
  static constexpr int num_elements = __elements<Use, m, n, k> / 32;
  static constexpr int num_storage_elements = num_elements;
  storage_element_type x[num_elements];
};

template <typename Use, int m, int n, int k, typename T, typename Layout>
__device__ void fill_fragment(fragment<Use, m, n, k, T, Layout> &a,
                              const typename __stored<T>::element &value);

template <typename Use, int m, int n, int k, typename T, typename Layout>
__device__ void load_matrix_sync(fragment<Use, m, n, k, T, Layout> &a,
                                 const typename __stored<T>::memory *p, unsigned ldm);
template <int m, int n, int k, typename T>
__device__ void load_matrix_sync(fragment<accumulator, m, n, k, T> &a,
                                 const typename __stored<T>::memory *p, unsigned ldm,
                                 layout_t layout);

template <int m, int n, int k, typename T>
__device__ void store_matrix_sync(T *p, const fragment<accumulator, m, n, k, T> &a, unsigned ldm,
                                  layout_t layout);

template <int m, int n, int k, typename A, typename LayoutA, typename B, typename LayoutB,
          typename C, typename D>
__device__ void mma_sync(fragment<accumulator, m, n, k, D> &d,
                         const fragment<matrix_a, m, n, k, A, LayoutA> &a,
                         const fragment<matrix_b, m, n, k, B, LayoutB> &b,
                         const fragment<accumulator, m, n, k, C> &c, bool satf = false);

template <int m, int n, int k, typename A, typename LayoutA, typename B, typename LayoutB>
__device__ void
bmma_sync(fragment<accumulator, m, n, k, int> &d, const fragment<matrix_a, m, n, k, A, LayoutA> &a,
          const fragment<matrix_b, m, n, k, B, LayoutB> &b,
          const fragment<accumulator, m, n, k, int> &c, experimental::bmmaBitOp op = bmmaBitOpXOR,
          experimental::bmmaAccumulateOp = bmmaAccumulateOpPOPC);

__device__ float __float_to_tf32(float value);

} // namespace wmma
} // namespace nvcuda

#endif // __CUDACC__

#endif // MUSA_PORT_MMA_H
