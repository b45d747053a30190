//===- source/output_tree.h - the folder a port is written to ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Knows which files of the output folder the tool wrote (a manifest with their hashes), so that
// porting again replaces those and nothing else.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_SOURCE_OUTPUT_TREE_H
#define MUSAPORT_SOURCE_OUTPUT_TREE_H

#include "report/diagnostic.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace musaport {

inline constexpr llvm::StringLiteral manifestName = ".musa-port-manifest.json";

class OutputTree {
public:
  /// `root` need not exist; nothing is written yet. A manifest that cannot be understood counts as
  /// none, with a warning ([musa-manifest]).
  static llvm::Expected<OutputTree> open(llvm::StringRef root,
                                         std::vector<Diagnostic> &diagnostics);
  OutputTree(OutputTree &&) noexcept;
  ~OutputTree();

  /// Errors ([musa-output-exists]) for each of `paths` (relative, sorted) that exists and is not
  /// the tool's: never written by it, or changed since. A path whose folder is a file, or the
  /// reverse, too. A path that ends in / is a folder.
  std::vector<Diagnostic> conflicts(llvm::ArrayRef<std::string> paths) const;

  /// Makes the folders all of `paths` need, the root included. Call once, before the writes.
  llvm::Error makeFolders(llvm::ArrayRef<std::string> paths);

  /// Safe to call from several threads, for different paths. A file that already has these bytes
  /// and mode is left untouched (its time stamp too, so that builds stay incremental).
  llvm::Error writeFile(llvm::StringRef path, llvm::StringRef bytes, uint32_t mode);
  llvm::Error writeLink(llvm::StringRef path, llvm::StringRef target);
  /// How many of these were not left untouched.
  uint64_t filesWritten() const;

  /// Writes the manifest: what has been written since open(), and what an earlier run wrote and is
  /// still there (also after an interruption, so that a later run knows its own files). Returns,
  /// sorted, the latter: stale unless interrupted, and left alone.
  llvm::Expected<std::vector<std::string>> finish();

private:
  struct Impl;
  explicit OutputTree(std::unique_ptr<Impl>);
  std::unique_ptr<Impl> impl;
};

} // namespace musaport

#endif // MUSAPORT_SOURCE_OUTPUT_TREE_H
