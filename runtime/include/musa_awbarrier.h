//===- musa_awbarrier.h - another name of musa_awbarrier_primitives.h ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "musa_awbarrier_primitives.h"
