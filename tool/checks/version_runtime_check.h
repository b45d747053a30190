//===- checks/version_runtime_check.h ---------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_CHECKS_VERSION_RUNTIME_CHECK_H
#define MUSAPORT_CHECKS_VERSION_RUNTIME_CHECK_H

#include "analysis/comparison_check.h"

namespace musaport {

/// A version that a library reports at run time is compared with a CUDA version. In the port, the
/// MUSA library reports its own version, which is numbered differently.
class VersionRuntimeCheck : public ComparisonCheck {
public:
  using ComparisonCheck::ComparisonCheck;

private:
  std::optional<int64_t> valueOf(const Source &source, int64_t number) override;
  void decide(const clang::Expr &comparison) override;
  bool decideOpen(const clang::Expr &comparison, const clang::Expr &known) override;
  void reportComparison(const clang::Expr &comparison);

  std::string last; ///< the function whose result was last seen
};

} // namespace musaport

#endif // MUSAPORT_CHECKS_VERSION_RUNTIME_CHECK_H
