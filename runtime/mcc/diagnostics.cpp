//===- mcc/diagnostics.cpp -------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "diagnostics.h"

#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;

namespace musaport {
namespace {

std::string describe(DiagnosticsEngine::Level level, const Diagnostic &diagnostic) {
  std::string key;
  llvm::raw_string_ostream stream(key);
  stream << level << ':';
  if (diagnostic.hasSourceManager() && diagnostic.getLocation().isValid()) {
    const PresumedLoc place =
        diagnostic.getSourceManager().getPresumedLoc(diagnostic.getLocation());
    if (place.isValid())
      stream << place.getFilename() << ':' << place.getLine() << ':' << place.getColumn() << ':';
  }
  llvm::SmallString<128> text;
  diagnostic.FormatDiagnostic(text);
  stream << text;
  return key;
}

} // namespace

void DeduplicatingConsumer::BeginSourceFile(const LangOptions &options,
                                            const Preprocessor *preprocessor) {
  next->BeginSourceFile(options, preprocessor);
}

void DeduplicatingConsumer::EndSourceFile() { next->EndSourceFile(); }

void DeduplicatingConsumer::HandleDiagnostic(DiagnosticsEngine::Level level,
                                             const Diagnostic &diagnostic) {
  DiagnosticConsumer::HandleDiagnostic(level, diagnostic); // counts
  if (level == DiagnosticsEngine::Note) {
    if (!dropped)
      next->HandleDiagnostic(level, diagnostic);
    return;
  }
  std::string key = describe(level, diagnostic);
  dropped = earlier.contains(key);
  current.insert(key);
  if (dropped)
    return;
  passedErrors += level >= DiagnosticsEngine::Error;
  passedWarnings += level == DiagnosticsEngine::Warning;
  next->HandleDiagnostic(level, diagnostic);
}

void DeduplicatingConsumer::startPass() {
  for (const auto &entry : current)
    earlier.insert(entry.first());
  current.clear();
  dropped = false;
}

bool DeviceDiagnosticHandler::handleDiagnostics(const llvm::DiagnosticInfo &info) {
  return info.getKind() == llvm::DK_OptimizationFailure;
}

bool LinkDiagnosticHandler::handleDiagnostics(const llvm::DiagnosticInfo &info) {
  if (info.getSeverity() != llvm::DS_Error)
    return true;
  failed = true;
  llvm::DiagnosticPrinterRawOStream printer(llvm::errs());
  llvm::errs() << "mcc: error: in the linked device code: ";
  info.print(printer);
  llvm::errs() << '\n';
  return true;
}

} // namespace musaport
