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

/// The preambles of a run. One is made when a translation unit wants it and another one that can
/// share it is still to be parsed; it goes with the last of them.
class SharedPreambles {
public:
  SharedPreambles(const Analysis &analysis, FileSnapshot &snapshot, const ParseHeaders &headers)
      : analysis(analysis), snapshot(snapshot), headers(headers) {}

  /// Before all else, for each unit that will be parsed.
  void expect(const TranslationUnit &unit);

  // Safe to use from several threads.

  /// Null if there is none to share. `files` then has been asked what the preamble asked.
  const Preamble *find(const TranslationUnit &unit, View view, RecordingFileSystem &files);
  void parsed(const TranslationUnit &unit);

private:
  struct Shared {
    Preamble preamble;
    llvm::StringMap<Asked> asked;
  };
  /// Units that start alike.
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
  std::map<std::vector<std::string>, Group> groups; ///< by folder and arguments
};

} // namespace musaport

#endif // MUSAPORT_ANALYSIS_SHARED_PREAMBLES_H
