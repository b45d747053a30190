//===- cub/util_math.cuh - arithmetic on sizes -------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUB_UTIL_MATH_CUH
#define CUB_UTIL_MATH_CUH

#include "cub/config.cuh"

#include <type_traits>

CUB_NAMESPACE_BEGIN

template <typename N, typename D>
__host__ __device__ constexpr N DivideAndRoundUp(N numerator, D denominator) {
  return static_cast<N>(numerator / denominator + (numerator % denominator != 0 ? 1 : 0));
}

namespace detail {
template <typename T, typename U>
__host__ __device__ constexpr std::common_type_t<T, U> ceil_div(T numerator, U denominator) {
  return (numerator + denominator - 1) / denominator;
}
} // namespace detail

__host__ __device__ constexpr int Nominal4BItemsToItemsCombined(int nominal, int combined_bytes) {
  return CUB_MIN(nominal, CUB_MAX(1, nominal * 8 / combined_bytes));
}
template <typename T> __host__ __device__ constexpr int Nominal4BItemsToItems(int nominal) {
  return CUB_MIN(nominal, CUB_MAX(1, nominal * 4 / static_cast<int>(sizeof(T))));
}

/// lhs + rhs for unsigned T, limited to the greatest value of T.
template <typename T> __host__ __device__ constexpr T safe_add_bound_to_max(T lhs, T rhs) {
  return lhs > static_cast<T>(-1) - rhs ? static_cast<T>(-1) : static_cast<T>(lhs + rhs);
}

CUB_NAMESPACE_END

#endif // CUB_UTIL_MATH_CUH
