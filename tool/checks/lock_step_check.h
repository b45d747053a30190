//===- checks/lock_step_check.h ---------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_CHECKS_LOCK_STEP_CHECK_H
#define MUSAPORT_CHECKS_LOCK_STEP_CHECK_H

#include "analysis/check.h"
#include "checks/lock_release.h"

namespace musaport {

/// A lane reads what another has written to shared memory, or releases the lock that another works
/// under, and nothing makes it wait: that is right only if the lanes of a warp run in lock-step.
class LockStepCheck : public Check {
public:
  using Check::Check;
  void registerMatchers(clang::ast_matchers::MatchFinder &finder) override;
  void run(const clang::ast_matchers::MatchFinder::MatchResult &result) override;
  void onEndOfTranslationUnit() override;

private:
  class Walk;

  /// Finds which parameters of called functions are memory of this kind, or the number of a lane.
  /// Whether it found another one.
  bool followArguments(const clang::FunctionDecl &function, SharedPlaces::Memory memory);
  SharedPlaces placesIn(const clang::FunctionDecl &function, SharedPlaces::Memory memory) const;
  void checkFunction(const clang::FunctionDecl &function);
  void report(const SharedAccess &write, const SharedAccess &read,
              const clang::FunctionDecl &function);
  void report(const EarlyRelease &found, const clang::FunctionDecl &function);

  std::vector<const clang::FunctionDecl *> functions;
  SharedPlaces::Parameters shared, global, lanes;
  LaneMeetings meetings;
};

} // namespace musaport

#endif // MUSAPORT_CHECKS_LOCK_STEP_CHECK_H
