//===- cooperative_groups/memcpy_async.h - copies by a group -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The copies are plain ones: each thread copies its share at the call, so that a wait needs only a
// barrier of the group.
//===----------------------------------------------------------------------===//
#ifndef _COOPERATIVE_GROUPS_MEMCPY_ASYNC_H_
#define _COOPERATIVE_GROUPS_MEMCPY_ASYNC_H_

#include "cooperative_groups.h"
#include "musa_port/group_copy.h"

#if defined(__MUSACC__)

namespace cooperative_groups {

/// `bytes` is a number, or an object that converts to one and carries an alignment as well.
template <typename Group, typename T, typename Size>
__device__ __forceinline__ void memcpy_async(const Group &group, T *destination, const T *source,
                                             const Size &bytes) {
  musa_port::copy_share(destination, source, static_cast<size_t>(bytes), group.thread_rank(),
                        group.num_threads());
}
/// Copies as many elements as the shorter of the two layouts has.
template <typename Group, typename T, typename ToLayout, typename FromLayout>
__device__ __forceinline__ void memcpy_async(const Group &group, T *destination,
                                             const ToLayout &room, const T *source,
                                             const FromLayout &there) {
  const auto a = static_cast<size_t>(room);
  const auto b = static_cast<size_t>(there);
  memcpy_async(group, destination, source, (a < b ? a : b) * sizeof(T));
}
template <typename Group> __device__ __forceinline__ void wait(const Group &group, __MUSA_PLACE) {
  group.sync(__file, __line);
}
template <unsigned Stages, typename Group>
__device__ __forceinline__ void wait_prior(const Group &group, __MUSA_PLACE) {
  group.sync(__file, __line);
}

} // namespace cooperative_groups

#endif // __MUSACC__

#endif // _COOPERATIVE_GROUPS_MEMCPY_ASYNC_H_
