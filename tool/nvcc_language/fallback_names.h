//===- nvcc_language/fallback_names.h - names that are CUDA's if nobody else's --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_NVCC_LANGUAGE_FALLBACK_NAMES_H
#define MUSAPORT_NVCC_LANGUAGE_FALLBACK_NAMES_H

#include "clang/Sema/ExternalSemaSource.h"

namespace clang {
class CompilerInstance;
class Sema;
} // namespace clang

namespace musaport {

/// CUDA 11 had the types texture and surface in the global namespace; programs for CUDA 12 may have
/// their own. Where a program has none, `texture<` means what musa_port/texture_reference.h has in
/// the namespace __musa_references.
class FallbackNames : public clang::ExternalSemaSource {
public:
  /// For what `compiler` parses next.
  static void install(clang::CompilerInstance &compiler);

  void InitializeSema(clang::Sema &sema) override;
  void ForgetSema() override { sema = nullptr; }
  bool LookupUnqualified(clang::LookupResult &result, clang::Scope *scope) override;

private:
  clang::Sema *sema = nullptr;
};

} // namespace musaport

#endif // MUSAPORT_NVCC_LANGUAGE_FALLBACK_NAMES_H
