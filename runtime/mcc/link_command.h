//===- mcc/link_command.h - a link, with its device code ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_MCC_LINK_COMMAND_H
#define MUSAPORT_MCC_LINK_COMMAND_H

#include "clang/Driver/Job.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <functional>
#include <string>
#include <vector>

namespace musaport {

/// The files that a linker with these arguments reads: objects and archives, in order. `-lNAME` is
/// an archive where the linker would take one.
std::vector<std::string> linkedFiles(llvm::ArrayRef<const char *> arguments);

/// Links the device code of `files` into the object file `output`. The result is an exit status.
/// `linked` becomes true if there was device code.
using DeviceLinker =
    std::function<int(llvm::ArrayRef<std::string> files, llvm::StringRef output, bool &linked)>;

/// A linker's command that links device code first, and the linker takes the result too.
class LinkCommand : public clang::driver::Command {
public:
  LinkCommand(const clang::driver::Command &linker, DeviceLinker linkDevice)
      : Command(linker), linkDevice(std::move(linkDevice)) {}

  int Execute(llvm::ArrayRef<std::optional<llvm::StringRef>> redirects, std::string *message,
              bool *failed) const override;

private:
  DeviceLinker linkDevice;
};

} // namespace musaport

#endif // MUSAPORT_MCC_LINK_COMMAND_H
