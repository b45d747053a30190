//===- analysis/resolved_names.h - whose names a unit uses ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_ANALYSIS_RESOLVED_NAMES_H
#define MUSAPORT_ANALYSIS_RESOLVED_NAMES_H

#include "rules/rule_set.h"

#include <cstdint>
#include <functional>
#include <string>
#include <tuple>
#include <vector>

namespace clang {
class ASTContext;
} // namespace clang

namespace musaport {

/// Of a name that the rules take for CUDA's: what Clang says it is in one place.
struct ResolvedName {
  enum class Whose : uint8_t {
    Cudas,    ///< CUDA's, or not certainly the tree's; once a name, without a place
    Trees,    ///< the tree's, a local variable for example
    Declared, ///< the tree's, and this declares it: in a class or namespace, or for all files
  };
  std::string name; ///< "cudaFree"; "cuda::barrier" if the rule is about that
  Whose whose = Whose::Cudas;
  std::string file;    ///< absolute
  uint32_t offset = 0; ///< of the name, in bytes from the file's begin

  auto key() const { return std::tie(name, whose, file, offset); }
  bool operator<(const ResolvedName &other) const { return key() < other.key(); }
  bool operator==(const ResolvedName &other) const { return key() == other.key(); }
};

/// In what `ast` is to be traversed. `isOwn`: whether a file (absolute) is the tree's.
std::vector<ResolvedName> resolvedNames(clang::ASTContext &ast, const RuleSet &rules,
                                        const std::function<bool(llvm::StringRef file)> &isOwn);

} // namespace musaport

#endif // MUSAPORT_ANALYSIS_RESOLVED_NAMES_H
