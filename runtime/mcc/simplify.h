//===- mcc/simplify.h - makes a function's values visible -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_MCC_SIMPLIFY_H
#define MUSAPORT_MCC_SIMPLIFY_H

namespace llvm {
class Function;
} // namespace llvm

namespace musaport {

/// Takes local variables to registers, and folds what that shows: for passes that see code as Clang
/// has made it, before it is optimised.
void simplify(llvm::Function &function);

} // namespace musaport

#endif // MUSAPORT_MCC_SIMPLIFY_H
