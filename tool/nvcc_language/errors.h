//===- nvcc_language/errors.h - errors that only Clang gives ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_NVCC_LANGUAGE_ERRORS_H
#define MUSAPORT_NVCC_LANGUAGE_ERRORS_H

#include "clang/Basic/Diagnostic.h"

namespace musaport {

/// Where nvcc instantiates a template, it looks for unknown names in its base classes. So does
/// Clang, which says that `this->` is missing, and goes on as if it were there: let it say nothing.
void takeNamesInDependentBases(clang::DiagnosticsEngine &diagnostics);

} // namespace musaport

#endif // MUSAPORT_NVCC_LANGUAGE_ERRORS_H
