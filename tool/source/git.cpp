//===- source/git.cpp - is there anything uncommitted? --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "source/git.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

#include <optional>

using namespace llvm;

namespace musaport {

namespace {

/// Without git's help, since it may not be installed. `.git` is a file in work trees and
/// submodules.
bool isInRepository(StringRef folder) {
  SmallString<256> place;
  if (sys::fs::real_path(folder, place))
    return false;
  for (StringRef parent = place; !parent.empty(); parent = sys::path::parent_path(parent)) {
    SmallString<256> git(parent);
    sys::path::append(git, ".git");
    if (sys::fs::exists(git))
      return true;
  }
  return false;
}

} // namespace

GitState gitState(StringRef folder) {
  if (!isInRepository(folder))
    return GitState::NoRepository;
  ErrorOr<std::string> git = sys::findProgramByName("git");
  SmallString<128> output;
  if (!git || sys::fs::createTemporaryFile("musa-port-git", "txt", output))
    return GitState::Unknown;
  FileRemover remover(output);

  StringRef arguments[] = {*git,          "--no-optional-locks",      "-C", folder, "status",
                           "--porcelain", "--untracked-files=normal", "--", "."};
  std::optional<StringRef> redirects[] = {"", output.str(), ""};
  if (sys::ExecuteAndWait(*git, arguments, std::nullopt, redirects) != 0)
    return GitState::Unknown; // for example a repository of another user, which git refuses
  uint64_t size = 0;
  if (sys::fs::file_size(output, size))
    return GitState::Unknown;
  return size == 0 ? GitState::Clean : GitState::Dirty;
}

} // namespace musaport
