//===- checks/name_in_string_check.h ----------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_CHECKS_NAME_IN_STRING_CHECK_H
#define MUSAPORT_CHECKS_NAME_IN_STRING_CHECK_H

#include "analysis/check.h"

namespace musaport {

/// A function that finds others by their names, such as dlsym(), is given a string that names one
/// of CUDA's. The port leaves strings as they are.
class NameInStringCheck : public Check {
public:
  using Check::Check;
  void registerMatchers(clang::ast_matchers::MatchFinder &finder) override;
  void run(const clang::ast_matchers::MatchFinder::MatchResult &result) override;
};

} // namespace musaport

#endif // MUSAPORT_CHECKS_NAME_IN_STRING_CHECK_H
