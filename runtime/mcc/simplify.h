//===- mcc/simplify.h - simplifies code before analysis ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_MCC_SIMPLIFY_H
#define MUSAPORT_MCC_SIMPLIFY_H

namespace llvm {
class Function;
} // namespace llvm

namespace musaport {

/// Promotes local variables to registers and folds constants. For passes that run on Clang's code
/// before it is optimized.
void simplify(llvm::Function &function);

} // namespace musaport

#endif // MUSAPORT_MCC_SIMPLIFY_H
