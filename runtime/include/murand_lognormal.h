//===- murand_lognormal.h - log-normal numbers -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The name of cuRAND's header for this part of its device API.
//===----------------------------------------------------------------------===//
#ifndef MURAND_LOGNORMAL_H
#define MURAND_LOGNORMAL_H

#include "murand_kernel.h"

#endif // MURAND_LOGNORMAL_H
