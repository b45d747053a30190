//===- cub/thread/thread_scan.cuh - a thread scans its own items --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUB_THREAD_SCAN_CUH
#define CUB_THREAD_SCAN_CUH

#include "cub/thread/thread_operators.cuh"

CUB_NAMESPACE_BEGIN
namespace internal {

// Each returns the aggregate with the prefix. Without apply_prefix, sums start at the first item.
template <int LENGTH, typename T, typename ScanOp>
__device__ inline T ThreadScanExclusive(const T (&input)[LENGTH], T (&output)[LENGTH], ScanOp op,
                                        T prefix, bool apply_prefix = true) {
  T running = prefix;
  for (int i = 0; i < LENGTH; ++i) {
    const T next = i == 0 && !apply_prefix ? input[0] : T(op(running, input[i]));
    output[i] = running;
    running = next;
  }
  return running;
}
template <int LENGTH, typename T, typename ScanOp>
__device__ inline T ThreadScanInclusive(const T (&input)[LENGTH], T (&output)[LENGTH], ScanOp op,
                                        T prefix, bool apply_prefix = true) {
  T running = apply_prefix ? T(op(prefix, input[0])) : input[0];
  output[0] = running;
  for (int i = 1; i < LENGTH; ++i)
    output[i] = running = op(running, input[i]);
  return running;
}
template <int LENGTH, typename T, typename ScanOp>
__device__ inline T ThreadScanInclusive(const T (&input)[LENGTH], T (&output)[LENGTH], ScanOp op) {
  return ThreadScanInclusive(input, output, op, T(input[0]), false);
}

} // namespace internal
using internal::ThreadScanExclusive;
using internal::ThreadScanInclusive;
CUB_NAMESPACE_END

#endif // CUB_THREAD_SCAN_CUH
