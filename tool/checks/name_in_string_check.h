//===- checks/name_in_string_check.h ----------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_CHECKS_NAME_IN_STRING_CHECK_H
#define MUSAPORT_CHECKS_NAME_IN_STRING_CHECK_H

#include "analysis/check.h"

namespace musaport {

/// A string with the name of a CUDA function is passed to a function that looks up functions by
/// name, such as dlsym(). The port does not change strings.
class NameInStringCheck : public Check {
public:
  using Check::Check;
  void registerMatchers(clang::ast_matchers::MatchFinder &finder) override;
  void run(const clang::ast_matchers::MatchFinder::MatchResult &result) override;
};

} // namespace musaport

#endif // MUSAPORT_CHECKS_NAME_IN_STRING_CHECK_H
