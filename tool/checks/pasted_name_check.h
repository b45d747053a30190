//===- checks/pasted_name_check.h -------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_CHECKS_PASTED_NAME_CHECK_H
#define MUSAPORT_CHECKS_PASTED_NAME_CHECK_H

#include "analysis/check.h"
#include "analysis/ported_names.h"

namespace musaport {

/// A name that ## makes of parts. The port renames the parts, as what they are by themselves, and
/// never sees the name: what the macro makes is then called otherwise than in the rest of the port.
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
