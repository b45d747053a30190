//===- source/tree.h - the files of a source tree ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_SOURCE_TREE_H
#define MUSAPORT_SOURCE_TREE_H

#include "source/ignore.h"

#include "llvm/Support/Error.h"

#include <cstdint>
#include <string>
#include <vector>

namespace musaport {

enum class FileKind : uint8_t {
  Source,      ///< C, C++, CUDA or MUSA, by extension: ported
  BuildScript, ///< ported, or copied if no part of the port reads it (source/script_names.h)
  Other,       ///< copied byte for byte
  Link,        ///< a symbolic link whose target is inside the tree: kept as a link
  Skipped,     ///< not part of the output; `reason` says why
};

struct TreeFile {
  std::string path; ///< relative to the root, with /
  FileKind kind = FileKind::Other;
  std::string target; ///< for a Link: as written in the link
  std::string reason; ///< for Skipped: "a link that leads out of the tree", "a socket"...
};

struct TreeOptions {
  IgnoreList exclude; ///< a negated pattern also restores what is excluded by default
  IgnoreList
      include; ///< if not empty, only files that match, or are in a folder that does, are included
  /// Extensions in addition to the built-in ones, with the dot; may be compound (".cu.in").
  std::vector<std::string> extraExtensions;
};

struct Tree {
  std::string root;                      ///< as the user gave it, without a trailing /
  std::vector<TreeFile> files;           ///< sorted by path (bytes), folders not listed
  std::vector<std::string> emptyFolders; ///< also created in the output; sorted
  size_t excluded = 0; ///< number of files and folders excluded by patterns or by default
};

/// The file in which a port lists the files it wrote to its output folder.
inline constexpr llvm::StringLiteral manifestName = ".musa-port-manifest.json";

/// The folder at the root of a tree that holds what a run is about to change there. Its name is
/// that of a temporary file.
inline constexpr llvm::StringLiteral stagingFolderName = ".musa-port-tmp-changes";

/// `path`, relative to `root`, as a path to open and to show in diagnostics.
std::string pathUnder(llvm::StringRef root, llvm::StringRef path);

/// Lists the tree. Excluded by default: `.git`, `.hg`, `.svn`, `__pycache__`, build folders other
/// than the root (those with a CMakeCache.txt, build.ninja or .ninja_log), a
/// `.musa-port-manifest.json` at the root, and temporary files of writeFileAtomically(). Links are
/// not followed, except for the root. Fails with the name of a folder that cannot be read.
llvm::Expected<Tree> listTree(llvm::StringRef root, const TreeOptions &options);

/// The kind of a file, by name alone: FileKind::Source, BuildScript or Other.
FileKind classifyFile(llvm::StringRef path, const TreeOptions &options);

} // namespace musaport

#endif // MUSAPORT_SOURCE_TREE_H
