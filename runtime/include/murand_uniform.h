//===- murand_uniform.h - uniform numbers ------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The name of cuRAND's header for this part of its device API.
//===----------------------------------------------------------------------===//
#ifndef MURAND_UNIFORM_H
#define MURAND_UNIFORM_H

#include "murand_kernel.h"

#endif // MURAND_UNIFORM_H
