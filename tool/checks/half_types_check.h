//===- checks/half_types_check.h --------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_CHECKS_HALF_TYPES_CHECK_H
#define MUSAPORT_CHECKS_HALF_TYPES_CHECK_H

#include "analysis/device_code_check.h"

namespace musaport {

/// Device code computes with bfloat16, or uses FP8, on an architecture without support for it.
class HalfTypesCheck : public DeviceCodeCheck {
public:
  using DeviceCodeCheck::DeviceCodeCheck;

private:
  void checkFunction(clang::FunctionDecl &function, clang::ASTContext &ast) override;
};

} // namespace musaport

#endif // MUSAPORT_CHECKS_HALF_TYPES_CHECK_H
