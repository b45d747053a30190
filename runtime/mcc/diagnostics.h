//===- mcc/diagnostics.h - Clang's diagnostics, once -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_MCC_DIAGNOSTICS_H
#define MUSAPORT_MCC_DIAGNOSTICS_H

#include "clang/Basic/Diagnostic.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/DiagnosticHandler.h"

#include <memory>

namespace clang {
class CompilerInstance;
} // namespace clang

namespace musaport {

/// Forwards diagnostics, except those that an earlier compilation of the same file gave at the same
/// place. A note is forwarded or dropped with its diagnostic.
class DeduplicatingConsumer : public clang::DiagnosticConsumer {
public:
  explicit DeduplicatingConsumer(std::unique_ptr<clang::DiagnosticConsumer> next)
      : next(std::move(next)) {}

  void BeginSourceFile(const clang::LangOptions &options,
                       const clang::Preprocessor *preprocessor) override;
  void EndSourceFile() override;
  void HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                        const clang::Diagnostic &diagnostic) override;

  /// The numbers of errors and warnings forwarded, over all compilations.
  unsigned errors() const { return passedErrors; }
  unsigned warnings() const { return passedWarnings; }
  /// Starts a new compilation of the same file.
  void startPass();

private:
  std::unique_ptr<clang::DiagnosticConsumer> next;
  llvm::StringSet<> earlier; ///< diagnostics of earlier compilations
  llvm::StringSet<> current;
  bool dropped = false; ///< whether the last one that is not a note was dropped
  unsigned passedErrors = 0;
  unsigned passedWarnings = 0;
};

/// Keeps quiet about loops that a pragma wants transformed and passes leave alone, in warnings and
/// in remarks: they are loops over threads by then, and nothing is wrong with the program.
struct DeviceDiagnosticHandler : llvm::DiagnosticHandler {
  bool handleDiagnostics(const llvm::DiagnosticInfo &info) override;
};

/// Reports what LLVM says of the host's asm and of calls that an attribute forbids, at their
/// place. Without a handler, LLVM ends the process at an error, and the file that is being written
/// stays.
class HostDiagnosticHandler : public llvm::DiagnosticHandler {
public:
  /// For what `clang` has compiled, whose diagnostics go to `consumer`.
  HostDiagnosticHandler(clang::CompilerInstance &clang, clang::DiagnosticConsumer &consumer)
      : clang(clang), consumer(consumer) {}
  bool handleDiagnostics(const llvm::DiagnosticInfo &info) override;

private:
  clang::CompilerInstance &clang;
  clang::DiagnosticConsumer &consumer;
};

/// Prints LLVM's errors in linked device code, which have no place in a source, and sets `failed`.
/// Without a handler, LLVM ends the process at an error.
struct LinkDiagnosticHandler : llvm::DiagnosticHandler {
  explicit LinkDiagnosticHandler(bool &failed) : failed(failed) {}
  bool handleDiagnostics(const llvm::DiagnosticInfo &info) override;

private:
  bool &failed;
};

} // namespace musaport

#endif // MUSAPORT_MCC_DIAGNOSTICS_H
