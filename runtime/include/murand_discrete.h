//===- murand_discrete.h - numbers of a given distribution --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The name of cuRAND's header for this part of its device API.
//===----------------------------------------------------------------------===//
#ifndef MURAND_DISCRETE_H
#define MURAND_DISCRETE_H

#include "murand_kernel.h"

#endif // MURAND_DISCRETE_H
