//===- mcc/runtime_calls.h - connects both sides to libmusart ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_MCC_RUNTIME_CALLS_H
#define MUSAPORT_MCC_RUNTIME_CALLS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace llvm {
class Module;
} // namespace llvm

namespace musaport {

/// Clang makes host code call CUDA's runtime library and embeds what it takes for a GPU binary.
/// This renames the calls to libmusart's functions and replaces the binary by the device image.
void connectHost(llvm::Module &module);

/// Gives constants that are static in `device` the names by which `host` registers them: Clang
/// knows these names on the host's side only.
void nameStaticsForHost(const llvm::Module &host, llvm::Module &device);

/// The same for a unit (device_unit.h). `image` is the symbol of its device image, and `managed`
/// are the names of its managed variables; a device link defines all of these.
void connectSeparateHost(llvm::Module &module, llvm::StringRef image,
                         llvm::ArrayRef<std::string> managed);

/// Lets units find the device code that was linked for them: gives the device image the names
/// `images`, and managed variables their own.
void exportDevice(llvm::Module &module, llvm::ArrayRef<std::string> images);

/// Lets linked device code that stands alone make itself known, as host code does for its own.
void registerModule(llvm::Module &module);

/// Renames the functions that Clang calls for nvptx64 to libmusart's.
void connectDevice(llvm::Module &module);

} // namespace musaport

#endif // MUSAPORT_MCC_RUNTIME_CALLS_H
