//===- analysis/resolved_names.h - who declares the names a unit uses -*- C++ -*-===//
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

/// What Clang says about one occurrence of a name that the rules take for CUDA's.
struct ResolvedName {
  enum class Whose : uint8_t {
    Cudas,    ///< CUDA's, or not certainly the tree's; one entry per name, without a place
    Trees,    ///< the tree's, such as a local variable
    Declared, ///< the tree's, and declared here: in a class or namespace, or with linkage to other
              ///< files
  };
  std::string name; ///< "cudaFree"; "cuda::barrier" if the rule names that
  Whose whose = Whose::Cudas;
  std::string file;    ///< absolute
  uint32_t offset = 0; ///< of the name, in bytes from the start of the file

  auto key() const { return std::tie(name, whose, file, offset); }
  bool operator<(const ResolvedName &other) const { return key() < other.key(); }
  bool operator==(const ResolvedName &other) const { return key() == other.key(); }
};

/// The names in the traversal scope of `ast`. `isOwn`: whether a file (absolute path) is the
/// tree's.
std::vector<ResolvedName> resolvedNames(clang::ASTContext &ast, const RuleSet &rules,
                                        const std::function<bool(llvm::StringRef file)> &isOwn);

} // namespace musaport

#endif // MUSAPORT_ANALYSIS_RESOLVED_NAMES_H
