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

} // namespace

llvm::Expected<UnitFindings> analyze(const TranslationUnit &unit, llvm::ArrayRef<View> views,
                                     llvm::ArrayRef<const CheckDescription *> descriptions,
                                     const Architecture &architecture,
                                     const ParseHeaders &headers) {
  UnitFindings result;
  for (View view : views) {
    llvm::Expected<std::vector<ParseError>> errors =
        parse(unit, view, cudaArchitectureOf(architecture), headers, [&](clang::ASTContext &ast) {
          const CheckContext context{architecture, result.findings};
          std::vector<std::unique_ptr<Check>> checks;
          clang::ast_matchers::MatchFinder finder;
          for (const CheckDescription *description : descriptions) {
            checks.push_back(description->make(description->id, context));
            checks.back()->registerMatchers(finder);
          }
          ast.setTraversalScope(declarationsOfTheUser(ast));
          finder.matchAST(ast);
        });
    if (!errors)
      return errors.takeError();
    llvm::append_range(result.errors, std::move(*errors));
  }
  llvm::sort(result.findings);
  result.findings.erase(llvm::unique(result.findings), result.findings.end());
  return result;
}

} // namespace musaport
