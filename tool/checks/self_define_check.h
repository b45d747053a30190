//===- checks/self_define_check.h -------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_CHECKS_SELF_DEFINE_CHECK_H
#define MUSAPORT_CHECKS_SELF_DEFINE_CHECK_H

#include "analysis/check.h"

namespace clang {
class NamedDecl;
} // namespace clang

namespace musaport {

/// A CUDA name is declared as its MUSA name, so the port declares it as itself. Such shims occur in
/// trees that were made to build for MUSA by hand. An alias like this has no effect outside of
/// classes; a variable or function like this is an error. The port leaves out such macros.
class SelfDefineCheck : public Check {
public:
  using Check::Check;
  void registerMatchers(clang::ast_matchers::MatchFinder &finder) override;
  void run(const clang::ast_matchers::MatchFinder::MatchResult &result) override;
};

} // namespace musaport

#endif // MUSAPORT_CHECKS_SELF_DEFINE_CHECK_H
