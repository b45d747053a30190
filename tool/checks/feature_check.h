//===- checks/feature_check.h -----------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_CHECKS_FEATURE_CHECK_H
#define MUSAPORT_CHECKS_FEATURE_CHECK_H

#include "analysis/check.h"
#include "features/feature.h"

#include "llvm/ADT/DenseMap.h"

namespace musaport {

/// The code uses a CUDA name whose feature the architecture lacks or implements differently, by
/// rules/gpu/features.json. The declaration decides: the user's own function with a CUDA name is
/// not reported.
class FeatureCheck : public Check {
public:
  using Check::Check;
  void registerMatchers(clang::ast_matchers::MatchFinder &finder) override;
  void run(const clang::ast_matchers::MatchFinder::MatchResult &result) override;

private:
  /// The feature to report for the declaration, or null.
  const Feature *featureOf(const clang::NamedDecl &declaration);
  const Feature *search(const clang::NamedDecl &declaration) const;
  /// Whether the port itself already reports the name, by a rule.
  bool isPortsToSay(llvm::StringRef qualified) const;

  llvm::DenseMap<const clang::Decl *, const Feature *> known;
};

} // namespace musaport

#endif // MUSAPORT_CHECKS_FEATURE_CHECK_H
