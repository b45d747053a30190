//===- musa_port/cuda/thrust/system/cuda/detail/execution_policy.h - ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Through Thrust's own header of this name its other internals get these macros.
//===----------------------------------------------------------------------===//
#include <thrust/system/cuda/config.h>
