/*===- musolver.h - all of muSOLVER --------------------------------*- C -*-===//
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The header's name in the SDK. All that the host offers is in musolverDn.h.
 *===----------------------------------------------------------------------===*/
#ifndef MUSOLVER_H
#define MUSOLVER_H

#include "musolverDn.h"

#endif /* MUSOLVER_H */
