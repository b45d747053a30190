//===- analysis/findings_cache.h - findings of earlier runs -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A folder with a file for each translation unit, its arguments, and all else that findings depend
// on. It holds what was found, and every question that parsing the unit asked of the file system
// with a hash of the answer: a header that was looked for and not found is one of them. What was
// found still holds if all answers are the same.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_ANALYSIS_FINDINGS_CACHE_H
#define MUSAPORT_ANALYSIS_FINDINGS_CACHE_H

#include "analysis/analysis.h"
#include "analysis/file_snapshot.h"

#include <optional>

namespace musaport {

/// Safe to use from several threads, and processes.
class FindingsCache {
public:
  /// `origin`: the program and the rules, as text. An error if the folder cannot be made.
  static llvm::Expected<FindingsCache> open(llvm::StringRef folder, llvm::StringRef origin);

  /// nullopt if there is nothing, or what there is does not hold.
  std::optional<UnitFindings> find(const TranslationUnit &unit, const Analysis &analysis,
                                   FileSnapshot &snapshot) const;
  /// Nobody needs to know if it fails: then the next run parses again.
  void store(const TranslationUnit &unit, const Analysis &analysis, FileSnapshot &snapshot,
             const RecordingFileSystem &files, const UnitFindings &found) const;
  /// Removes what nobody has used for long, or is too much.
  void prune() const;

private:
  FindingsCache(llvm::StringRef folder, llvm::StringRef origin) : folder(folder), origin(origin) {}
  std::string pathOf(const TranslationUnit &unit, const Analysis &analysis) const;

  std::string folder, origin;
};

} // namespace musaport

#endif // MUSAPORT_ANALYSIS_FINDINGS_CACHE_H
