//===- checks/version_runtime_check.h ---------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_CHECKS_VERSION_RUNTIME_CHECK_H
#define MUSAPORT_CHECKS_VERSION_RUNTIME_CHECK_H

#include "analysis/comparison_check.h"

namespace musaport {

/// A version that a library reports is compared with one of CUDA's. In the port MUSA's library
/// answers, which counts versions of its own.
class VersionRuntimeCheck : public ComparisonCheck {
public:
  using ComparisonCheck::ComparisonCheck;

private:
  std::optional<int64_t> valueOf(const Source &source, int64_t number) override;
  void decide(const clang::Expr &comparison) override;
  bool decideOpen(const clang::Expr &comparison, const clang::Expr &known) override;
  void reportComparison(const clang::Expr &comparison);

  std::string last; ///< whose answer was seen
};

} // namespace musaport

#endif // MUSAPORT_CHECKS_VERSION_RUNTIME_CHECK_H
