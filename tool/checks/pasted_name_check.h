//===- checks/pasted_name_check.h -------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_CHECKS_PASTED_NAME_CHECK_H
#define MUSAPORT_CHECKS_PASTED_NAME_CHECK_H

#include "analysis/check.h"
#include "analysis/ported_names.h"

namespace musaport {

/// A name is built from parts with ##. The port renames each part on its own and never sees the
/// whole name, so the macro produces a name that differs from the one in the rest of the port.
class PastedNameCheck : public Check {
public:
  using Check::Check;
  void registerPreprocessor(clang::Preprocessor &preprocessor) override;

private:
  class Visitor;
  UserFiles files;
};

} // namespace musaport

#endif // MUSAPORT_CHECKS_PASTED_NAME_CHECK_H
