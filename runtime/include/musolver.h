/*===- musolver.h - dense and sparse solvers -------------------------*- C -*-===//
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The header that MUSA's programs include (cuSOLVER has one for each of its parts).
 *===----------------------------------------------------------------------===*/
#ifndef MUSOLVER_H
#define MUSOLVER_H

#include "musolverDn.h"

#endif
