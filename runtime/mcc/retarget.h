//===- mcc/retarget.h - compiles device code for the host -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_MCC_RETARGET_H
#define MUSAPORT_MCC_RETARGET_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace llvm {
class Function;
class GlobalValue;
class Module;
} // namespace llvm

namespace musaport {

/// The CPU that device code runs on, in LLVM's terms.
struct HostTarget {
  std::string triple;
  std::string dataLayout;
  std::string cpu;
  std::string features;
  bool splitsAtBarriers = true; ///< if possible; otherwise waiting threads are fibers
  bool splitsAtLanes = false;   ///< at exchanges between lanes, too
  bool joinsExchanges = false;  ///< a warp goes through several of them without the runtime
  bool isLinked = false;        ///< what the host cannot name stays the unit's own
  unsigned musaArch = 0;        ///< the target devices' architecture; 0: any
};

/// A kernel of a module that Clang made for nvptx64.
struct DeviceKernel {
  llvm::Function *function = nullptr;
  uint32_t maxThreads = 0;              ///< of __launch_bounds__; 0 if there is none
  std::array<uint32_t, 3> cluster = {}; ///< of __cluster_dims__: x, y, z; 0 if there is none
};

std::vector<DeviceKernel> findKernels(const llvm::Module &module);

/// What the module uses but does not define, except dynamic __shared__ variables.
std::vector<const llvm::GlobalValue *> findUndefined(const llvm::Module &module);

/// "the device function 'f(int)'", for messages.
std::string describe(const llvm::GlobalValue &value);

/// Where there are asm statements in what kernels may use, each once, as clang::SourceLocation
/// encodes places. An empty one, which is a barrier for the compiler, is none. If the module
/// `isSeparate`, kernels of others use its functions, too.
std::vector<unsigned> findAssembly(const llvm::Module &module, bool isSeparate);

/// Facts about a compiled kernel.
struct KernelSummary {
  std::string name;         ///< mangled
  uint64_t sharedBytes = 0; ///< its own __shared__ variables and those of its callees
  /// How its threads run: "runs as a loop over its threads".
  std::string way;
  std::string whyFibers; ///< empty if they are none
};

/// The name of the device image that retarget() adds to the module as an external constant.
constexpr llvm::StringLiteral deviceImageName = "__musa_device_image";

/// Managed variables are external, too, and have this prefix.
constexpr llvm::StringLiteral managedPrefix = "__musa_managed.";

/// In relocatable device code, Clang adds this, and a number, to the name of a static variable that
/// the host can name.
constexpr llvm::StringLiteral staticMark = "__static__";

/// The names of the variables that keywords.h marks as managed, before retarget().
std::vector<std::string> managedVariables(const llvm::Module &module, bool localToo);

/// Drops the flags of a module that are about a GPU; those of two units may differ.
void dropTargetFlags(llvm::Module &module);

/// Turns a module that Clang made for nvptx64, before optimization, into code for the host. All its
/// definitions become internal, except deviceImageName, whose layout is described in
/// musa_port/host/device_image.h. Every device function gets one more parameter, the last: the
/// thread that runs it.
///
/// If a function cannot be translated, the error names it.
llvm::Expected<std::vector<KernelSummary>> retarget(llvm::Module &module, const HostTarget &target);

} // namespace musaport

#endif // MUSAPORT_MCC_RETARGET_H
