//===- analysis/parse.cpp ---------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "analysis/parse.h"

#include "analysis/standard_headers.h"
#include "nvcc_language/errors.h"
#include "nvcc_language/fallback_names.h"
#include "nvcc_language/function_bodies.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/Basic/Cuda.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/DiagnosticAST.h"
#include "clang/Basic/DiagnosticParse.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Lex/LexDiagnostic.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "clang/Sema/SemaDiagnostic.h"
#include "clang/Serialization/ASTWriter.h"
#include "clang/Serialization/PCHContainerOperations.h"
#include "clang/Tooling/Tooling.h"

#include <map>

namespace musaport {
namespace {

bool saysMissing(unsigned diagnostic) {
  return llvm::is_contained({clang::diag::err_pp_file_not_found,
                             clang::diag::err_pp_file_not_found_angled_include_not_fatal,
                             clang::diag::err_pp_file_not_found_typo_not_fatal},
                            diagnostic);
}

/// Whether an error is that nothing declares the name that its message quotes first.
bool saysUnknown(unsigned diagnostic) {
  return llvm::is_contained(
      {clang::diag::err_undeclared_var_use, clang::diag::err_undeclared_var_use_suggest,
       clang::diag::err_unknown_typename, clang::diag::err_unknown_typename_suggest,
       clang::diag::err_no_template, clang::diag::err_no_template_suggest},
      diagnostic);
}

Mend mendOf(unsigned diagnostic) {
  switch (diagnostic) {
  case clang::diag::err_shared_var_init:
    return Mend::SharedConstructor;
  case clang::diag::err_missing_dependent_template_keyword:
  case clang::diag::err_template_kw_missing: // of an instance
    return Mend::TemplateKeyword;
  default:
    return Mend::None;
  }
}

/// Whether only Clang refuses it: nvcc reads %laneid in an asm template as %%laneid.
bool isTakenByNvcc(unsigned diagnostic) {
  return diagnostic == clang::diag::err_asm_invalid_escape;
}

/// Keeps errors as values.
class ErrorCollector : public clang::DiagnosticConsumer {
public:
  void HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                        const clang::Diagnostic &diagnostic) override {
    if (level >= clang::DiagnosticsEngine::Error && isTakenByNvcc(diagnostic.getID()))
      return;
    DiagnosticConsumer::HandleDiagnostic(level, diagnostic);
    if (level < clang::DiagnosticsEngine::Error)
      return;
    ParseError error;
    llvm::SmallString<128> message;
    diagnostic.FormatDiagnostic(message);
    error.message = message.str();
    if (diagnostic.getLocation().isValid() && !diagnostic.getLocation().isMacroID())
      error.mend = mendOf(diagnostic.getID());
    isBehindMissingHeader |= saysMissing(diagnostic.getID());
    if (saysUnknown(diagnostic.getID()) && !isBehindMissingHeader)
      error.unknownName = message.str().split('\'').second.split('\'').first.str();
    if (!isBehindMissingHeader)
      error.standardHeader = standardHeaderFor(message, error.unknownName);
    if (diagnostic.hasSourceManager() && diagnostic.getLocation().isValid()) {
      const clang::SourceManager &sources = diagnostic.getSourceManager();
      const clang::SourceLocation at = sources.getExpansionLoc(diagnostic.getLocation());
      const clang::PresumedLoc place = sources.getPresumedLoc(at);
      if (place.isValid()) {
        error.file = place.getFilename();
        // x/../y.h is shown as y.h. A #line may name another file.
        const clang::OptionalFileEntryRef entry =
            sources.getFileEntryRefForID(sources.getFileID(at));
        if (entry && entry->getName() == error.file)
          if (const llvm::StringRef real = entry->getFileEntry().tryGetRealPathName();
              !real.empty())
            error.file = real;
        error.line = place.getLine();
        error.column = place.getColumn();
      }
    }
    errors.push_back(std::move(error));
  }
  std::vector<ParseError> errors;

private:
  bool isBehindMissingHeader = false;
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

/// Files of no file system, which overlay the headers' one.
constexpr llvm::StringLiteral noFolder = "/musa-port-no-folder";
constexpr llvm::StringLiteral emptyFile = "/musa-port-no-folder/empty";
constexpr llvm::StringLiteral startFile = "/musa-port-no-folder/start";
constexpr llvm::StringLiteral preambleFile = "/musa-port-no-folder/preamble.pch";

using PathAndBytes = std::pair<llvm::StringRef, llvm::StringRef>;

/// `headers.files` and a few more.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
filesWith(const ParseHeaders &headers, std::initializer_list<PathAndBytes> more) {
  auto added = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  for (const auto &[path, bytes] : more)
    added->addFile(path, 0, llvm::MemoryBuffer::getMemBuffer(bytes, path, false));
  auto all = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(headers.files);
  all->pushOverlay(added);
  return all;
}

class Action : public clang::ASTFrontendAction {
public:
  Action(ParseVisitor &visitor, bool instantiatesBehindErrors, bool hasPreamble, bool &visited)
      : visitor(visitor), instantiatesBehindErrors(instantiatesBehindErrors),
        hasPreamble(hasPreamble), visited(visited) {}
  bool BeginInvocation(clang::CompilerInstance &compiler) override {
    if (hasPreamble) {
      clang::PreprocessorOptions &options = compiler.getPreprocessorOpts();
      options.ImplicitPCHInclude = preambleFile;
      options.DisablePCHOrModuleValidation = clang::DisableValidationForModuleKind::PCH;
    }
    return true;
  }
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &compiler,
                                                        llvm::StringRef) override {
    // Behind a fatal error, such as a missing header, Clang would instantiate no template.
    compiler.getDiagnostics().setFatalsAsError(instantiatesBehindErrors);
    FallbackNames::install(compiler);
    takeNamesOfInstances(compiler);
    visitor.begin(compiler.getPreprocessor());
    return withBodiesOfSide(compiler, std::make_unique<Consumer>(visitor, visited));
  }

private:
  ParseVisitor &visitor;
  const bool instantiatesBehindErrors;
  const bool hasPreamble;
  bool &visited;
};

class PreambleGenerator : public clang::PCHGenerator {
public:
  PreambleGenerator(ParseVisitor &visitor, clang::CompilerInstance &compiler,
                    std::shared_ptr<clang::PCHBuffer> result)
      : PCHGenerator(compiler.getPreprocessor(), compiler.getModuleCache(), /*OutputFile=*/"",
                     /*isysroot=*/"", std::move(result),
                     compiler.getFrontendOpts().ModuleFileExtensions),
        visitor(visitor) {}
  void HandleTranslationUnit(clang::ASTContext &ast) override {
    visitor.visit(ast);
    PCHGenerator::HandleTranslationUnit(ast);
  }

private:
  ParseVisitor &visitor;
};

class PrecompileAction : public clang::ASTFrontendAction {
public:
  PrecompileAction(ParseVisitor &visitor, std::shared_ptr<clang::PCHBuffer> result)
      : visitor(visitor), result(std::move(result)) {}
  bool BeginInvocation(clang::CompilerInstance &compiler) override {
    compiler.getLangOpts().CompilingPCH = true;
    compiler.getLangOpts().PCHInstantiateTemplates = true; // once, and not in each source
    // Since C++20 Clang merges a preamble's `operator new` and `delete` as if modules declared
    // them, and crashes where a template deletes. Each source is then parsed whole.
    return !compiler.getLangOpts().CPlusPlus20;
  }
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &compiler,
                                                        llvm::StringRef) override {
    takeNamesOfInstances(compiler);
    visitor.begin(compiler.getPreprocessor());
    return withBodiesOfSide(compiler,
                            std::make_unique<PreambleGenerator>(visitor, compiler, result));
  }
  clang::TranslationUnitKind getTranslationUnitKind() override { return clang::TU_Prefix; }
  bool hasASTFileSupport() const override { return false; }

private:
  ParseVisitor &visitor;
  std::shared_ptr<clang::PCHBuffer> result;
};

/// Keeps the text by which Clang defines its macros, and parses nothing.
class PredefinesAction : public clang::PreprocessOnlyAction {
public:
  explicit PredefinesAction(std::string &text) : text(text) {}
  void ExecuteAction() override { text = getCompilerInstance().getPreprocessor().getPredefines(); }

private:
  std::string &text;
};

std::string gpuOf(unsigned capability) { return "sm_" + std::to_string(capability); }

std::vector<std::string> commandLine(const TranslationUnit &unit, View view,
                                     unsigned cudaArchitecture, const ParseHeaders &headers) {
  std::vector<std::string> line = {
      "/usr/bin/musa-port", // libraries are looked for from there
      "-fsyntax-only", "-resource-dir=" + headers.clang,
      // Debian's driver looks for that folder's headers on the disk, and then elsewhere.
      "-Xclang", "-internal-isystem", "-Xclang", headers.clang + "/include", "-ferror-limit=0",
      "-fno-caret-diagnostics", // nor a line on standard error that counts errors
      "-fno-spell-checking",    // a guess would be checked like the program's own words
      "-Wno-everything",        // -w leaves what Clang makes an error of, and mcc a warning
  };
  if (unit.language == Language::Cuda)
    line.insert(line.end(),
                {
                    "-x", "cuda", view == View::Device ? "--cuda-device-only" : "--cuda-host-only",
                    "--cuda-gpu-arch=" + gpuOf(computeCapability(cudaArchitecture)), "-nocudainc",
                    "-nocudalib", "-Wno-unknown-cuda-version", "-fgpu-defer-diag", "-Xclang",
                    "-fcuda-allow-variadic-functions", "-Xclang",
                    "-target-sdk-version=11.8", // launches are as since CUDA 9.2
                });
  else
    line.insert(line.end(), {"-x", unit.language == Language::C ? "c" : "c++"});
  line.insert(line.end(), unit.arguments.begin(), unit.arguments.end());
  line.insert(line.end(), {"-isystem", headers.cuda, "-include", "musa_port/nvcc.h"});
  for (const std::string &header : unit.lacking)
    line.insert(line.end(), {"-include", llvm::StringRef(header).drop_front().drop_back().str()});
  line.push_back(unit.file);
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

llvm::Expected<std::vector<std::string>> viewMacros(unsigned cudaArchitecture,
                                                    const ParseHeaders &headers) {
  const TranslationUnit unit{.folder = noFolder.str(), .file = emptyFile.str(), .arguments = {}};
  clang::FileSystemOptions options;
  options.WorkingDir = unit.folder;
  std::map<std::string, std::string> definitions[2];
  for (View view : {View::Device, View::Host}) {
    llvm::IntrusiveRefCntPtr<clang::FileManager> files(
        new clang::FileManager(options, filesWith(headers, {{emptyFile, ""}})));
    ErrorCollector collector;
    std::string text;
    clang::tooling::ToolInvocation invocation(commandLine(unit, view, cudaArchitecture, headers),
                                              std::make_unique<PredefinesAction>(text),
                                              files.get());
    invocation.setDiagnosticConsumer(&collector);
    if (!invocation.run())
      return llvm::createStringError(
          "cannot parse: " + (collector.errors.empty() ? "" : collector.errors.front().message));
    llvm::SmallVector<llvm::StringRef, 0> lines;
    llvm::StringRef(text).split(lines, '\n');
    for (llvm::StringRef line : lines)
      if (line.consume_front("#define ")) {
        const auto [name, value] = line.split(' ');
        // Each view has the other processor's macros, too, before its own.
        definitions[view == View::Device][name.split('(').first.str()] = value.str();
      }
  }
  std::vector<std::string> different;
  for (size_t view : {0, 1})
    for (const auto &[name, value] : definitions[view]) {
      const auto other = definitions[1 - view].find(name);
      const bool hasOther = other != definitions[1 - view].end();
      if (!hasOther || (view == 0 && other->second != value))
        different.push_back(name);
    }
  return different;
}

llvm::Expected<std::vector<ParseError>> parse(const TranslationUnit &unit, View view,
                                              unsigned cudaArchitecture,
                                              const ParseHeaders &headers, ParseVisitor &visitor,
                                              const Precompiled &preamble) {
  const bool hasPreamble = !preamble.bytes.empty();
  clang::FileSystemOptions options;
  options.WorkingDir = unit.folder;
  llvm::IntrusiveRefCntPtr<clang::FileManager> files(new clang::FileManager(
      options, hasPreamble ? filesWith(headers, {{preambleFile, preamble.bytes},
                                                 {startFile, preamble.start}})
                           : headers.files));
  ErrorCollector collector;
  bool visited = false;
  clang::tooling::ToolInvocation invocation(
      commandLine(unit, view, cudaArchitecture, headers),
      std::make_unique<Action>(visitor, unit.instantiatesBehindErrors, hasPreamble, visited),
      files.get());
  invocation.setDiagnosticConsumer(&collector);
  invocation.run(); // false after any error
  if (!visited)
    return llvm::createStringError(
        "cannot parse '" + unit.file +
        (collector.errors.empty() ? "'" : "': " + collector.errors.front().message));
  return std::move(collector.errors);
}

Precompiled precompile(const TranslationUnit &unit, View view, unsigned cudaArchitecture,
                       const ParseHeaders &headers, ParseVisitor &visitor) {
  clang::FileSystemOptions options;
  options.WorkingDir = unit.folder;
  std::string text;
  for (const std::string &header : unit.start)
    text += "#include " + header + "\n";
  llvm::IntrusiveRefCntPtr<clang::FileManager> files(
      new clang::FileManager(options, filesWith(headers, {{startFile, text}})));
  ErrorCollector collector;
  TranslationUnit start = unit;
  start.file = startFile;
  auto result = std::make_shared<clang::PCHBuffer>();
  clang::tooling::ToolInvocation invocation(commandLine(start, view, cudaArchitecture, headers),
                                            std::make_unique<PrecompileAction>(visitor, result),
                                            files.get());
  invocation.setDiagnosticConsumer(&collector);
  if (!invocation.run() || !result->IsComplete)
    return {};
  auto owner = std::make_shared<const std::pair<std::string, std::string>>(
      std::string(result->Data.begin(), result->Data.end()), std::move(text));
  return {owner->first, owner->second, owner};
}

} // namespace musaport
