//===- source/project_file.h - .musa-port.json ------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_SOURCE_PROJECT_FILE_H
#define MUSAPORT_SOURCE_PROJECT_FILE_H

#include "report/diagnostic.h"

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>
#include <vector>

namespace musaport {

inline constexpr llvm::StringLiteral projectFileName = ".musa-port.json";

/// Settings that a team commits, like .clang-format. The keys are the names of the command line's
/// options, which override them. Paths in the file are relative to its folder; the fields hold them
/// joined to that folder.
struct ProjectFile {
  std::string path;
  std::string root;                    ///< what its paths are in or beside; empty: anywhere
  std::vector<std::string> sources;    ///< "sources"; default: the folder itself
  std::vector<std::string> rules;      ///< "rules"
  std::vector<std::string> exclude;    ///< "exclude"
  std::vector<std::string> include;    ///< "include"
  std::vector<std::string> extensions; ///< "extensions"
  std::optional<std::string> arch;     ///< "arch"
  std::optional<std::string> output;   ///< "output"
  std::optional<std::string> python;   ///< "python"
  std::vector<std::string> launch;     ///< "launch"
  std::vector<std::string> without;    ///< "without"
  std::optional<bool> defaultRules;    ///< "default-rules"
  std::optional<bool> renameDirs;      ///< "rename-dirs"
};

struct FoundProjectFile {
  std::string path;
  std::string root; ///< of the git work tree that it is in; its own folder if it is in none
};

/// The nearest one in `folder`, a real path, or in those above it, up to the root of a git work
/// tree.
std::optional<FoundProjectFile> findProjectFile(llvm::StringRef folder);

/// Reads `text` and validates it: unknown keys and wrong types are errors with line and column. So
/// are paths that lead out of `root` to what is not beside it, unless `root` is empty: the tree may
/// be a stranger's.
bool parseProjectFile(llvm::StringRef path, llvm::StringRef text, ProjectFile &file,
                      std::vector<Diagnostic> &diagnostics, llvm::StringRef root = {});

} // namespace musaport

#endif // MUSAPORT_SOURCE_PROJECT_FILE_H
