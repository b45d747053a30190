//===- checks/version_guard_check.h -----------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_CHECKS_VERSION_GUARD_CHECK_H
#define MUSAPORT_CHECKS_VERSION_GUARD_CHECK_H

#include "analysis/comparison_check.h"
#include "dataflow/guard_uses.h"

namespace musaport {

class GuardedCondition;

/// The value of a version macro reaches a comparison through another macro or a constant. The port
/// translates only comparisons of the macro itself; elsewhere the macro becomes MUSA's own version.
class VersionGuardCheck : public ComparisonCheck {
public:
  VersionGuardCheck(llvm::StringRef id, const CheckContext &context);
  void registerPreprocessor(clang::Preprocessor &preprocessor) override;

private:
  std::optional<int64_t> valueOf(const Source &source, int64_t number) override;
  void decide(const clang::Expr &comparison) override;
  void decideCondition(const GuardedCondition &condition, const clang::SourceManager &sources);
  void reportAt(const clang::SourceManager &sources, clang::SourceLocation location,
                const std::string &text, const GuardRule &rule);

  GuardUses uses;
  const GuardRule *last = nullptr; ///< the guard whose value was last seen
};

} // namespace musaport

#endif // MUSAPORT_CHECKS_VERSION_GUARD_CHECK_H
