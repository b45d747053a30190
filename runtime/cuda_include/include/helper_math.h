//===- helper_math.h - the samples' header, as the port has it ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include <musa_port/helper_math.h>
