//===- checks/tuning_policy_check.h -----------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_CHECKS_TUNING_POLICY_CHECK_H
#define MUSAPORT_CHECKS_TUNING_POLICY_CHECK_H

#include "analysis/check.h"

namespace musaport {

/// A CUB tuning policy requires a GPU number higher than the architecture's, so it is never chosen.
class TuningPolicyCheck : public Check {
public:
  using Check::Check;
  void registerMatchers(clang::ast_matchers::MatchFinder &finder) override;
  void run(const clang::ast_matchers::MatchFinder::MatchResult &result) override;
};

} // namespace musaport

#endif // MUSAPORT_CHECKS_TUNING_POLICY_CHECK_H
