//===- checks/device_launch_check.h -----------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_CHECKS_DEVICE_LAUNCH_CHECK_H
#define MUSAPORT_CHECKS_DEVICE_LAUNCH_CHECK_H

#include "analysis/check.h"

namespace musaport {

/// A kernel is launched from device code (dynamic parallelism).
class DeviceLaunchCheck : public Check {
public:
  using Check::Check;
  void registerMatchers(clang::ast_matchers::MatchFinder &finder) override;
  void run(const clang::ast_matchers::MatchFinder::MatchResult &result) override;
};

} // namespace musaport

#endif // MUSAPORT_CHECKS_DEVICE_LAUNCH_CHECK_H
