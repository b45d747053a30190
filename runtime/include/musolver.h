/*===- musolver.h - all of muSOLVER --------------------------------*- C -*-===//
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The SDK's name of the header; musolverDn.h has what the host offers.
 *===----------------------------------------------------------------------===*/
#ifndef MUSOLVER_H
#define MUSOLVER_H

#include "musolverDn.h"

#endif /* MUSOLVER_H */
