//===- analysis/own_names.h - names that the port leaves --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The port changes a name by its spelling, so of a name that CUDA and the tree both declare it
// changes all uses or none. None, if all are certainly the tree's: whether cudaFree is CUDA's in a
// branch that nobody compiles, or in a file that was not parsed, nobody knows.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_ANALYSIS_OWN_NAMES_H
#define MUSAPORT_ANALYSIS_OWN_NAMES_H

#include "analysis/finding.h"
#include "analysis/resolved_names.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringSet.h"

#include <map>
#include <set>

namespace musaport {

/// Knows them once it has seen all files.
class OwnNames {
public:
  /// `resolved`: of all units.
  explicit OwnNames(llvm::ArrayRef<ResolvedName> resolved);

  /// False if no name is left to decide.
  bool isOpen() const { return !names.empty(); }
  /// `file`: absolute. What stands behind . and -> is no function, type or constant of CUDA's.
  void visitSource(llvm::StringRef file, llvm::StringRef text);
  /// What a script says by such a name it says of CUDA's.
  void visitScript(llvm::StringRef text);

  bool contains(llvm::StringRef name) const { return names.count(name.str()) != 0; }
  /// Whether `finding` is about what the port does.
  bool allow(const Finding &finding) const {
    return finding.about.name.empty() || finding.about.isOwn == contains(finding.about.name);
  }
  llvm::StringSet<> all() const;

private:
  using Place = std::pair<std::string, uint32_t>;
  std::map<std::string, std::set<Place>> names; ///< and where they certainly are the tree's
};

} // namespace musaport

#endif // MUSAPORT_ANALYSIS_OWN_NAMES_H
