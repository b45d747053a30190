//===- tree/output_tree.h - the output folder of a port ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Knows which files of the output folder the tool wrote (from a manifest with their hashes), so
// that porting again replaces only those. All changes are made in the end, or none.
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
  /// `root` need not exist; nothing is written yet. An unreadable manifest is ignored with a
  /// warning ([musa-manifest]).
  static llvm::Expected<OutputTree> open(llvm::StringRef root,
                                         std::vector<Diagnostic> &diagnostics);
  OutputTree(OutputTree &&) noexcept;
  ~OutputTree();

  /// An error ([musa-output-exists]) for each of `paths` (relative, sorted) that needs a folder
  /// where there is a file, or the reverse. A path that ends in / is a folder.
  std::vector<Diagnostic> obstacles(llvm::ArrayRef<std::string> paths) const;
  /// Also for each that exists, is not the tool's (it was never written by the tool, or has changed
  /// since), and has another content than what has been written since open().
  std::vector<Diagnostic> conflicts(llvm::ArrayRef<std::string> paths) const;

  /// Whether there is a readable manifest.
  bool hasManifest() const;
  /// What earlier runs wrote: path -> fingerprint.
  const llvm::StringMap<std::string> &manifest() const;
  llvm::Expected<OutputEntry> read(llvm::StringRef path) const;

  /// Creates the folders that `paths` need, including the root. Call this before writing.
  llvm::Error makeFolders(llvm::ArrayRef<std::string> paths);

  /// Thread-safe for different paths. A file that already has these bytes and mode is left
  /// untouched, including its time stamp, so that builds stay incremental.
  llvm::Error writeFile(llvm::StringRef path, llvm::StringRef bytes, uint32_t mode);
  llvm::Error writeLink(llvm::StringRef path, llvm::StringRef target);
  /// How many files were actually written.
  uint64_t filesWritten() const;

  /// Records that `path` holds what the tool wrote, with the user's later edits. `fingerprint`: of
  /// what the tool wrote.
  void record(llvm::StringRef path, llvm::StringRef fingerprint);
  /// Records that `path` is no longer the tool's. If it still exists, it belongs to the user.
  void forget(llvm::StringRef path);
  /// What this run has read at `path`: finish() fails if it is not so any more.
  void expect(llvm::StringRef path, const OutputEntry &entry);
  /// Only of an output that exists. A folder goes if it is empty in the end.
  llvm::Error remove(llvm::StringRef path);
  void removeFolder(llvm::StringRef path);

  /// Makes all changes and writes the manifest: the files written since open(), and files of
  /// earlier runs that still exist. Returns the latter, sorted: they are stale, and it leaves them
  /// alone.
  llvm::Expected<std::vector<std::string>> finish();

private:
  struct Impl;
  explicit OutputTree(std::unique_ptr<Impl>);
  std::unique_ptr<Impl> impl;
};

} // namespace musaport

#endif // MUSAPORT_TREE_OUTPUT_TREE_H
