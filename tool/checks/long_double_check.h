//===- checks/long_double_check.h -------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_CHECKS_LONG_DOUBLE_CHECK_H
#define MUSAPORT_CHECKS_LONG_DOUBLE_CHECK_H

#include "analysis/device_code_check.h"

namespace musaport {

/// Device code uses long double, which has 64 bits there but more on the host: data shared between
/// both sides has two layouts.
class LongDoubleCheck : public DeviceCodeCheck {
public:
  using DeviceCodeCheck::DeviceCodeCheck;

private:
  void checkFunction(clang::FunctionDecl &function, clang::ASTContext &ast) override;
};

} // namespace musaport

#endif // MUSAPORT_CHECKS_LONG_DOUBLE_CHECK_H
