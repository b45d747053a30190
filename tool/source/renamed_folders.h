//===- source/renamed_folders.h - paths that name the tree's folders -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which folders of a tree get another name, and where a path names one of them.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_SOURCE_RENAMED_FOLDERS_H
#define MUSAPORT_SOURCE_RENAMED_FOLDERS_H

#include "source/tree.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace musaport {

class RenamedFolders {
public:
  /// `outputs`: the new path of each file. A folder whose port has more or fewer folders above it
  /// than it has itself is not known here.
  RenamedFolders(const Tree &tree, llvm::ArrayRef<std::string> outputs);

  /// A part of a path, and what it becomes.
  struct Name {
    size_t begin = 0, end = 0;
    std::string text;
  };
  /// The folders in `path`, which may begin with an option (-Isrc/cuda), a variable or a folder
  /// above the tree, and may be a list (src:src/cuda). A part with any of `${}()@*<>` in it may be
  /// anything. What could be several folders with different new names stays.
  llvm::SmallVector<Name, 1> namesIn(llvm::StringRef path) const;

private:
  struct Folder {
    std::string path, newName;
  };
  llvm::StringMap<llvm::SmallVector<Folder, 1>> byName; ///< by the last part of their paths
};

} // namespace musaport

#endif // MUSAPORT_SOURCE_RENAMED_FOLDERS_H
