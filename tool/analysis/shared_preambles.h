//===- analysis/shared_preambles.h - headers parsed once --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_ANALYSIS_SHARED_PREAMBLES_H
#define MUSAPORT_ANALYSIS_SHARED_PREAMBLES_H

#include "analysis/analysis.h"
#include "analysis/file_snapshot.h"
#include "source/shared_once.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSet.h"

#include <map>

namespace musaport {

/// The preambles of a run: musa-port's own headers, and behind them headers of others with which
/// several translation units begin, such as PyTorch's, which take longer to parse than most units.
/// A preamble is built by the first process whose unit needs it, if another unit that can share it
/// has not been parsed yet; other processes wait for it. It is freed with the last of these units.
class SharedPreambles {
public:
  /// `units`: all that will be parsed. The arguments must outlive this.
  SharedPreambles(const Analysis &analysis, FileSnapshot &snapshot, const ParseHeaders &headers,
                  llvm::ArrayRef<const TranslationUnit *> units);

  /// Call this before the process that parses `unit` is forked, and `parsed` when it has ended.
  void prepare(const TranslationUnit &unit);
  void parsed(const TranslationUnit &unit);

  /// The preamble to share, or nullopt. If there is one, `files` also records what the preamble
  /// asked of the file system.
  std::optional<Preamble> find(const TranslationUnit &unit, View view, RecordingFileSystem &files);

private:
  /// Units that share a preamble.
  struct Group {
    std::vector<std::string> start; ///< the part of TranslationUnit::start that they have in common
    llvm::StringSet<> macros;       ///< TranslationUnit::startMacros of all of them
    size_t unparsed = 0;
    std::optional<SharedOnce> views[2];
  };
  std::optional<Preamble> find(Group &group, const TranslationUnit &unit, View view,
                               RecordingFileSystem &files);
  std::string build(const Group &group, const TranslationUnit &unit, View view);

  const Analysis &analysis;
  FileSnapshot &snapshot;
  const ParseHeaders &headers;
  std::map<std::vector<std::string>, Group> groups; ///< keyed by what makes the preamble
  /// Of each unit, the preferred one first. Its preamble may have errors.
  std::map<const TranslationUnit *, llvm::SmallVector<Group *, 2>> groupsOf;
};

} // namespace musaport

#endif // MUSAPORT_ANALYSIS_SHARED_PREAMBLES_H
