//===- nvcc_language/errors.h - errors that only Clang gives ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_NVCC_LANGUAGE_ERRORS_H
#define MUSAPORT_NVCC_LANGUAGE_ERRORS_H

namespace clang {
class CompilerInstance;
} // namespace clang

namespace musaport {

/// An instance of a template may use a name that only a base class has which depends on the
/// template's parameters: nvcc finds it there. Clang finds it, too, reports that `this->` is
/// missing, and goes on as if it were there. For CUDA sources this takes the report away.
void takeNamesInDependentBases(clang::CompilerInstance &compiler);

} // namespace musaport

#endif // MUSAPORT_NVCC_LANGUAGE_ERRORS_H
