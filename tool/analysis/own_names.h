//===- analysis/own_names.h - names that the port leaves alone --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The port replaces names by spelling. If both CUDA and the tree declare a name, the port changes
// either all uses of it or none. It changes none only if all uses certainly refer to the tree's: in
// a branch that no build compiles, or in a file that was not parsed, cudaFree may be CUDA's.
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

/// Finds these names; the result is complete once all files have been visited.
class OwnNames {
public:
  /// `resolved`: the names of all units.
  explicit OwnNames(llvm::ArrayRef<ResolvedName> resolved);

  /// Whether any name is still undecided.
  bool isOpen() const { return !names.empty(); }
  /// `file`: absolute path. A name after . or -> is not one of CUDA's functions, types or
  /// constants.
  void visitSource(llvm::StringRef file, llvm::StringRef text);
  /// A name in a script always means CUDA's.
  void visitScript(llvm::StringRef text);

  bool contains(llvm::StringRef name) const { return names.count(name.str()) != 0; }
  /// Whether `finding` fits what the port does with its name.
  bool allow(const Finding &finding) const {
    return finding.about.name.empty() || finding.about.isOwn == contains(finding.about.name);
  }
  llvm::StringSet<> all() const;

private:
  using Place = std::pair<std::string, uint32_t>;
  std::map<std::string, std::set<Place>> names; ///< name -> places where it certainly is the tree's
};

} // namespace musaport

#endif // MUSAPORT_ANALYSIS_OWN_NAMES_H
