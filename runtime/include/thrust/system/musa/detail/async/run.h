//===- thrust/system/musa/detail/async/run.h - starts of algorithms --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef THRUST_SYSTEM_MUSA_DETAIL_ASYNC_RUN_H
#define THRUST_SYSTEM_MUSA_DETAIL_ASYNC_RUN_H

#include <thrust/distance.h>
#include <thrust/system/musa/detail/run.h>
#include <thrust/system/musa/future.h>
#include <thrust/type_traits/is_contiguous_iterator.h>

THRUST_NAMESPACE_BEGIN
namespace system::musa::detail {

/// An operator whose result is a T, in which the algorithm accumulates.
template <typename T, typename Op> struct accumulate_in {
  Op op;
  template <typename A, typename B> __host__ __device__ T operator()(const A &a, const B &b) {
    return static_cast<T>(op(a, b));
  }
};

/// Starts an algorithm of CUB's on the work's stream, with temporary storage that the work keeps.
template <typename Call> void start_cub(async_work &work, Call call) {
  size_t bytes = 0;
  throw_on_error(call(static_cast<void *>(nullptr), bytes));
  throw_on_error(call(work.allocate(bytes), bytes), "starting an asynchronous algorithm");
}

/// The policy of an algorithm on the work's stream that does not wait for it.
inline execute_on_stream_nosync start_on(const async_work &work) {
  return execute_on_stream_nosync(work.stream.get());
}

} // namespace system::musa::detail
THRUST_NAMESPACE_END

#endif // THRUST_SYSTEM_MUSA_DETAIL_ASYNC_RUN_H
