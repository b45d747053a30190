//===- checks/lane_mask_check.h ----------------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_CHECKS_LANE_MASK_CHECK_H
#define MUSAPORT_CHECKS_LANE_MASK_CHECK_H

#include "analysis/check.h"
#include "dataflow/warp_uses.h"

namespace musaport {

/// A lane mask has 32 bits, whatever the warp size. Reports bits for lanes beyond the first 32, and
/// bit counts that are taken as the count over all lanes of a larger warp.
class LaneMaskCheck : public Check {
public:
  LaneMaskCheck(llvm::StringRef id, const CheckContext &context);
  void registerMatchers(clang::ast_matchers::MatchFinder &finder) override;
  void run(const clang::ast_matchers::MatchFinder::MatchResult &result) override;

private:
  WarpUsesFinder finder;
};

} // namespace musaport

#endif // MUSAPORT_CHECKS_LANE_MASK_CHECK_H
