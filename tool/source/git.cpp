//===- source/git.cpp - is there anything uncommitted? --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "source/git.h"

#include "source/child_process.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

#include <chrono>

using namespace llvm;

namespace musaport {

/// `.git` is a file in work trees and submodules.
std::string gitRoot(StringRef folder) {
  for (StringRef parent = folder; !parent.empty(); parent = sys::path::parent_path(parent)) {
    SmallString<256> git(parent);
    sys::path::append(git, ".git");
    if (sys::fs::exists(git))
      return parent.str();
  }
  return "";
}

GitState gitState(StringRef folder) {
  SmallString<256> place;
  if (sys::fs::real_path(folder, place) || gitRoot(place).empty())
    return GitState::NoRepository;
  ErrorOr<std::string> git = sys::findProgramByName("git");
  if (!git)
    return GitState::Unknown;
  Expected<ChildProcess> status =
      ChildProcess::start({*git, "--no-optional-locks", "-C", folder.str(), "status", "--porcelain",
                           "--untracked-files=normal", "--", "."},
                          "");
  Expected<ChildProcess::Result> result =
      status ? status->finish(std::chrono::hours(1)) : status.takeError();
  if (!result) {
    consumeError(result.takeError());
    return GitState::Unknown;
  }
  if (result->status != 0)
    return GitState::Unknown; // for example a repository of another user, which git refuses
  return result->output.empty() ? GitState::Clean : GitState::Dirty;
}

} // namespace musaport
