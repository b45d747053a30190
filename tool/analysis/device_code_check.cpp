//===- analysis/device_code_check.cpp ---------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "analysis/device_code_check.h"

#include "clang/ASTMatchers/ASTMatchers.h"
#include "clang/Lex/Lexer.h"

using namespace clang::ast_matchers;

namespace musaport {
namespace {

class CalleeVisitor : public DeviceCodeVisitor<CalleeVisitor> {
public:
  CalleeVisitor(clang::ASTContext &ast, llvm::SmallVectorImpl<clang::FunctionDecl *> &callees)
      : DeviceCodeVisitor(ast), callees(callees) {}

  bool VisitDeclRefExpr(clang::DeclRefExpr *reference) { return add(reference->getDecl()); }
  bool VisitMemberExpr(clang::MemberExpr *member) { return add(member->getMemberDecl()); }
  bool VisitCXXConstructExpr(clang::CXXConstructExpr *construction) {
    return add(construction->getConstructor());
  }

private:
  bool add(clang::ValueDecl *declaration) {
    if (auto *function = llvm::dyn_cast<clang::FunctionDecl>(declaration))
      if (clang::FunctionDecl *definition = function->getDefinition())
        callees.push_back(definition);
    return true;
  }

  llvm::SmallVectorImpl<clang::FunctionDecl *> &callees;
};

bool isRoot(const clang::FunctionDecl &function) {
  return function.hasAttr<clang::CUDAGlobalAttr>() ||
         (!function.hasAttr<clang::CUDAHostAttr>() && function.isUsed());
}

} // namespace

void DeviceCodeCheck::registerMatchers(MatchFinder &finder) {
  finder.addMatcher(functionDecl(isDefinition(), anyOf(hasAttr(clang::attr::CUDAGlobal),
                                                       hasAttr(clang::attr::CUDADevice)))
                        .bind("function"),
                    this);
}

void DeviceCodeCheck::run(const MatchFinder::MatchResult &result) {
  clang::ASTContext &ast = *result.Context;
  const auto *root = result.Nodes.getNodeAs<clang::FunctionDecl>("function");
  if (!ast.getLangOpts().CUDAIsDevice || root->isDependentContext() || !isRoot(*root))
    return;
  llvm::SmallVector<clang::FunctionDecl *, 32> waiting = {const_cast<clang::FunctionDecl *>(root)};
  while (!waiting.empty()) {
    clang::FunctionDecl *function = waiting.pop_back_val();
    if (!reached.insert(function).second)
      continue;
    if (!isSystems(*function))
      checkFunction(*function, ast);
    CalleeVisitor(ast, waiting).TraverseDecl(function);
  }
}

bool isInstantiated(const clang::DeclContext &context) {
  for (const clang::DeclContext *each = &context; each != nullptr; each = each->getParent()) {
    if (const auto *function = llvm::dyn_cast<clang::FunctionDecl>(each))
      if (function->isTemplateInstantiation())
        return true;
    if (const auto *record = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(each))
      if (!record->isExplicitSpecialization())
        return true;
  }
  return false;
}

bool isSystems(const clang::Decl &declaration) {
  const clang::SourceManager &sources = declaration.getASTContext().getSourceManager();
  return sources.isInSystemHeader(sources.getExpansionLoc(declaration.getLocation()));
}

std::string writtenAt(clang::SourceLocation location, const clang::ASTContext &ast) {
  const clang::SourceManager &sources = ast.getSourceManager();
  location = sources.getFileLoc(location);
  return clang::Lexer::getSourceText(clang::CharSourceRange::getTokenRange(location), sources,
                                     ast.getLangOpts())
      .str();
}

} // namespace musaport
