//===- cooperative_groups/reduce.h - one value of all threads ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef _COOPERATIVE_GROUPS_REDUCE_H_
#define _COOPERATIVE_GROUPS_REDUCE_H_

#include "cooperative_groups.h"

#if defined(__MUSACC__)

namespace cooperative_groups {

#define __MUSA_OPERATOR(name, expression)                                                          \
  template <typename T = void> struct name {                                                       \
    __host__ __device__ T operator()(const T &a, const T &b) const { return expression; }          \
  };                                                                                               \
  template <> struct name<void> {                                                                  \
    template <typename T> __host__ __device__ T operator()(const T &a, const T &b) const {         \
      return expression;                                                                           \
    }                                                                                              \
  };
__MUSA_OPERATOR(plus, static_cast<T>(a + b))
__MUSA_OPERATOR(less, b < a ? b : a)
__MUSA_OPERATOR(greater, a < b ? b : a)
__MUSA_OPERATOR(bit_and, static_cast<T>(a &b))
__MUSA_OPERATOR(bit_or, static_cast<T>(a | b))
__MUSA_OPERATOR(bit_xor, static_cast<T>(a ^ b))
#undef __MUSA_OPERATOR

/// Combines the values in the order of ranks, so all threads of the group get the same result. Not
/// inlined, because the array of values takes much space on the stack.
template <typename Group, typename T, typename Operator>
__device__ __noinline__ T reduce(const Group &group, T value, Operator op, __MUSA_PLACE) {
  auto values = group._gather(value, __file, __line);
  T result = values[0];
  for (unsigned rank = 1; rank < values.count; ++rank)
    result = op(result, values[rank]);
  return result;
}

} // namespace cooperative_groups

#endif // __MUSACC__

#endif // _COOPERATIVE_GROUPS_REDUCE_H_
