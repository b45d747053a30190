//===- cub/thread/thread_reduce.cuh - a thread reduces its own items --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUB_THREAD_REDUCE_CUH
#define CUB_THREAD_REDUCE_CUH

#include "cub/thread/thread_operators.cuh"

CUB_NAMESPACE_BEGIN
// CUB declares ThreadReduce in cub::internal, and programs use it as cub::ThreadReduce.
namespace internal {

template <int LENGTH, typename T, typename ReductionOp>
__device__ inline T ThreadReduce(const T *input, ReductionOp op, T prefix) {
  for (int i = 0; i < LENGTH; ++i)
    prefix = op(prefix, input[i]);
  return prefix;
}
template <int LENGTH, typename T, typename ReductionOp>
__device__ inline T ThreadReduce(const T *input, ReductionOp op) {
  T result = input[0];
  for (int i = 1; i < LENGTH; ++i)
    result = op(result, input[i]);
  return result;
}
template <int LENGTH, typename T, typename ReductionOp, typename PrefixT>
__device__ inline auto ThreadReduce(const T (&input)[LENGTH], ReductionOp op, PrefixT prefix) {
  std::decay_t<decltype(op(prefix, input[0]))> result = prefix;
  for (int i = 0; i < LENGTH; ++i)
    result = op(result, input[i]);
  return result;
}
template <int LENGTH, typename T, typename ReductionOp>
__device__ inline T ThreadReduce(const T (&input)[LENGTH], ReductionOp op) {
  return ThreadReduce<LENGTH>(static_cast<const T *>(input), op);
}

} // namespace internal
using internal::ThreadReduce;
CUB_NAMESPACE_END

#endif // CUB_THREAD_REDUCE_CUH
