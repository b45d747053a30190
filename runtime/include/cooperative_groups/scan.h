//===- cooperative_groups/scan.h - prefix sums of a group --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef _COOPERATIVE_GROUPS_SCAN_H_
#define _COOPERATIVE_GROUPS_SCAN_H_

#include "cooperative_groups.h"
#include "cooperative_groups/reduce.h"

#if defined(__MUSACC__)

namespace cooperative_groups {

/// Combines the values of rank 0 to the caller's rank.
template <typename Group, typename T, typename Operator>
__device__ __noinline__ T inclusive_scan(const Group &group, T value, Operator op, __MUSA_PLACE) {
  auto values = group._gather(value, __file, __line);
  const auto mine = static_cast<unsigned>(group.thread_rank());
  T result = values[0];
  for (unsigned rank = 1; rank <= mine; ++rank)
    result = op(result, values[rank]);
  return result;
}
/// Combines the values of the ranks below the caller's. Rank 0 gets T().
template <typename Group, typename T, typename Operator>
__device__ __noinline__ T exclusive_scan(const Group &group, T value, Operator op, __MUSA_PLACE) {
  auto values = group._gather(value, __file, __line);
  const auto mine = static_cast<unsigned>(group.thread_rank());
  if (mine == 0)
    return T();
  T result = values[0];
  for (unsigned rank = 1; rank < mine; ++rank)
    result = op(result, values[rank]);
  return result;
}
template <typename Group, typename T>
__device__ __forceinline__ T inclusive_scan(const Group &group, T value) {
  return inclusive_scan(group, value, plus<T>());
}
template <typename Group, typename T>
__device__ __forceinline__ T exclusive_scan(const Group &group, T value) {
  return exclusive_scan(group, value, plus<T>());
}

} // namespace cooperative_groups

#endif // __MUSACC__

#endif // _COOPERATIVE_GROUPS_SCAN_H_
