//===- checks/device_launch_check.h -----------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_CHECKS_DEVICE_LAUNCH_CHECK_H
#define MUSAPORT_CHECKS_DEVICE_LAUNCH_CHECK_H

#include "analysis/check.h"

namespace musaport {

/// A kernel is launched from device code (dynamic parallelism). Clang rejects such launches, so its
/// AST does not contain them: the check searches for the token <<<.
class DeviceLaunchCheck : public Check {
public:
  using Check::Check;
  void registerPreprocessor(clang::Preprocessor &preprocessor) override;
  void registerMatchers(clang::ast_matchers::MatchFinder &finder) override;
  void run(const clang::ast_matchers::MatchFinder::MatchResult &result) override;

private:
  std::vector<clang::SourceLocation> launches;
};

} // namespace musaport

#endif // MUSAPORT_CHECKS_DEVICE_LAUNCH_CHECK_H
