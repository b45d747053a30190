//===- musa_port/nvcc.h - what a CUDA source finds before its first line -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For Clang, which parses CUDA against these headers (-include musa_port/nvcc.h): nvcc includes
// cuda_runtime.h by itself, and states its version. CUDA's versions are the level that a port is
// written for, so that a guard takes the same branch here as in the port; they are here and not in
// each library's header since MUSA's headers, which these are made of, state MUSA's own.
//===----------------------------------------------------------------------===//
#ifndef MUSA_PORT_NVCC_H
#define MUSA_PORT_NVCC_H

#if defined(__CUDA__)
#define __CUDACC__ 1
#define __NVCC__ 1
#endif
#include "cuda_level.h" // states the compiler's version where __CUDACC__ is defined

#define CUDART_VERSION CUDA_VERSION
#define __CUDART_API_VERSION CUDA_VERSION

#if defined(__CUDA__)
// Of a type only nvcc knows which lambda it is of; sources assert that it is the one they need.
#define __nv_is_extended_device_lambda_closure_type(type) true
#define __nv_is_extended_host_device_lambda_closure_type(type) true
#include <cuda_runtime.h>
#endif

#endif // MUSA_PORT_NVCC_H
