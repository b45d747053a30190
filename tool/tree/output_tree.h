//===- tree/output_tree.h - the folder a port is written to -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Knows which files of the output folder the tool wrote (a manifest with their hashes), so that
// porting again replaces those and nothing else.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_TREE_OUTPUT_TREE_H
#define MUSAPORT_TREE_OUTPUT_TREE_H

#include "report/diagnostic.h"
#include "source/tree.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace musaport {

/// What stands at a path.
struct OutputEntry {
  enum class Kind : uint8_t { Nothing, File, Link, Other } kind = Kind::Nothing;
  std::string content; ///< a file's bytes, a link's target
  uint32_t mode = 0;   ///< a file's permission bits
};

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
  /// Of these only those for a folder where a file is to be, or the reverse.
  std::vector<Diagnostic> obstacles(llvm::ArrayRef<std::string> paths) const;

  /// False if there is none that can be understood.
  bool hasManifest() const;
  /// What earlier runs wrote: the fingerprint of each path.
  const llvm::StringMap<std::string> &manifest() const;
  llvm::Expected<OutputEntry> read(llvm::StringRef path) const;

  /// Makes the folders all of `paths` need, the root included. Call before the writes.
  llvm::Error makeFolders(llvm::ArrayRef<std::string> paths);

  /// Safe to call from several threads, for different paths. A file that already has these bytes
  /// and mode is left untouched (its time stamp too, so that builds stay incremental).
  llvm::Error writeFile(llvm::StringRef path, llvm::StringRef bytes, uint32_t mode);
  llvm::Error writeLink(llvm::StringRef path, llvm::StringRef target);
  /// How many of these were not left untouched.
  uint64_t filesWritten() const;

  /// `path` has what the tool wrote, by its fingerprint, and what was edited since.
  void record(llvm::StringRef path, llvm::StringRef fingerprint);
  /// `path` is no longer the tool's; if it is still there, it is somebody's own.
  void forget(llvm::StringRef path);
  llvm::Error remove(llvm::StringRef path);

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

#endif // MUSAPORT_TREE_OUTPUT_TREE_H
