//===- checks/already_ported_check.h ----------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_CHECKS_ALREADY_PORTED_CHECK_H
#define MUSAPORT_CHECKS_ALREADY_PORTED_CHECK_H

#include "analysis/check.h"
#include "analysis/ported_names.h"

namespace musaport {

/// A file already uses MUSA names; reported once per file. The port keeps these names and adds its
/// own next to them. All of the file is searched, including what #if leaves out.
class AlreadyPortedCheck : public Check {
public:
  using Check::Check;
  void registerPreprocessor(clang::Preprocessor &preprocessor) override;

private:
  class Visitor;
  UserFiles files;
};

} // namespace musaport

#endif // MUSAPORT_CHECKS_ALREADY_PORTED_CHECK_H
