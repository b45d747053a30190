//===- murand_poisson.h - Poisson numbers ------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Under cuRAND's name for a part of its device API.
//===----------------------------------------------------------------------===//
#ifndef MURAND_POISSON_H
#define MURAND_POISSON_H

#include "murand_kernel.h"

#endif // MURAND_POISSON_H
