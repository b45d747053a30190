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

/// What is found in one view of a unit.
struct ViewFindings {
  UnitFindings found;
  bool asksForView = false;
};

llvm::Expected<ViewFindings> parseView(const TranslationUnit &unit, View view,
                                       const Analysis &analysis, const ParseHeaders &headers,
                                       const Preamble &preamble) {
  ViewFindings result;
  Checker checker(analysis, unit.hasFp64, preamble.headerMacros, result.found);
  llvm::Expected<std::vector<ParseError>> errors =
      parse(unit, view, cudaArchitectureOf(analysis.rules.architecture()), headers, checker,
            preamble.precompiled);
  if (!errors)
    return errors.takeError();
  result.found.errors = std::move(*errors);
  result.asksForView = checker.asksForView();
  return result;
}

/// Reads the unit once more with the headers of the standard library that it lacks, as long as that
/// mends something. The next header may be lacking only behind the first.
llvm::Error mendLacking(TranslationUnit unit, View view, const Analysis &analysis,
                        const ParseHeaders &headers, const Preamble &preamble,
                        ViewFindings &result) {
  for (constexpr size_t mostHeaders = 10; unit.lacking.size() < mostHeaders;) {
    std::vector<ParseError> lacking;
    for (const ParseError &error : result.found.errors)
      if (!error.standardHeader.empty() && analysis.isOwn(error.file) &&
          !llvm::is_contained(unit.lacking, error.standardHeader))
        lacking.push_back(error);
    if (lacking.empty())
      break;
    for (const ParseError &error : lacking)
      if (!llvm::is_contained(unit.lacking, error.standardHeader))
        unit.lacking.push_back(error.standardHeader);
    llvm::Expected<ViewFindings> mended = parseView(unit, view, analysis, headers, preamble);
    if (!mended)
      return mended.takeError();
    if (mended->found.errors.size() >= result.found.errors.size())
      break;
    llvm::erase_if(lacking, [&](const ParseError &error) {
      return llvm::is_contained(mended->found.errors, error);
    });
    mended->found.lacking = std::move(result.found.lacking);
    llvm::append_range(mended->found.lacking, std::move(lacking));
    result = std::move(*mended);
  }
  return llvm::Error::success();
}

/// Each once.
void append(std::vector<ParseError> &to, std::vector<ParseError> from) {
  for (ParseError &error : from)
    if (!llvm::is_contained(to, error))
      to.push_back(std::move(error));
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
  UnitFindings result;
  static constexpr View views[] = {View::Device, View::Host};
  const llvm::ArrayRef<View> all = views;
  for (View view : unit.language == Language::Cuda ? all : all.drop_front()) {
    const std::optional<Preamble> found = preambleFor ? preambleFor(view) : std::nullopt;
    const Preamble preamble = found.value_or(Preamble());
    llvm::Expected<ViewFindings> ofView = parseView(unit, view, analysis, headers, preamble);
    if (!ofView)
      return ofView.takeError();
    // A port mends CUDA's sources alone: others have compilers that say what they lack.
    if (unit.language == Language::Cuda)
      if (llvm::Error error = mendLacking(unit, view, analysis, headers, preamble, *ofView))
        return error;
    ++result.views;
    append(result.errors, std::move(ofView->found.errors));
    append(result.lacking, std::move(ofView->found.lacking));
    llvm::append_range(result.findings, std::move(ofView->found.findings));
    llvm::append_range(result.names, std::move(ofView->found.names));
    if (!ofView->asksForView)
      break;
  }
  sortOnce(result.findings);
  sortOnce(result.names);
  return result;
}

} // namespace musaport
