//===- mcc/archive_command.cpp ----------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "archive_command.h"

#include "llvm/Object/ArchiveWriter.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace musaport {

int ArchiveCommand::Execute(ArrayRef<std::optional<StringRef>>, std::string *, bool *failed) const {
  if (failed != nullptr)
    *failed = false; // to begin at all: nobody else sets it
  auto fail = [](Error error) {
    errs() << "mcc: error: " << toString(std::move(error)) << '\n';
    return 1;
  };
  // ar's letters, the archive, its members.
  const ArrayRef<const char *> arguments = getArguments();
  std::vector<NewArchiveMember> members;
  for (const char *file : arguments.drop_front(2)) {
    Expected<NewArchiveMember> member = NewArchiveMember::getFile(file, /*Deterministic=*/true);
    if (!member)
      return fail(createFileError(file, member.takeError()));
    members.push_back(std::move(*member));
  }
  if (Error error = writeArchive(arguments[1], members, SymtabWritingMode::NormalSymtab,
                                 object::Archive::K_GNU, /*Deterministic=*/true, /*Thin=*/false))
    return fail(std::move(error));
  return 0;
}

} // namespace musaport
