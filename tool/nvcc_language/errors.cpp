//===- nvcc_language/errors.cpp ---------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "nvcc_language/errors.h"

#include "clang/Sema/SemaDiagnostic.h"

namespace musaport {

void takeNamesInDependentBases(clang::DiagnosticsEngine &diagnostics) {
  diagnostics.setSeverity(clang::diag::err_found_in_dependent_base, clang::diag::Severity::Ignored,
                          {});
}

} // namespace musaport
