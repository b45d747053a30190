//===- checks/self_define_check.h -------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_CHECKS_SELF_DEFINE_CHECK_H
#define MUSAPORT_CHECKS_SELF_DEFINE_CHECK_H

#include "analysis/check.h"

namespace clang {
class NamedDecl;
} // namespace clang

namespace musaport {

/// A name of CUDA's is defined as its name in MUSA, and in the port as itself: a shim of a tree
/// that was made to build for MUSA by hand. A macro that does so does nothing; an alias does
/// nothing outside of classes; a variable or function that does so is wrong.
class SelfDefineCheck : public Check {
public:
  using Check::Check;
  void registerPreprocessor(clang::Preprocessor &preprocessor) override;
  void registerMatchers(clang::ast_matchers::MatchFinder &finder) override;
  void run(const clang::ast_matchers::MatchFinder::MatchResult &result) override;
};

} // namespace musaport

#endif // MUSAPORT_CHECKS_SELF_DEFINE_CHECK_H
