//===- musa_port/cuda/cufft.h - cuFFT's later results -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef MUSA_PORT_CUDA_CUFFT_H
#define MUSA_PORT_CUDA_CUFFT_H

constexpr cufftResult CUFFT_MISSING_DEPENDENCY = static_cast<cufftResult>(0x11);
constexpr cufftResult CUFFT_NVRTC_FAILURE = static_cast<cufftResult>(0x12);
constexpr cufftResult CUFFT_NVJITLINK_FAILURE = static_cast<cufftResult>(0x13);
constexpr cufftResult CUFFT_NVSHMEM_FAILURE = static_cast<cufftResult>(0x14);

#endif // MUSA_PORT_CUDA_CUFFT_H
