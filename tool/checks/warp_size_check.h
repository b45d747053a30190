//===- checks/warp_size_check.h ---------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_CHECKS_WARP_SIZE_CHECK_H
#define MUSAPORT_CHECKS_WARP_SIZE_CHECK_H

#include "analysis/check.h"
#include "dataflow/warp_uses.h"

namespace clang {
class CUDAKernelCallExpr;
} // namespace clang

namespace musaport {

/// For architectures whose warps have more than 32 lanes. Groups of 32 threads work there, and so
/// do warps of warpSize threads. The check reports code that mixes the two.
class WarpSizeCheck : public Check {
public:
  WarpSizeCheck(llvm::StringRef id, const CheckContext &context);
  void registerMatchers(clang::ast_matchers::MatchFinder &finder) override;
  void run(const clang::ast_matchers::MatchFinder::MatchResult &result) override;

private:
  void checkFunction(const clang::FunctionDecl &function);
  void checkLaunch(const clang::CUDAKernelCallExpr &launch, clang::ASTContext &ast);

  WarpUsesFinder finder;
};

} // namespace musaport

#endif // MUSAPORT_CHECKS_WARP_SIZE_CHECK_H
