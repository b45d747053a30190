//===- musparse_v2.h - the other name of musparse.h -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef MUSPARSE_V2_H
#define MUSPARSE_V2_H

#include "musparse.h"

#endif // MUSPARSE_V2_H
