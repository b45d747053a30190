//===- source/include_resolver.h - resolves includes within the tree -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds the file of the tree that an #include refers to, and the name to include it by after the
// port. The include path of the build is not known. If a name is the end of some file's path, the
// build is assumed to find that file by it, through a folder above the file.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_SOURCE_INCLUDE_RESOLVER_H
#define MUSAPORT_SOURCE_INCLUDE_RESOLVER_H

#include "source/renamed_folders.h"
#include "source/tree.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>
#include <string>

namespace musaport {

/// The name of a header as compilers of all systems take it: Windows' also take dir\name.h.
std::string withSlashes(llvm::StringRef name);

class IncludeResolver {
public:
  /// `outputs`: the new path of each file of the tree, including files that are not written because
  /// another one gets the same path: includes of these refer to the one that is written. Both
  /// arguments must outlive this.
  IncludeResolver(const Tree &tree, llvm::ArrayRef<std::string> outputs);

  /// How an include spells a name: "name" or <name>. Compilers look for the first beside the
  /// including file, but not for the second.
  enum class Form : uint8_t { Quoted, Angled };
  /// `header`: with its delimiters.
  static Form formOf(llvm::StringRef header) {
    return header.starts_with("<") ? Form::Angled : Form::Quoted;
  }
  /// How a name is found. Beside: relative to the including file. Above: through a folder above the
  /// included file.
  enum class Found : uint8_t { Beside, Above };
  struct Resolution {
    Found found = Found::Beside;
    size_t file = 0; ///< index in the tree
    /// The name in the include after the port; equal to the old name if nothing changes.
    std::string newName;
    /// Another file that `name` could refer to and that would need a different new name.
    std::optional<size_t> otherwise;
  };
  /// `includer`: index in the tree. `name`: without delimiters; the new name has no backslashes. A
  /// file that is found through a folder above it is the one nearest to the includer, if several
  /// have the name. A name with . or .. in it is first taken to be relative to the including file,
  /// even if it is angled; else what follows its dots is looked for.
  std::optional<Resolution> resolve(size_t includer, llvm::StringRef name, Form form) const;

  /// Whether the tree has a template that a build makes a header of this name from: x.h.in.
  bool hasTemplateOf(llvm::StringRef name) const;

  /// For links: what the folder `name`, as seen from the folder of file `from`, is called after the
  /// port; nullopt if that folder contains no file of the tree.
  std::optional<std::string> newFolderName(size_t from, llvm::StringRef name) const;

  /// For words of scripts that name folders.
  const RenamedFolders &folders() const { return renamedFolders; }

private:
  std::optional<Resolution> resolveBeside(size_t includer, llvm::StringRef name) const;
  std::optional<Resolution> resolveAbove(size_t includer, llvm::StringRef name) const;
  /// The file at `path`, even if a folder on the way is a link.
  std::optional<size_t> fileAt(std::string path) const;
  std::string newNameFor(size_t file, llvm::StringRef name, size_t includer, Found found) const;

  const Tree &tree;
  llvm::ArrayRef<std::string> outputs;
  llvm::StringMap<size_t> byPath;
  llvm::StringMap<llvm::SmallVector<size_t, 1>> byName;
  RenamedFolders renamedFolders;
};

} // namespace musaport

#endif // MUSAPORT_SOURCE_INCLUDE_RESOLVER_H
