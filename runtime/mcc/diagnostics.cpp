//===- mcc/diagnostics.cpp -------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "diagnostics.h"

#include "clang/Basic/DiagnosticFrontend.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/Support/SourceMgr.h"
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

SourceLocation placeOf(uint64_t cookie) {
  return SourceLocation::getFromRawEncoding(static_cast<SourceLocation::UIntTy>(cookie));
}

/// Of an asm outside of functions, whose place LLVM does not know; invalid if it is not literally
/// in the main file.
SourceLocation findLine(const SourceManager &sources, llvm::StringRef line) {
  const FileID file = sources.getMainFileID();
  const size_t at = sources.getBufferData(file).find(line.trim());
  return line.trim().empty() || at == llvm::StringRef::npos
             ? SourceLocation()
             : sources.getLocForStartOfFile(file).getLocWithOffset(
                   static_cast<SourceLocation::IntTy>(at));
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
  // LLVM's passes give such remarks no name, so that they are always printed.
  const auto *remark = llvm::dyn_cast<llvm::DiagnosticInfoIROptimization>(&info);
  return info.getKind() == llvm::DK_OptimizationFailure ||
         (remark != nullptr && remark->getPassName().empty());
}

bool HostDiagnosticHandler::handleDiagnostics(const llvm::DiagnosticInfo &info) {
  if (info.getSeverity() != llvm::DS_Error)
    return false;
  DiagnosticsEngine &engine = clang.getDiagnostics();
  if (const auto *call = llvm::dyn_cast<llvm::DiagnosticInfoDontCall>(&info)) {
    consumer.BeginSourceFile(clang.getLangOpts(), nullptr);
    engine.Report(placeOf(call->getLocCookie()), clang::diag::err_fe_backend_error_attr)
        << llvm::demangle(call->getFunctionName()) << call->getNote();
    consumer.EndSourceFile();
    return true;
  }
  SourceLocation place;
  std::string message;
  if (const auto *assembly = llvm::dyn_cast<llvm::DiagnosticInfoSrcMgr>(&info)) {
    const llvm::SMDiagnostic &found = assembly->getSMDiag();
    message = found.getMessage().str();
    place = assembly->getLocCookie() != 0
                ? placeOf(assembly->getLocCookie())
                : findLine(clang.getSourceManager(), found.getLineContents());
  } else {
    llvm::raw_string_ostream stream(message);
    llvm::DiagnosticPrinterRawOStream printer(stream);
    info.print(printer);
    if (const auto *operands = llvm::dyn_cast<llvm::DiagnosticInfoInlineAsm>(&info))
      place = placeOf(operands->getLocCookie());
  }
  const bool isAssembly =
      llvm::isa<llvm::DiagnosticInfoSrcMgr, llvm::DiagnosticInfoInlineAsm>(info);
  const unsigned id = engine.getCustomDiagID(
      DiagnosticsEngine::Error, "%0%select{|; if this is a GPU's asm, 'musa-port --analyze' "
                                "translates it, see docs/reference/ptx.md}1");
  consumer.BeginSourceFile(clang.getLangOpts(), nullptr);
  engine.Report(place, id) << message << isAssembly;
  consumer.EndSourceFile();
  return true;
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
