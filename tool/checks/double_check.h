//===- checks/double_check.h ------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_CHECKS_DOUBLE_CHECK_H
#define MUSAPORT_CHECKS_DOUBLE_CHECK_H

#include "analysis/device_code_check.h"

namespace musaport {

/// Device code computes in double, where the build or the architecture has none. What a template
/// makes of its parameter is none of it: each place is where the source itself says so, by the
/// word, by a literal, or by a function that is called.
class DoubleCheck : public DeviceCodeCheck {
public:
  using DeviceCodeCheck::DeviceCodeCheck;

private:
  void checkFunction(clang::FunctionDecl &function, clang::ASTContext &ast) override;
};

} // namespace musaport

#endif // MUSAPORT_CHECKS_DOUBLE_CHECK_H
