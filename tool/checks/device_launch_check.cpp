//===- checks/device_launch_check.cpp --------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "checks/device_launch_check.h"

#include "features/feature.h"

#include "clang/ASTMatchers/ASTMatchers.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang::ast_matchers;

namespace musaport {

void DeviceLaunchCheck::registerPreprocessor(clang::Preprocessor &preprocessor) {
  const clang::SourceManager &sources = preprocessor.getSourceManager();
  preprocessor.setTokenWatcher([this, &sources](const clang::Token &token) {
    if (token.is(clang::tok::lesslessless))
      launches.push_back(sources.getFileLoc(token.getLocation()));
  });
}

void DeviceLaunchCheck::registerMatchers(MatchFinder &finder) {
  finder.addMatcher(
      functionDecl(isDefinition(), unless(hasAttr(clang::attr::CUDAHost)),
                   anyOf(hasAttr(clang::attr::CUDAGlobal), hasAttr(clang::attr::CUDADevice)))
          .bind("function"),
      this);
}

void DeviceLaunchCheck::run(const MatchFinder::MatchResult &result) {
  const clang::SourceManager &sources = *result.SourceManager;
  const auto *function = result.Nodes.getNodeAs<clang::FunctionDecl>("function");
  const clang::Stmt *body = function->getBody();
  if (body == nullptr)
    return;
  const auto [file, begin] = sources.getDecomposedLoc(sources.getFileLoc(body->getBeginLoc()));
  const auto [endFile, end] = sources.getDecomposedLoc(sources.getFileLoc(body->getEndLoc()));
  for (clang::SourceLocation launch : launches) {
    const auto [of, offset] = sources.getDecomposedLoc(launch);
    if (of == file && of == endFile && begin < offset && offset < end)
      report(sources, launch, Severity::Error, "a kernel is launched from device code",
             {findFeature("device-launch")->advice.str()});
  }
}

} // namespace musaport
