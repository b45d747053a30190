//===- musa_port/cuda/cufft.h - cuFFT's later results -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef MUSA_PORT_CUDA_CUFFT_H
#define MUSA_PORT_CUDA_CUFFT_H

static const cufftResult CUFFT_MISSING_DEPENDENCY = (cufftResult)0x11;
static const cufftResult CUFFT_NVRTC_FAILURE = (cufftResult)0x12;
static const cufftResult CUFFT_NVJITLINK_FAILURE = (cufftResult)0x13;
static const cufftResult CUFFT_NVSHMEM_FAILURE = (cufftResult)0x14;

#endif // MUSA_PORT_CUDA_CUFFT_H
