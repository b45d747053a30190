//===- analysis/shared_preambles.h - headers parsed once --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_ANALYSIS_SHARED_PREAMBLES_H
#define MUSAPORT_ANALYSIS_SHARED_PREAMBLES_H

#include "analysis/analysis.h"
#include "analysis/file_snapshot.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSet.h"

#include <atomic>
#include <map>
#include <mutex>

namespace musaport {

/// The preambles of a run: musa-port's own headers, and behind them headers of others with which
/// several translation units begin, such as PyTorch's, which take longer to parse than most units.
/// A preamble is built when a unit needs it and another unit that can share it has not been parsed
/// yet. It is freed with the last of these units.
class SharedPreambles {
public:
  /// `units`: all that will be parsed. The arguments must outlive this.
  SharedPreambles(const Analysis &analysis, FileSnapshot &snapshot, const ParseHeaders &headers,
                  llvm::ArrayRef<const TranslationUnit *> units);

  // The rest is thread-safe.

  /// The preamble to share, or null. If there is one, `files` also records what the preamble asked
  /// of the file system.
  const Preamble *find(const TranslationUnit &unit, View view, RecordingFileSystem &files);
  void parsed(const TranslationUnit &unit);

private:
  struct Shared {
    Preamble preamble;
    llvm::StringMap<Asked> asked;
  };
  /// Units that share a preamble.
  struct Group {
    std::vector<std::string> start; ///< the part of TranslationUnit::start that they have in common
    llvm::StringSet<> macros;       ///< TranslationUnit::startMacros of all of them
    std::atomic<size_t> unparsed = 0;
    struct {
      std::mutex mutex;
      std::unique_ptr<Shared> shared;
    } views[2];
  };
  const Preamble *find(Group &group, const TranslationUnit &unit, View view,
                       RecordingFileSystem &files);

  const Analysis &analysis;
  FileSnapshot &snapshot;
  const ParseHeaders &headers;
  std::map<std::vector<std::string>, Group> groups; ///< keyed by what makes the preamble
  /// Of each unit, the preferred one first. Its preamble may have errors.
  std::map<const TranslationUnit *, llvm::SmallVector<Group *, 2>> groupsOf;
};

} // namespace musaport

#endif // MUSAPORT_ANALYSIS_SHARED_PREAMBLES_H
