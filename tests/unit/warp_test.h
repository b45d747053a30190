//===- tests/unit/warp_test.h - CUDA's warp functions -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_TESTS_UNIT_WARP_TEST_H
#define MUSAPORT_TESTS_UNIT_WARP_TEST_H

#include "check_test.h"

namespace musaport {

/// CUDA's declarations, all in one line: the test's text starts on it, so line numbers stay right.
inline constexpr const char *cudaWarps =
    "struct uint3 { unsigned x, y, z; }; "
    "extern const __device__ uint3 threadIdx, blockIdx, blockDim; "
    "extern const __device__ int warpSize; "
    "__device__ int __shfl_sync(unsigned, int, int, int width = warpSize); "
    "__device__ int __shfl_up_sync(unsigned, int, unsigned, int width = warpSize); "
    "__device__ int __shfl_down_sync(unsigned, int, unsigned, int width = warpSize); "
    "__device__ int __shfl_xor_sync(unsigned, int, int, int width = warpSize); "
    "__device__ unsigned __ballot_sync(unsigned, int); __device__ unsigned __activemask(); "
    "__device__ int __popc(unsigned); __device__ int __ffs(int); __device__ int __clz(int); "
    "__device__ void __syncthreads(); __device__ int atomicAdd(int *, int); "
    "constexpr unsigned all = 0xffffffff; enum { WARP = 32 }; ";

/// The findings as "line: message".
inline std::vector<std::string> warpFindings(llvm::StringRef id, llvm::StringRef text,
                                             llvm::StringRef architecture = "mp_22") {
  return findingsIn(id, (llvm::Twine(cudaWarps) + text).str(), architecture);
}

} // namespace musaport

#endif // MUSAPORT_TESTS_UNIT_WARP_TEST_H
