//===- checks/name_collision_check.h ----------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_CHECKS_NAME_COLLISION_CHECK_H
#define MUSAPORT_CHECKS_NAME_COLLISION_CHECK_H

#include "analysis/check.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringRef.h"

namespace clang {
class DeclContext;
class NamedDecl;
class SwitchStmt;
} // namespace clang

namespace musaport {

/// A name that the port makes meets one that is there: MUSA's the tree's, in the global scope, in a
/// macro, or in a class or namespace in which code uses CUDA's; or one that another name of CUDA's
/// becomes as well, in the labels of a switch or the conditions of an #if.
class NameCollisionCheck : public Check {
public:
  using Check::Check;
  void registerPreprocessor(clang::Preprocessor &preprocessor) override;
  void registerMatchers(clang::ast_matchers::MatchFinder &finder) override;
  void run(const clang::ast_matchers::MatchFinder::MatchResult &result) override;
  void onEndOfTranslationUnit() override;

private:
  void checkDeclaration(const clang::NamedDecl &declaration);
  void checkSwitch(const clang::SwitchStmt &choice, const clang::SourceManager &sources);

  /// What classes and namespaces of the tree declare by a name of MUSA's.
  llvm::MapVector<const clang::DeclContext *, llvm::SmallVector<const clang::NamedDecl *, 1>>
      members;
};

} // namespace musaport

#endif // MUSAPORT_CHECKS_NAME_COLLISION_CHECK_H
