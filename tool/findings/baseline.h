//===- findings/baseline.h - findings that are known ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A baseline is a JSON file of findings that somebody has looked at. It names a finding by what
// stays when other lines change: its ID, file and message, and the text of its line.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_FINDINGS_BASELINE_H
#define MUSAPORT_FINDINGS_BASELINE_H

#include "report/diagnostic.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"

#include <map>
#include <string>
#include <vector>

namespace musaport {

class Baseline {
public:
  /// `folder`: the one that the baseline's file is in; the names of files are relative to it.
  explicit Baseline(std::string folder) : folder(std::move(folder)) {}

  /// Reads the text of `path`. Faults are appended to `diagnostics`; false if there is one.
  bool read(llvm::StringRef path, llvm::StringRef text, std::vector<Diagnostic> &diagnostics);
  void add(const Diagnostic &diagnostic);
  /// Whether the finding is in it. Each of its findings is taken once.
  bool take(const Diagnostic &diagnostic);
  /// Of the findings that nobody has taken, those that `concerns` (ID, absolute file) holds for.
  size_t left(llvm::function_ref<bool(llvm::StringRef id, llvm::StringRef file)> concerns) const;
  size_t size() const;
  std::string toJson() const;

private:
  struct Key {
    std::string file, id, message, line;
    auto operator<=>(const Key &) const = default;
  };
  Key keyOf(const Diagnostic &diagnostic) const;

  std::string folder;
  std::map<Key, uint64_t> counts;
};

} // namespace musaport

#endif // MUSAPORT_FINDINGS_BASELINE_H
