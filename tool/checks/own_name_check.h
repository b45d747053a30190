//===- checks/own_name_check.h ----------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_CHECKS_OWN_NAME_CHECK_H
#define MUSAPORT_CHECKS_OWN_NAME_CHECK_H

#include "analysis/check.h"
#include "analysis/ported_names.h"

#include "llvm/ADT/DenseSet.h"

namespace clang {
class NamedDecl;
} // namespace clang

namespace musaport {

/// The tree declares something by a name of CUDA's. Decided by the declaration: a class's method
/// cudaFree is the tree's, and so is whatever else stands in its namespaces and classes; of what is
/// global, what it defines and no header of CUDA's declares. Whether the port leaves the name, or
/// renames all of it alike, is decided of the whole tree (OwnNames); either is good to know. It is
/// wrong where the port renames a part: qualified names that a pattern takes for CUDA's, and uses
/// of what a header outside of the tree declares.
class OwnNameCheck : public Check {
public:
  using Check::Check;
  void registerPreprocessor(clang::Preprocessor &preprocessor) override;
  void registerMatchers(clang::ast_matchers::MatchFinder &finder) override;
  void run(const clang::ast_matchers::MatchFinder::MatchResult &result) override;

private:
  void checkDeclaration(const clang::NamedDecl &declaration);
  void checkPatterns(const clang::NamedDecl &declaration);
  void checkUse(const clang::NamedDecl &declaration, clang::SourceLocation place);
  /// Whether `qualified`, "cuda::barrier", stands in some file of the user's.
  bool isSpelled(const clang::SourceManager &sources, llvm::ArrayRef<llvm::StringRef> qualified);

  UserFiles files;
  /// Where macros declare such names: one may declare hundreds, of which the first is reported.
  llvm::DenseSet<clang::SourceLocation> expansions;
  std::string cudaHeaders; ///< the folder, with a / behind it
};

} // namespace musaport

#endif // MUSAPORT_CHECKS_OWN_NAME_CHECK_H
