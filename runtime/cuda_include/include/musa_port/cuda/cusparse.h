//===- musa_port/cuda/cusparse.h - how cuSPARSE is asked for ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef MUSA_PORT_CUDA_CUSPARSE_H
#define MUSA_PORT_CUDA_CUSPARSE_H

#define CUSPARSEAPI

#endif // MUSA_PORT_CUDA_CUSPARSE_H
