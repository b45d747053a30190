//===- nvToolsExt.h - another name of nvtx3/nvToolsExt.h --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include <nvtx3/nvToolsExt.h>
