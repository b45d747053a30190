//===- analysis/shared_preambles.h - headers parsed once --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_ANALYSIS_SHARED_PREAMBLES_H
#define MUSAPORT_ANALYSIS_SHARED_PREAMBLES_H

#include "analysis/analysis.h"
#include "analysis/file_snapshot.h"

#include <atomic>
#include <map>
#include <mutex>

namespace musaport {

/// The preambles of a run. A preamble is built when a translation unit needs it and another unit
/// that can share it has not been parsed yet. It is freed with the last of these units.
class SharedPreambles {
public:
  SharedPreambles(const Analysis &analysis, FileSnapshot &snapshot, const ParseHeaders &headers)
      : analysis(analysis), snapshot(snapshot), headers(headers) {}

  /// Call this first, for each unit that will be parsed.
  void expect(const TranslationUnit &unit);

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
    std::atomic<size_t> unparsed = 0;
    struct {
      std::mutex mutex;
      std::unique_ptr<Shared> shared;
    } views[2];
  };
  Group *groupOf(const TranslationUnit &unit);

  const Analysis &analysis;
  FileSnapshot &snapshot;
  const ParseHeaders &headers;
  std::map<std::vector<std::string>, Group> groups; ///< keyed by folder and arguments
};

} // namespace musaport

#endif // MUSAPORT_ANALYSIS_SHARED_PREAMBLES_H
