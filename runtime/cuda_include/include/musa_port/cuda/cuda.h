//===- musa_port/cuda/cuda.h - what MUSA's driver API has not ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Types and constants; the functions are declared by their names (make.cmake).
//===----------------------------------------------------------------------===//
#ifndef MUSA_PORT_CUDA_CUDA_H
#define MUSA_PORT_CUDA_CUDA_H

#include <stdint.h>

typedef uint32_t cuuint32_t;
typedef uint64_t cuuint64_t;

#endif // MUSA_PORT_CUDA_CUDA_H
