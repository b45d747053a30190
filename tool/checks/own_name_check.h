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

/// The tree declares something with a CUDA name. The declaration decides: a method cudaFree of a
/// class belongs to the tree, and so does everything else in the tree's namespaces and classes. At
/// global scope, what belongs to the tree is what it defines and no CUDA header declares. OwnNames
/// decides for the whole tree whether the port leaves the name alone or renames all uses of it;
/// both are remarks. It is an error if the port renames only some uses: qualified names that a
/// pattern takes for CUDA's, and uses of what a header outside the tree declares.
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
  /// Whether `qualified`, such as "cuda::barrier", appears in a user's file.
  bool isSpelled(const clang::SourceManager &sources, llvm::ArrayRef<llvm::StringRef> qualified);

  UserFiles files;
  /// Macro expansions that declare such names. One may declare hundreds; only the first is
  /// reported.
  llvm::DenseSet<clang::SourceLocation> expansions;
  std::string cudaHeaders; ///< the folder, with a trailing /
};

} // namespace musaport

#endif // MUSAPORT_CHECKS_OWN_NAME_CHECK_H
