//===- checks/arch_runtime_check.h ------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_CHECKS_ARCH_RUNTIME_CHECK_H
#define MUSAPORT_CHECKS_ARCH_RUNTIME_CHECK_H

#include "analysis/comparison_check.h"

namespace musaport {

/// A comparison of the compute capability that a device reports, or a switch on it, has another
/// result on the architecture, which reports MUSA's numbers (mp_31: 3.1), than on the GPUs it is
/// ported as; or it compares it with what nothing is known of.
class ArchRuntimeCheck : public ComparisonCheck {
public:
  using ComparisonCheck::ComparisonCheck;

private:
  std::optional<int64_t> valueOf(const Source &source, int64_t number) override;
  void decide(const clang::Expr &comparison) override;
  bool decideOpen(const clang::Expr &comparison, const clang::Expr &known) override;
  void decideSwitch(const clang::SwitchStmt &statement) override;

  bool sawMajor = false; ///< since it was last set
};

} // namespace musaport

#endif // MUSAPORT_CHECKS_ARCH_RUNTIME_CHECK_H
