//===- checks/warp_shuffle_check.h -------------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_CHECKS_WARP_SHUFFLE_CHECK_H
#define MUSAPORT_CHECKS_WARP_SHUFFLE_CHECK_H

#include "analysis/check.h"
#include "dataflow/warp_uses.h"

namespace musaport {

/// A shuffle without a width covers the whole warp, so it may read a lane of the first 32 in code
/// that takes every 32 threads for a warp. Also reported: a shuffle that reaches beyond its width.
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
