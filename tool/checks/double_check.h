//===- checks/double_check.h ------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_CHECKS_DOUBLE_CHECK_H
#define MUSAPORT_CHECKS_DOUBLE_CHECK_H

#include "analysis/device_code_check.h"

namespace musaport {

/// Device code computes in double, but the build or the architecture has no double precision.
/// Reported only where the source itself says so: by the word double, a literal or a call of a
/// function; not where a template argument is double.
class DoubleCheck : public DeviceCodeCheck {
public:
  using DeviceCodeCheck::DeviceCodeCheck;

private:
  void checkFunction(clang::FunctionDecl &function, clang::ASTContext &ast) override;
};

} // namespace musaport

#endif // MUSAPORT_CHECKS_DOUBLE_CHECK_H
