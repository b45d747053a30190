//===- checks/feature_check.h -----------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_CHECKS_FEATURE_CHECK_H
#define MUSAPORT_CHECKS_FEATURE_CHECK_H

#include "analysis/check.h"
#include "features/feature.h"

#include "llvm/ADT/DenseMap.h"

namespace musaport {

/// A name of CUDA's is used whose feature the architecture has not, or has another way, by what
/// rules/gpu/features.json says. Decided by the declaration: a user's entity of that name is none.
class FeatureCheck : public Check {
public:
  using Check::Check;
  void registerMatchers(clang::ast_matchers::MatchFinder &finder) override;
  void run(const clang::ast_matchers::MatchFinder::MatchResult &result) override;

private:
  /// Null if there is nothing to say of the declaration.
  const Feature *featureOf(const clang::NamedDecl &declaration);
  const Feature *search(const clang::NamedDecl &declaration) const;
  /// What the port says anyway, by a rule for the name.
  bool isPortsToSay(llvm::StringRef qualified) const;

  llvm::DenseMap<const clang::Decl *, const Feature *> known;
};

} // namespace musaport

#endif // MUSAPORT_CHECKS_FEATURE_CHECK_H
