//===- tree/output_names.h - the names of files after the port --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_TREE_OUTPUT_NAMES_H
#define MUSAPORT_TREE_OUTPUT_NAMES_H

#include "report/diagnostic.h"
#include "rules/rule_set.h"
#include "source/include_resolver.h"
#include "source/tree.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"

#include <string>
#include <vector>

namespace musaport {

/// The path of a file or folder after the port. Applies path rules, then `renameFolders` (a word
/// cuda or CUDA in a folder's name, or musa or MUSA in reverse), and for a source the new
/// extension.
std::string outputPath(llvm::StringRef path, FileKind kind, const RuleSet &rules,
                       bool renameFolders);

/// The output path of each file of `tree`, in the same order; empty for a skipped one.
std::vector<std::string> outputPaths(const Tree &tree, const RuleSet &rules, bool renameFolders);

/// For each file, whether it is written. If two files would get the same path, or a file would get
/// the path of a folder, that is an error ([musa-output-collision]) that names both. The file that
/// keeps its name is written and the other is not; if neither keeps its name, neither is written.
/// `outputs`: the result of outputPaths().
std::vector<bool> withoutCollisions(const Tree &tree, llvm::ArrayRef<std::string> outputs,
                                    std::vector<Diagnostic> &diagnostics);

/// The names of a tree's files after the port. The tree must outlive this.
class NewNames {
public:
  /// The errors of withoutCollisions() go to `diagnostics`, with files named as in other
  /// diagnostics.
  NewNames(const Tree &tree, const RuleSet &rules, bool renameFolders,
           std::vector<Diagnostic> &diagnostics);
  NewNames(const NewNames &) = delete; // `includes` refers to `paths`
  NewNames &operator=(const NewNames &) = delete;

  bool isRenamed(size_t file) const { return paths[file] != tree.files[file].path; }
  /// The target of the link `file` after the port.
  std::string newTarget(size_t file) const;

  const std::vector<std::string> paths; ///< see outputPaths()
  const std::vector<bool> isWritten;    ///< see withoutCollisions()
  const IncludeResolver includes;
  /// Old name -> new name, without folders, for files whose names differ.
  llvm::StringMap<std::string> renamed;
  bool renamesSources = false; ///< one of these is a source with a new extension

private:
  const Tree &tree;
};

} // namespace musaport

#endif // MUSAPORT_TREE_OUTPUT_NAMES_H
