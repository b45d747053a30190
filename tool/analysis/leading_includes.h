//===- analysis/leading_includes.h - what sources begin with ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_ANALYSIS_LEADING_INCLUDES_H
#define MUSAPORT_ANALYSIS_LEADING_INCLUDES_H

#include "source/include_resolver.h"
#include "source/tree.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/StringSaver.h"

#include <functional>
#include <map>

namespace musaport {

/// Each name once, where it is first.
using NamesInOrder = llvm::SetVector<llvm::StringRef>;

struct FileStart {
  /// Headers of others, with their delimiters, in order: those that the file includes before it has
  /// anything but macros, and under no condition but an include guard.
  NamesInOrder headers;
  /// PyTorch's headers that it includes under no other condition, wherever: declarations of a
  /// program do not change what they mean. Not those behind headers of third parties, whose macros
  /// may.
  NamesInOrder torchHeaders;
  NamesInOrder macros; ///< that it sets before the last of all these headers
};

/// Finds what files of the tree begin with. Headers of the tree are looked into.
class LeadingIncludes {
public:
  /// The arguments must outlive this.
  /// `isNeutral`: whether a header, by its name, is a standard one or NVIDIA's.
  LeadingIncludes(const Tree &tree, const IncludeResolver &resolver,
                  std::function<bool(llvm::StringRef)> isNeutral)
      : tree(tree), resolver(resolver), isNeutral(std::move(isNeutral)) {}

  /// `file`: an index in the tree. The pointer stays valid as long as this.
  llvm::Expected<const FileStart *> of(size_t file) {
    llvm::Expected<const Known *> found = find(file);
    if (!found)
      return found.takeError();
    return &(*found)->start;
  }

private:
  struct Known {
    FileStart start;
    NamesInOrder allMacros;  ///< that the file defines or undefines
    bool isAll = false;      ///< `headers` and macros are all that the file has
    bool hasForeign = false; ///< it includes a third party's header
  };
  llvm::Expected<const Known *> find(size_t file);
  llvm::Error read(size_t file, Known &result);
  llvm::Error include(size_t includer, llvm::StringRef header, Known &result);

  const Tree &tree;
  const IncludeResolver &resolver;
  const std::function<bool(llvm::StringRef)> isNeutral;
  llvm::BumpPtrAllocator storage;
  llvm::UniqueStringSaver names{storage}; ///< those of all files
  std::map<size_t, Known> known;          ///< by file; empty for one that is being read
};

} // namespace musaport

#endif // MUSAPORT_ANALYSIS_LEADING_INCLUDES_H
