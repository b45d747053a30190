//===- checks/parse.cpp ----------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "checks/parse.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/Basic/Cuda.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Tooling/Tooling.h"

namespace musaport {
namespace {

/// Keeps errors as values.
class ErrorCollector : public clang::DiagnosticConsumer {
public:
  void HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                        const clang::Diagnostic &diagnostic) override {
    DiagnosticConsumer::HandleDiagnostic(level, diagnostic);
    if (level < clang::DiagnosticsEngine::Error)
      return;
    ParseError error;
    llvm::SmallString<128> message;
    diagnostic.FormatDiagnostic(message);
    error.message = message.str();
    if (diagnostic.hasSourceManager() && diagnostic.getLocation().isValid()) {
      const clang::SourceManager &sources = diagnostic.getSourceManager();
      const clang::PresumedLoc place =
          sources.getPresumedLoc(sources.getExpansionLoc(diagnostic.getLocation()));
      if (place.isValid()) {
        error.file = place.getFilename();
        error.line = place.getLine();
        error.column = place.getColumn();
      }
    }
    errors.push_back(std::move(error));
  }
  std::vector<ParseError> errors;
};

class Consumer : public clang::ASTConsumer {
public:
  Consumer(ParseVisitor &visitor, bool &visited) : visitor(visitor), visited(visited) {}
  void HandleTranslationUnit(clang::ASTContext &ast) override {
    visited = true;
    visitor.visit(ast);
  }

private:
  ParseVisitor &visitor;
  bool &visited;
};

class Action : public clang::ASTFrontendAction {
public:
  Action(ParseVisitor &visitor, bool &visited) : visitor(visitor), visited(visited) {}
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &compiler,
                                                        llvm::StringRef) override {
    // Behind a fatal error, such as a missing header, Clang would instantiate no template.
    compiler.getDiagnostics().setFatalsAsError(true);
    visitor.begin(compiler.getPreprocessor());
    return std::make_unique<Consumer>(visitor, visited);
  }

private:
  ParseVisitor &visitor;
  bool &visited;
};

std::string gpuOf(unsigned capability) { return "sm_" + std::to_string(capability); }

std::vector<std::string> commandLine(const TranslationUnit &unit, View view,
                                     unsigned cudaArchitecture, const ParseHeaders &headers) {
  std::vector<std::string> line = {
      "musa-port",
      "-fsyntax-only",
      "-x",
      "cuda",
      view == View::Device ? "--cuda-device-only" : "--cuda-host-only",
      "--cuda-gpu-arch=" + gpuOf(computeCapability(cudaArchitecture)),
      "-nocudainc",
      "-nocudalib",
      "-Wno-unknown-cuda-version",
      "-resource-dir=" + headers.clang,
      "-ferror-limit=0",
      "-fno-caret-diagnostics", // nor a line on standard error that counts errors
      "-w",
      "-Xclang",
      "-fcuda-allow-variadic-functions",
      "-Xclang",
      "-target-sdk-version=11.8", // launches are as they have been since CUDA 9.2
  };
  line.insert(line.end(), unit.arguments.begin(), unit.arguments.end());
  line.insert(line.end(), {"-isystem", headers.cuda, "-include", "musa_port/nvcc.h", unit.file});
  return line;
}

} // namespace

unsigned computeCapability(unsigned cudaArchitecture) {
  unsigned capability = cudaArchitecture / 10;
  constexpr unsigned oldest = 50;
  while (capability > oldest &&
         clang::StringToOffloadArch(gpuOf(capability)) == clang::OffloadArch::UNKNOWN)
    --capability;
  return capability;
}

llvm::Expected<std::vector<ParseError>> parse(const TranslationUnit &unit, View view,
                                              unsigned cudaArchitecture,
                                              const ParseHeaders &headers, ParseVisitor &visitor) {
  clang::FileSystemOptions options;
  options.WorkingDir = unit.folder;
  llvm::IntrusiveRefCntPtr<clang::FileManager> files(
      new clang::FileManager(options, headers.files));
  ErrorCollector collector;
  bool visited = false;
  clang::tooling::ToolInvocation invocation(commandLine(unit, view, cudaArchitecture, headers),
                                            std::make_unique<Action>(visitor, visited),
                                            files.get());
  invocation.setDiagnosticConsumer(&collector);
  invocation.run(); // false after any error
  if (!visited)
    return llvm::createStringError(
        "cannot parse '" + unit.file +
        (collector.errors.empty() ? "'" : "': " + collector.errors.front().message));
  return std::move(collector.errors);
}

} // namespace musaport
