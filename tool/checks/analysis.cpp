//===- checks/analysis.cpp -------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "checks/analysis.h"

#include "checks/check.h"

#include "clang/AST/ASTContext.h"
#include "llvm/ADT/STLExtras.h"

namespace musaport {
namespace {

/// The declarations that no system header has: walking all of libstdc++ takes longer than parsing.
std::vector<clang::Decl *> declarationsOfTheUser(clang::ASTContext &ast) {
  std::vector<clang::Decl *> all;
  const clang::SourceManager &sources = ast.getSourceManager();
  for (clang::Decl *declaration : ast.getTranslationUnitDecl()->decls())
    if (!sources.isInSystemHeader(sources.getExpansionLoc(declaration->getLocation())))
      all.push_back(declaration);
  return all;
}

/// Shows a view to all checks.
class Checker : public ParseVisitor {
public:
  Checker(llvm::ArrayRef<const CheckDescription *> descriptions, const CheckContext &context) {
    for (const CheckDescription *description : descriptions)
      checks.push_back(description->make(description->id, context));
  }

  void begin(clang::Preprocessor &preprocessor) override {
    for (const std::unique_ptr<Check> &check : checks)
      check->registerPreprocessor(preprocessor);
  }

  void visit(clang::ASTContext &ast) override {
    clang::ast_matchers::MatchFinder finder;
    for (const std::unique_ptr<Check> &check : checks)
      check->registerMatchers(finder);
    ast.setTraversalScope(declarationsOfTheUser(ast));
    finder.matchAST(ast);
  }

private:
  std::vector<std::unique_ptr<Check>> checks;
};

} // namespace

llvm::Expected<UnitFindings> analyze(const TranslationUnit &unit, llvm::ArrayRef<View> views,
                                     llvm::ArrayRef<const CheckDescription *> checks,
                                     const RuleSet &rules, const ParseHeaders &headers) {
  UnitFindings result;
  for (View view : views) {
    Checker checker(checks, {rules, unit.hasFp64, result.findings});
    llvm::Expected<std::vector<ParseError>> errors =
        parse(unit, view, cudaArchitectureOf(rules.architecture()), headers, checker);
    if (!errors)
      return errors.takeError();
    llvm::append_range(result.errors, std::move(*errors));
  }
  llvm::sort(result.findings);
  result.findings.erase(llvm::unique(result.findings), result.findings.end());
  return result;
}

} // namespace musaport
