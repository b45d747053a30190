//===- nvcc_language/errors.cpp ---------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "nvcc_language/errors.h"

#include "clang/Frontend/CompilerInstance.h"
#include "clang/Sema/SemaDiagnostic.h"

namespace musaport {

void takeNamesOfInstances(clang::CompilerInstance &compiler) {
  // g++, which compiles C++ beside nvcc, refuses both. An LLVM with assertions would not let an
  // error be ignored; Debian's has none.
  if (!compiler.getLangOpts().CUDA)
    return;
  for (const clang::diag::kind error :
       {clang::diag::err_found_in_dependent_base, clang::diag::err_not_found_by_two_phase_lookup})
    compiler.getDiagnostics().setSeverity(error, clang::diag::Severity::Ignored, {});
}

} // namespace musaport
