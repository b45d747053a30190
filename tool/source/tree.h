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
  Source,      ///< C, C++, CUDA or MUSA by its extension: ported
  BuildScript, ///< CMake, Make: ported; Python set-up...: copied, and looked through for files that
               ///< the port renames
  Other,       ///< copied byte for byte
  Link,        ///< a symbolic link whose target is inside the tree: kept as a link
  Skipped,     ///< not part of the output; `reason` says why
};

struct TreeFile {
  std::string path; ///< relative to the root, with /
  FileKind kind = FileKind::Other;
  std::string target; ///< Link: as written in the link
  std::string reason; ///< Skipped: e.g. "a link that leads out of the tree", "a socket"
};

struct TreeOptions {
  IgnoreList exclude; ///< a negated pattern also brings back what is left out by default
  IgnoreList
      include; ///< if not empty, only files that match (themselves or by a folder above) are taken
  /// Extensions with the dot, added to the built-in ones; ".cu.in" is one too.
  std::vector<std::string> extraExtensions;
};

struct Tree {
  std::string root;                      ///< as the user gave it, without a trailing /
  std::vector<TreeFile> files;           ///< sorted by path (bytes), folders not listed
  std::vector<std::string> emptyFolders; ///< kept in the output too; sorted
  size_t excluded = 0;                   ///< files and folders left out by patterns or by default
};

/// What a port writes into its output folder, to know its own files there.
inline constexpr llvm::StringLiteral manifestName = ".musa-port-manifest.json";

/// `path`, which is relative to `root`, as a program opens it and a diagnostic names it.
std::string pathUnder(llvm::StringRef root, llvm::StringRef path);

/// Lists the tree. `.git`, `.hg`, `.svn`, `__pycache__` and build folders (those that hold a
/// CMakeCache.txt, build.ninja or .ninja_log; not the root) are left out, as are a
/// `.musa-port-manifest.json` at the root and temporary files of writeFileAtomically(). Links are
/// never followed (but for the root). A folder that cannot be read is an error that names it.
llvm::Expected<Tree> listTree(llvm::StringRef root, const TreeOptions &options);

/// Makefile, GNUmakefile, Makefile.gpu, common.mk, make.config...
bool isMakefile(llvm::StringRef name);

/// config.h.in, config.hpp.cmake, config.h.cmakein: of a header, for CMake's configure_file().
bool isHeaderTemplate(llvm::StringRef name);

/// The kind by name alone: FileKind::Source, BuildScript or Other.
FileKind classifyFile(llvm::StringRef path, const TreeOptions &options);

} // namespace musaport

#endif // MUSAPORT_SOURCE_TREE_H
