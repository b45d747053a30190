//===- mcc/device_unit.h - device code that waits for a link ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// With -fmusa-rdc, an object file holds the device code of its source as LLVM's bitcode, as it was
// made for nvptx64. mcc links the units of a program, and compiles them for the CPU together: a
// kernel is cut at its barriers, and vectorized, with all that it calls in sight.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_MCC_DEVICE_UNIT_H
#define MUSAPORT_MCC_DEVICE_UNIT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <string>
#include <vector>

namespace llvm {
class LLVMContext;
class Module;
} // namespace llvm

namespace musaport {

/// The device code of one source.
struct DeviceUnit {
  std::string id;           ///< unlike that of every other compilation
  std::string source;       ///< the file's path, as given
  std::string architecture; ///< "mp_31"; "any" for all
  unsigned level = 1;       ///< of optimization, 0 to 3
  /// Mangled names of the program's functions and variables that this unit does not define.
  std::vector<std::string> undefined;
  std::string bitcode;
};

/// The symbol of the unit's image. The unit's host code refers to it, and a device link defines it.
std::string imageNameOf(llvm::StringRef id);

/// Puts the unit into the object file that `host` becomes.
void embedUnit(llvm::Module &host, const DeviceUnit &unit);

/// Reads the units in object files and archives; other files have none. A unit counts once. One
/// whose image is defined in these files is linked already, and left out.
llvm::Expected<std::vector<DeviceUnit>> readUnits(llvm::ArrayRef<std::string> files);

/// Links units into one module. Errors name what is defined twice, or nowhere, and the sources; if
/// architectures differ, they say so.
llvm::Expected<std::unique_ptr<llvm::Module>> linkUnits(llvm::ArrayRef<DeviceUnit> units,
                                                        llvm::LLVMContext &context);

} // namespace musaport

#endif // MUSAPORT_MCC_DEVICE_UNIT_H
