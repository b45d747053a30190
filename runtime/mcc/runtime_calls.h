//===- mcc/runtime_calls.h - connects both sides to libmusart ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_MCC_RUNTIME_CALLS_H
#define MUSAPORT_MCC_RUNTIME_CALLS_H

namespace llvm {
class Module;
} // namespace llvm

namespace musaport {

/// Clang makes host code call CUDA's runtime library and embeds what it takes for a GPU binary.
/// This renames the calls to libmusart's functions and replaces the binary by the device image.
void connectHost(llvm::Module &module);

/// Renames the functions that Clang calls for nvptx64 to libmusart's.
void connectDevice(llvm::Module &module);

} // namespace musaport

#endif // MUSAPORT_MCC_RUNTIME_CALLS_H
