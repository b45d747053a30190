/*===- mublas_api.h - another name of mublas.h --------------------*- C -*-===//
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *===----------------------------------------------------------------------===*/
#include "mublas.h"
