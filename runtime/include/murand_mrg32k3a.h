//===- murand_mrg32k3a.h - MRG32k3a ------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The name of cuRAND's header for this part of its device API.
//===----------------------------------------------------------------------===//
#ifndef MURAND_MRG32K3A_H
#define MURAND_MRG32K3A_H

#include "murand_kernel.h"

#endif // MURAND_MRG32K3A_H
