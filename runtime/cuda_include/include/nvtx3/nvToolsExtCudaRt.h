//===- nvtx3/nvToolsExtCudaRt.h - NVTX's header, as the port has it ---------------*- C -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include <musa_port/nvtx3_musa.h>
