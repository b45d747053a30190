//===- nvcc_language/errors.h - errors that only Clang gives ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_NVCC_LANGUAGE_ERRORS_H
#define MUSAPORT_NVCC_LANGUAGE_ERRORS_H

namespace clang {
class CompilerInstance;
} // namespace clang

namespace musaport {

/// For CUDA sources: takes away Clang's errors where an instance of a template uses a name that
/// nvcc finds in it. Clang finds the name, too, and goes on as if nothing were wrong.
/// - One that only a base class has which depends on the template's parameters: `this->` is
/// missing.
/// - A function that is declared behind the template, and not in its arguments' namespaces.
void takeNamesOfInstances(clang::CompilerInstance &compiler);

} // namespace musaport

#endif // MUSAPORT_NVCC_LANGUAGE_ERRORS_H
