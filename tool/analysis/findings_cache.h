//===- analysis/findings_cache.h - caches findings of earlier runs -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A folder with one file per translation unit, its arguments and everything else that findings
// depend on. The file holds the findings, and every question that parsing asked the file system
// (including lookups of headers that do not exist) with a hash of the answer. The findings are
// still valid if all answers are the same.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_ANALYSIS_FINDINGS_CACHE_H
#define MUSAPORT_ANALYSIS_FINDINGS_CACHE_H

#include "analysis/analysis.h"
#include "analysis/file_snapshot.h"

#include <optional>

namespace musaport {

/// Safe to use from several threads and processes.
class FindingsCache {
public:
  /// `origin`: identifies the program and the rules. Fails if the folder cannot be created.
  static llvm::Expected<FindingsCache> open(llvm::StringRef folder, llvm::StringRef origin);

  /// The cached findings; nullopt if there are none or they are no longer valid.
  std::optional<UnitFindings> find(const TranslationUnit &unit, const Analysis &analysis,
                                   FileSnapshot &snapshot) const;
  /// An entry: what is stored of a unit that was parsed with `files`.
  static std::string entryOf(const UnitFindings &found, const Analysis &analysis,
                             FileSnapshot &snapshot, const RecordingFileSystem &files);
  /// The findings of an entry. nullopt if it is damaged, or if `snapshot`, if there is one, answers
  /// otherwise than the entry says.
  static std::optional<UnitFindings> read(llvm::StringRef entry, const Analysis &analysis,
                                          FileSnapshot *snapshot);
  /// Ignores errors: the next run then parses again.
  void store(const TranslationUnit &unit, const Analysis &analysis, llvm::StringRef entry) const;
  /// Removes entries that have not been used for long, or that exceed the size limit.
  void prune() const;

private:
  FindingsCache(llvm::StringRef folder, llvm::StringRef origin) : folder(folder), origin(origin) {}
  std::string pathOf(const TranslationUnit &unit, const Analysis &analysis) const;

  std::string folder, origin;
};

} // namespace musaport

#endif // MUSAPORT_ANALYSIS_FINDINGS_CACHE_H
