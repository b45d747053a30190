//===- findings/baseline.h - known findings ---------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A baseline is a JSON file of findings that somebody has reviewed. It identifies a finding by what
// does not change when other lines do: its ID, file and message, and the text of its line.
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
  /// `folder`: the folder of the baseline file. File names in it are relative to this folder.
  explicit Baseline(std::string folder) : folder(std::move(folder)) {}

  /// Reads the text of `path`. Appends errors to `diagnostics`; returns false if there are any.
  bool read(llvm::StringRef path, llvm::StringRef text, std::vector<Diagnostic> &diagnostics);
  void add(const Diagnostic &diagnostic);
  /// Whether the baseline contains the finding. Each entry matches only once.
  bool take(const Diagnostic &diagnostic);
  /// The number of unmatched entries for which `concerns` (ID, absolute file) is true.
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
