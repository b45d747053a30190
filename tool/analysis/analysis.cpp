//===- analysis/analysis.cpp ------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "analysis/analysis.h"

#include "analysis/check.h"
#include "analysis/check_description.h"
#include "analysis/view_questions.h"

#include "clang/AST/ASTContext.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

namespace musaport {
namespace {

/// What a file of the user's declares: walking all of libstdc++ takes longer than parsing, and
/// reading all of a preamble, too.
std::vector<clang::Decl *> ownDeclarations(clang::ASTContext &ast, const Analysis &analysis) {
  std::vector<clang::Decl *> all;
  const clang::SourceManager &sources = ast.getSourceManager();
  llvm::DenseMap<clang::FileID, bool> files;
  auto isOwn = [&](clang::SourceLocation place) {
    const clang::FileID file = sources.getFileID(sources.getExpansionLoc(place));
    if (file.isInvalid()) // what Clang declares by itself
      return false;
    auto [entry, isNew] = files.try_emplace(file, false);
    if (isNew)
      if (clang::OptionalFileEntryRef found = sources.getFileEntryRefForID(file))
        entry->second = analysis.isOwn(found->getFileEntry().tryGetRealPathName());
    return entry->second;
  };
  for (clang::Decl *declaration : ast.getTranslationUnitDecl()->noload_decls())
    if (isOwn(declaration->getLocation()))
      all.push_back(declaration);
  return all;
}

/// Shows a view to all checks.
class Checker : public ParseVisitor {
public:
  Checker(const Analysis &analysis, bool hasFp64, std::vector<std::string> headerMacros,
          UnitFindings &found)
      : analysis(analysis), found(found) {
    questions.headerMacros = std::move(headerMacros);
    for (const CheckDescription *description : analysis.checks)
      checks.push_back(
          description->make(description->id, {analysis.rules, hasFp64, found.findings}));
  }

  void begin(clang::Preprocessor &preprocessor) override {
    watchViewQuestions(preprocessor, analysis.viewMacros, analysis.isOwn, questions);
    for (const std::unique_ptr<Check> &check : checks)
      check->registerPreprocessor(preprocessor);
  }

  void visit(clang::ASTContext &ast) override {
    clang::ast_matchers::MatchFinder finder;
    for (const std::unique_ptr<Check> &check : checks)
      check->registerMatchers(finder);
    ast.setTraversalScope(ownDeclarations(ast, analysis));
    finder.matchAST(ast);
    llvm::append_range(found.names, resolvedNames(ast, analysis.rules, analysis.isOwn));
  }

  bool asksForView() const { return questions.asked; }

private:
  const Analysis &analysis;
  UnitFindings &found;
  ViewQuestions questions;
  std::vector<std::unique_ptr<Check>> checks;
};

/// Sees whether all files that are entered are system headers.
class HeaderKinds : public clang::PPCallbacks {
public:
  HeaderKinds(const clang::SourceManager &sources, bool &areSystem)
      : sources(sources), areSystem(areSystem) {}
  void FileChanged(clang::SourceLocation place, FileChangeReason reason,
                   clang::SrcMgr::CharacteristicKind kind, clang::FileID) override {
    const clang::FileID file = sources.getFileID(place);
    if (reason == EnterFile && !clang::SrcMgr::isSystem(kind) && file != sources.getMainFileID() &&
        sources.getFileEntryRefForID(file))
      areSystem = false;
  }

private:
  const clang::SourceManager &sources;
  bool &areSystem;
};

class PreambleVisitor : public ParseVisitor {
public:
  PreambleVisitor(const Analysis &analysis, llvm::ArrayRef<std::string> macros)
      : analysis(analysis), macros(macros) {}
  void begin(clang::Preprocessor &preprocessor) override {
    watchViewQuestions(preprocessor, analysis.viewMacros, analysis.isOwn, questions);
    preprocessor.addPPCallbacks(
        std::make_unique<HeaderKinds>(preprocessor.getSourceManager(), areSystem));
  }
  void visit(clang::ASTContext &ast) override {
    for (const std::string &macro : macros)
      if (ast.Idents.find(macro) != ast.Idents.end())
        usedMacros.push_back(macro);
  }

  ViewQuestions questions;
  std::vector<std::string> usedMacros;
  bool areSystem = true;

private:
  const Analysis &analysis;
  llvm::ArrayRef<std::string> macros;
};

template <typename T> void sortOnce(std::vector<T> &values) {
  llvm::sort(values);
  values.erase(llvm::unique(values), values.end());
}

} // namespace

Preamble precompilePreamble(const TranslationUnit &unit, View view, const Analysis &analysis,
                            const ParseHeaders &headers) {
  PreambleVisitor visitor(analysis, unit.startMacros);
  Precompiled precompiled =
      precompile(unit, view, cudaArchitectureOf(analysis.rules.architecture()), headers, visitor);
  if (!visitor.areSystem || visitor.questions.asked)
    return {};
  return {std::move(precompiled), std::move(visitor.questions.headerMacros),
          std::move(visitor.usedMacros)};
}

llvm::Expected<UnitFindings> analyze(const TranslationUnit &unit, const Analysis &analysis,
                                     const ParseHeaders &headers, FindPreamble preambleFor) {
  const unsigned architecture = cudaArchitectureOf(analysis.rules.architecture());
  UnitFindings result;
  static constexpr View views[] = {View::Device, View::Host};
  const llvm::ArrayRef<View> all = views;
  for (View view : unit.language == Language::Cuda ? all : all.drop_front()) {
    const std::optional<Preamble> found = preambleFor ? preambleFor(view) : std::nullopt;
    const Preamble preamble = found.value_or(Preamble());
    Checker checker(analysis, unit.hasFp64, preamble.headerMacros, result);
    llvm::Expected<std::vector<ParseError>> errors =
        parse(unit, view, architecture, headers, checker, preamble.precompiled);
    if (!errors)
      return errors.takeError();
    ++result.views;
    for (ParseError &error : *errors)
      if (!llvm::is_contained(result.errors, error))
        result.errors.push_back(std::move(error));
    if (!checker.asksForView())
      break;
  }
  sortOnce(result.findings);
  sortOnce(result.names);
  return result;
}

} // namespace musaport
