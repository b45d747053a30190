//===- mcc/diagnostics.h - Clang's diagnostics, once -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_MCC_DIAGNOSTICS_H
#define MUSAPORT_MCC_DIAGNOSTICS_H

#include "clang/Basic/Diagnostic.h"
#include "llvm/ADT/StringSet.h"

#include <memory>

namespace musaport {

/// Passes diagnostics on, but not one that an earlier compilation of the same file has given at
/// the same place. A note goes with what it belongs to.
class DeduplicatingConsumer : public clang::DiagnosticConsumer {
public:
  explicit DeduplicatingConsumer(std::unique_ptr<clang::DiagnosticConsumer> next)
      : next(std::move(next)) {}

  void BeginSourceFile(const clang::LangOptions &options,
                       const clang::Preprocessor *preprocessor) override;
  void EndSourceFile() override;
  void HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                        const clang::Diagnostic &diagnostic) override;

  /// Errors and warnings that were passed on, over all compilations.
  unsigned errors() const { return passedErrors; }
  unsigned warnings() const { return passedWarnings; }
  /// From here on, a new compilation of the same file.
  void startPass();

private:
  std::unique_ptr<clang::DiagnosticConsumer> next;
  llvm::StringSet<> earlier; ///< of the compilations before
  llvm::StringSet<> current;
  bool dropped = false; ///< the last that was no note
  unsigned passedErrors = 0;
  unsigned passedWarnings = 0;
};

} // namespace musaport

#endif // MUSAPORT_MCC_DIAGNOSTICS_H
