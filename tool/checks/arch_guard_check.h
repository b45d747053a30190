//===- checks/arch_guard_check.h --------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_CHECKS_ARCH_GUARD_CHECK_H
#define MUSAPORT_CHECKS_ARCH_GUARD_CHECK_H

#include "analysis/comparison_check.h"
#include "dataflow/guard_uses.h"

namespace musaport {

class GuardedCondition;

/// A condition on __CUDA_ARCH__ has a different value in the port than it should have for the
/// architecture. This happens if __CUDA_ARCH__ and the number it is compared with meet only through
/// macros, constants or template arguments, so that the port sees only one of them, or if
/// arithmetic lies between them.
class ArchGuardCheck : public ComparisonCheck {
public:
  ArchGuardCheck(llvm::StringRef id, const CheckContext &context);
  void registerPreprocessor(clang::Preprocessor &preprocessor) override;

private:
  std::optional<int64_t> valueOf(const Source &source, int64_t number) override;
  void decide(const clang::Expr &comparison) override;
  void decideCondition(const GuardedCondition &condition, const clang::SourceManager &sources);
  void reportAt(const clang::SourceManager &sources, clang::SourceLocation location,
                const std::string &text, bool meant, bool isLeft, std::optional<unsigned> point,
                std::vector<Fix> fixes);

  GuardUses uses;
  unsigned cuda; ///< the __CUDA_ARCH__ that the architecture stands for
  unsigned musa; ///< __MUSA_ARCH__
  bool inPort = false;
};

} // namespace musaport

#endif // MUSAPORT_CHECKS_ARCH_GUARD_CHECK_H
