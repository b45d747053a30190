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

/// A name produced by the port collides with another one. Either the tree already has that MUSA
/// name: in the global scope, as a macro, or in a class or namespace whose code uses the CUDA name.
/// Or another CUDA name is ported to the same name, as another label of one switch or in the
/// conditions of one #if.
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

  /// Declarations with MUSA names in classes and namespaces of the tree.
  llvm::MapVector<const clang::DeclContext *, llvm::SmallVector<const clang::NamedDecl *, 1>>
      members;
};

} // namespace musaport

#endif // MUSAPORT_CHECKS_NAME_COLLISION_CHECK_H
