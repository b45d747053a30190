//===- mcc/conditions.h - what a loop's conditions are made of ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_MCC_CONDITIONS_H
#define MUSAPORT_MCC_CONDITIONS_H

#include "llvm/ADT/SetVector.h"

namespace llvm {
class ICmpInst;
class Loop;
class Value;
} // namespace llvm

namespace musaport {

/// The comparisons of integers in `loop` that a condition of and, or and not is made of.
llvm::SmallSetVector<llvm::ICmpInst *, 4> comparisonsOf(llvm::Value &condition,
                                                        const llvm::Loop &loop);

} // namespace musaport

#endif // MUSAPORT_MCC_CONDITIONS_H
