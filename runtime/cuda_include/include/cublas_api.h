//===- cublas_api.h - another name of cublas_v2.h ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include <cublas_v2.h>
