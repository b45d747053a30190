//===- murand_philox4x32_10.h - Philox4x32-10 --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The name of cuRAND's header for this part of its device API.
//===----------------------------------------------------------------------===//
#ifndef MURAND_PHILOX4X32_10_H
#define MURAND_PHILOX4X32_10_H

#include "murand_kernel.h"

#endif // MURAND_PHILOX4X32_10_H
