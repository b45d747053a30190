//===- mcc/runtime_calls.h - both sides, connected to libmusart --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_MCC_RUNTIME_CALLS_H
#define MUSAPORT_MCC_RUNTIME_CALLS_H

namespace llvm {
class Module;
} // namespace llvm

namespace musaport {

/// Clang writes calls of CUDA's runtime library into the host's side, and puts what it takes for a
/// GPU's binary there. Renames the calls to libmusart's, and lets the binary be the device image.
void connectHost(llvm::Module &module);

/// What Clang calls for nvptx64 gets the name that libmusart has for it.
void connectDevice(llvm::Module &module);

} // namespace musaport

#endif // MUSAPORT_MCC_RUNTIME_CALLS_H
