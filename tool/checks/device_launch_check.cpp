//===- checks/device_launch_check.cpp --------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "checks/device_launch_check.h"

#include "features/feature.h"

#include "clang/ASTMatchers/ASTMatchers.h"

using namespace clang::ast_matchers;

namespace musaport {

void DeviceLaunchCheck::registerMatchers(MatchFinder &finder) {
  finder.addMatcher(
      cudaKernelCallExpr(
          unless(isInTemplateInstantiation()),
          hasAncestor(functionDecl( // a lambda is both sides', but for the function around it
              unless(hasAttr(clang::attr::CUDAHost)),
              anyOf(hasAttr(clang::attr::CUDAGlobal), hasAttr(clang::attr::CUDADevice)))))
          .bind("launch"),
      this);
}

void DeviceLaunchCheck::run(const MatchFinder::MatchResult &result) {
  const auto *launch = result.Nodes.getNodeAs<clang::CUDAKernelCallExpr>("launch");
  report(*result.SourceManager, result.SourceManager->getFileLoc(launch->getConfig()->getExprLoc()),
         Severity::Error, "a kernel is launched from device code",
         {findFeature("device-launch")->advice.str()});
}

} // namespace musaport
