//===- source/include_resolver.h - includes within the tree -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Answers which file of the tree an #include means, and what it has to say after the files got
// new names. The include path of the tree's build is not known: a name that is the end of some
// file's path is taken to be found through a folder above that file.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_SOURCE_INCLUDE_RESOLVER_H
#define MUSAPORT_SOURCE_INCLUDE_RESOLVER_H

#include "source/tree.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace musaport {

class IncludeResolver {
public:
  /// `outputs`: the new path of each of the tree's files, also of one that is not written because
  /// another one has its new name: includes then mean that one. Both must outlive this.
  IncludeResolver(const Tree &tree, llvm::ArrayRef<std::string> outputs);

  /// Where the name is found: Beside: relative to the including file. Above: through a folder above
  /// the file it means.
  enum class Found { Beside, Above };
  struct Resolution {
    Found found = Found::Beside;
    size_t file = 0; ///< index in the tree
    /// What the include says after the port; equal to the name if nothing changes.
    std::string newName;
    /// Another file that `name` could mean and that would need another new name.
    std::optional<size_t> otherwise;
  };
  /// `includer`: index in the tree. `name`: without delimiters.
  std::optional<Resolution> resolve(size_t includer, llvm::StringRef name) const;

  /// What the folder `name`, as seen from the folder of file `from`, is called afterwards; nullopt
  /// if no file of the tree is in it. For links.
  std::optional<std::string> newFolderName(size_t from, llvm::StringRef name) const;

private:
  /// The file at `path`, also where a folder on the way is a link.
  std::optional<size_t> fileAt(std::string path) const;
  std::string newNameFor(size_t file, llvm::StringRef name, size_t includer, Found found) const;

  const Tree &tree;
  llvm::ArrayRef<std::string> outputs;
  llvm::StringMap<size_t> byPath;
  llvm::StringMap<llvm::SmallVector<size_t, 1>> byName;
};

} // namespace musaport

#endif // MUSAPORT_SOURCE_INCLUDE_RESOLVER_H
