//===- nvtx3/nvtx3.hpp - NVTX's classes, as the port has them ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include <musa_port/nvtx3.hpp>
