//===- checks/separable_compilation_check.h ---------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_CHECKS_SEPARABLE_COMPILATION_CHECK_H
#define MUSAPORT_CHECKS_SEPARABLE_COMPILATION_CHECK_H

#include "analysis/device_code_check.h"

namespace musaport {

/// Device code uses a device function or variable that another file defines. MUSA has no linker for
/// device code.
class SeparableCompilationCheck : public DeviceCodeCheck {
public:
  using DeviceCodeCheck::DeviceCodeCheck;

private:
  void checkFunction(clang::FunctionDecl &function, clang::ASTContext &ast) override;
};

} // namespace musaport

#endif // MUSAPORT_CHECKS_SEPARABLE_COMPILATION_CHECK_H
