//===- murand_poisson.h - Poisson numbers ------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The name of cuRAND's header for this part of its device API.
//===----------------------------------------------------------------------===//
#ifndef MURAND_POISSON_H
#define MURAND_POISSON_H

#include "murand_kernel.h"

#endif // MURAND_POISSON_H
