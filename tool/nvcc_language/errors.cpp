//===- nvcc_language/errors.cpp ---------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "nvcc_language/errors.h"

#include "clang/Frontend/CompilerInstance.h"
#include "clang/Sema/SemaDiagnostic.h"

namespace musaport {

void takeNamesInDependentBases(clang::CompilerInstance &compiler) {
  // g++, which compiles C++ beside nvcc, refuses it. An LLVM with assertions would not let an error
  // be ignored; Debian's has none.
  if (compiler.getLangOpts().CUDA)
    compiler.getDiagnostics().setSeverity(clang::diag::err_found_in_dependent_base,
                                          clang::diag::Severity::Ignored, {});
}

} // namespace musaport
