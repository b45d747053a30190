//===- checks/arch_runtime_check.h ------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_CHECKS_ARCH_RUNTIME_CHECK_H
#define MUSAPORT_CHECKS_ARCH_RUNTIME_CHECK_H

#include "analysis/comparison_check.h"

namespace musaport {

/// A comparison of, or a switch on, the compute capability that a device reports. The architecture
/// reports MUSA's numbers (mp_31: 3.1), so the result differs from the one on the NVIDIA GPUs that
/// the architecture stands for. Also reported: a comparison with an unknown value.
class ArchRuntimeCheck : public ComparisonCheck {
public:
  using ComparisonCheck::ComparisonCheck;

private:
  std::optional<int64_t> valueOf(const Source &source, int64_t number) override;
  void decide(const clang::Expr &comparison) override;
  bool decideOpen(const clang::Expr &comparison, const clang::Expr &known) override;
  void decideSwitch(const clang::SwitchStmt &statement) override;

  bool sawMajor = false; ///< since it was last reset
};

} // namespace musaport

#endif // MUSAPORT_CHECKS_ARCH_RUNTIME_CHECK_H
