//===- musa_port/cuda/thrust/system/cuda/detail/sort.h - --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Programs that include Thrust's sorts alone find this, too.
//===----------------------------------------------------------------------===//
#include <thrust/sequence.h>
