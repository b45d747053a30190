//===- mcc/only_read.h - parameters that are only read ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_MCC_ONLY_READ_H
#define MUSAPORT_MCC_ONLY_READ_H

namespace llvm {
class Argument;
} // namespace llvm

namespace musaport {

/// Whether what a kernel's parameter points to is certainly only read through it, also by the
/// functions that get it, and the kernel keeps its address in no variable.
bool isOnlyRead(const llvm::Argument &parameter);

} // namespace musaport

#endif // MUSAPORT_MCC_ONLY_READ_H
