//===- cub/thread/thread_operators.cuh - operators as types ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUB_THREAD_OPERATORS_CUH
#define CUB_THREAD_OPERATORS_CUH

#include "cub/util_type.cuh"

CUB_NAMESPACE_BEGIN

// The arguments are forwarding references, as in CUB: programs specialise operator() for their
// types.
struct Equality {
  template <typename T, typename U>
  __host__ __device__ constexpr bool operator()(T &&t, U &&u) const {
    return t == u;
  }
};
struct Inequality {
  template <typename T, typename U>
  __host__ __device__ constexpr bool operator()(T &&t, U &&u) const {
    return t != u;
  }
};
template <typename EqualityOp> struct InequalityWrapper {
  EqualityOp op;
  __host__ __device__ InequalityWrapper(EqualityOp equal) : op(equal) {}
  template <typename T, typename U> __host__ __device__ bool operator()(T &&t, U &&u) {
    return !op(t, u);
  }
};
struct Sum {
  template <typename T, typename U>
  __host__ __device__ constexpr auto operator()(T &&t, U &&u) const -> decltype(t + u) {
    return t + u;
  }
};
struct Difference {
  template <typename T, typename U>
  __host__ __device__ constexpr auto operator()(T &&t, U &&u) const -> decltype(t - u) {
    return t - u;
  }
};
struct Division {
  template <typename T, typename U>
  __host__ __device__ constexpr auto operator()(T &&t, U &&u) const -> decltype(t / u) {
    return t / u;
  }
};
struct Max {
  template <typename T, typename U>
  __host__ __device__ constexpr std::common_type_t<T, U> operator()(T &&t, U &&u) const {
    return t < u ? static_cast<std::common_type_t<T, U>>(u)
                 : static_cast<std::common_type_t<T, U>>(t);
  }
};
struct Min {
  template <typename T, typename U>
  __host__ __device__ constexpr std::common_type_t<T, U> operator()(T &&t, U &&u) const {
    return u < t ? static_cast<std::common_type_t<T, U>>(u)
                 : static_cast<std::common_type_t<T, U>>(t);
  }
};
// ArgMax and ArgMin: if values are equal, the pair with the lower key wins.
struct ArgMax {
  template <typename T, typename OffsetT>
  __host__ __device__ KeyValuePair<OffsetT, T> operator()(const KeyValuePair<OffsetT, T> &a,
                                                          const KeyValuePair<OffsetT, T> &b) const {
    return (a.value < b.value || (a.value == b.value && b.key < a.key)) ? b : a;
  }
};
struct ArgMin {
  template <typename T, typename OffsetT>
  __host__ __device__ KeyValuePair<OffsetT, T> operator()(const KeyValuePair<OffsetT, T> &a,
                                                          const KeyValuePair<OffsetT, T> &b) const {
    return (b.value < a.value || (a.value == b.value && b.key < a.key)) ? b : a;
  }
};
template <typename B> struct CastOp {
  template <typename A> __host__ __device__ B operator()(const A &a) const {
    return static_cast<B>(a);
  }
};
template <typename B> using Cast = CastOp<B>;

template <typename ScanOp> struct SwizzleScanOp {
  ScanOp scan_op;
  __host__ __device__ SwizzleScanOp(ScanOp op) : scan_op(op) {}
  template <typename T> __host__ __device__ T operator()(const T &a, const T &b) {
    return scan_op(b, a);
  }
};
template <typename BinaryOp> struct BinaryFlip {
  BinaryOp binary_op;
  __host__ __device__ explicit BinaryFlip(BinaryOp op) : binary_op(op) {}
  template <typename T, typename U> __device__ auto operator()(const T &t, const U &u) {
    return binary_op(u, t);
  }
};
template <typename BinaryOp> __host__ __device__ BinaryFlip<BinaryOp> MakeBinaryFlip(BinaryOp op) {
  return BinaryFlip<BinaryOp>(op);
}

/// Combines pairs. The key counts the segments begun so far, and the value is their reduction.
template <typename ReductionOp> struct ReduceBySegmentOp {
  ReductionOp op;
  __host__ __device__ ReduceBySegmentOp() = default;
  __host__ __device__ ReduceBySegmentOp(ReductionOp reduce) : op(reduce) {}
  template <typename Pair> __host__ __device__ Pair operator()(const Pair &a, const Pair &b) {
    Pair result;
    result.key = a.key + b.key;
    result.value = b.key != 0 ? b.value : op(a.value, b.value);
    return result;
  }
};
/// Combines pairs of a key and a value, and reduces the values of equal keys.
template <typename ReductionOp> struct ReduceByKeyOp {
  ReductionOp op;
  __host__ __device__ ReduceByKeyOp() = default;
  __host__ __device__ ReduceByKeyOp(ReductionOp reduce) : op(reduce) {}
  template <typename Pair> __host__ __device__ Pair operator()(const Pair &a, const Pair &b) {
    Pair result = b;
    if (a.key == b.key)
      result.value = op(a.value, b.value);
    return result;
  }
};

namespace detail {
struct less {
  template <typename T, typename U>
  __host__ __device__ constexpr bool operator()(const T &t, const U &u) const {
    return t < u;
  }
};
} // namespace detail

CUB_NAMESPACE_END

#endif // CUB_THREAD_OPERATORS_CUH
