//===- mcc/retarget.h - device code, made for the host ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_MCC_RETARGET_H
#define MUSAPORT_MCC_RETARGET_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <string>
#include <vector>

namespace llvm {
class Function;
class GlobalValue;
class Module;
} // namespace llvm

namespace musaport {

/// What the CPU that device code runs on is called, in LLVM's terms.
struct HostTarget {
  std::string triple;
  std::string dataLayout;
  std::string cpu;
  std::string features;
  bool splitsAtBarriers = true; ///< where it can; else threads that wait are fibers
  unsigned musaArch = 0;        ///< of the devices that the code is for; 0: of all
};

/// A kernel of a module that Clang made for nvptx64.
struct DeviceKernel {
  llvm::Function *function = nullptr;
  uint32_t maxThreads = 0; ///< of __launch_bounds__; 0 if there is none
};

std::vector<DeviceKernel> findKernels(const llvm::Module &module);

/// What the module uses and does not define; __shared__ variables, which the launch sizes, aside.
std::vector<const llvm::GlobalValue *> findUndefined(const llvm::Module &module);

/// What became of a kernel.
struct KernelSummary {
  std::string name;         ///< mangled
  uint64_t sharedBytes = 0; ///< of its own __shared__ variables and those of what it calls
};

/// The name of the device image that retarget() leaves in the module: an external constant.
constexpr llvm::StringLiteral deviceImageName = "__musa_device_image";

/// Managed variables are external too, with this before their names.
constexpr llvm::StringLiteral managedPrefix = "__musa_managed.";

/// Makes code for the host out of a module that Clang made for nvptx64, not yet optimised. In the
/// end all definitions are internal, but for deviceImageName, whose layout
/// musa_port/host/device_image.h describes. Every device function has one more parameter, the last:
/// the thread that runs it.
///
/// An error says which function cannot be translated.
llvm::Expected<std::vector<KernelSummary>> retarget(llvm::Module &module, const HostTarget &target);

} // namespace musaport

#endif // MUSAPORT_MCC_RETARGET_H
