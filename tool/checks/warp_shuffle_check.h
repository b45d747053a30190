//===- checks/warp_shuffle_check.h -------------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_CHECKS_WARP_SHUFFLE_CHECK_H
#define MUSAPORT_CHECKS_WARP_SHUFFLE_CHECK_H

#include "analysis/check.h"
#include "dataflow/warp_uses.h"

namespace musaport {

/// A shuffle without a width covers the whole warp. In code that treats every 32 threads as a warp,
/// it may therefore read one of the first 32 lanes instead of the thread's own 32. Also reported: a
/// shuffle that reaches beyond its width.
class WarpShuffleCheck : public Check {
public:
  WarpShuffleCheck(llvm::StringRef id, const CheckContext &context);
  void registerMatchers(clang::ast_matchers::MatchFinder &finder) override;
  void run(const clang::ast_matchers::MatchFinder::MatchResult &result) override;

private:
  WarpUsesFinder finder;
};

} // namespace musaport

#endif // MUSAPORT_CHECKS_WARP_SHUFFLE_CHECK_H
