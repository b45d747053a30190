//===- mcc/archive_command.h - an archive of object files -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_MCC_ARCHIVE_COMMAND_H
#define MUSAPORT_MCC_ARCHIVE_COMMAND_H

#include "clang/Driver/Job.h"

namespace musaport {

/// What Clang's driver plans for --emit-static-lib, without the program llvm-ar, which need not be
/// installed.
class ArchiveCommand : public clang::driver::Command {
public:
  explicit ArchiveCommand(const clang::driver::Command &archiver) : Command(archiver) {}

  int Execute(llvm::ArrayRef<std::optional<llvm::StringRef>> redirects, std::string *message,
              bool *failed) const override;
};

} // namespace musaport

#endif // MUSAPORT_MCC_ARCHIVE_COMMAND_H
