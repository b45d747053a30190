//===- analysis/device_code_check.cpp ---------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "analysis/device_code_check.h"

#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/ASTMatchers/ASTMatchers.h"
#include "clang/Lex/Lexer.h"

using namespace clang::ast_matchers;

namespace musaport {

class DeviceCodeVisitor::Traversal : public clang::RecursiveASTVisitor<Traversal> {
  using Base = clang::RecursiveASTVisitor<Traversal>;

public:
  explicit Traversal(DeviceCodeVisitor &visitor) : visitor(visitor) {}

  bool shouldVisitImplicitCode() const { return true; }
  bool TraverseUnaryExprOrTypeTraitExpr(clang::UnaryExprOrTypeTraitExpr *) { return true; }
  bool TraverseTypeTraitExpr(clang::TypeTraitExpr *) { return true; }
  bool TraverseCXXNoexceptExpr(clang::CXXNoexceptExpr *) { return true; }
  bool TraverseDecltypeTypeLoc(clang::DecltypeTypeLoc) { return true; }
  bool TraverseStaticAssertDecl(clang::StaticAssertDecl *) { return true; }
  bool TraverseIfStmt(clang::IfStmt *statement) {
    if (statement->isConstexpr())
      if (std::optional<clang::Stmt *> taken = statement->getNondiscardedCase(visitor.ast))
        return Base::TraverseStmt(*taken);
    return Base::TraverseIfStmt(statement);
  }

  bool VisitBinaryOperator(clang::BinaryOperator *node) {
    return visitor.visitBinaryOperator(node), true;
  }
  bool VisitBuiltinTypeLoc(clang::BuiltinTypeLoc node) {
    return visitor.visitBuiltinTypeLoc(node), true;
  }
  bool VisitCallExpr(clang::CallExpr *node) { return visitor.visitCallExpr(node), true; }
  bool VisitCastExpr(clang::CastExpr *node) { return visitor.visitCastExpr(node), true; }
  bool VisitConditionalOperator(clang::ConditionalOperator *node) {
    return visitor.visitConditionalOperator(node), true;
  }
  bool VisitCXXConstructExpr(clang::CXXConstructExpr *node) {
    return visitor.visitCXXConstructExpr(node), true;
  }
  bool VisitDeclRefExpr(clang::DeclRefExpr *node) { return visitor.visitDeclRefExpr(node), true; }
  bool VisitFloatingLiteral(clang::FloatingLiteral *node) {
    return visitor.visitFloatingLiteral(node), true;
  }
  bool VisitMemberExpr(clang::MemberExpr *node) { return visitor.visitMemberExpr(node), true; }
  bool VisitRecordTypeLoc(clang::RecordTypeLoc node) {
    return visitor.visitRecordTypeLoc(node), true;
  }
  bool VisitTypedefTypeLoc(clang::TypedefTypeLoc node) {
    return visitor.visitTypedefTypeLoc(node), true;
  }

private:
  DeviceCodeVisitor &visitor;
};

void DeviceCodeVisitor::visit(clang::FunctionDecl &function) {
  Traversal(*this).TraverseDecl(&function);
}

namespace {

class CalleeVisitor : public DeviceCodeVisitor {
public:
  CalleeVisitor(clang::ASTContext &ast, llvm::SmallVectorImpl<clang::FunctionDecl *> &callees)
      : DeviceCodeVisitor(ast), callees(callees) {}

private:
  void visitDeclRefExpr(clang::DeclRefExpr *reference) override { add(reference->getDecl()); }
  void visitMemberExpr(clang::MemberExpr *member) override { add(member->getMemberDecl()); }
  void visitCXXConstructExpr(clang::CXXConstructExpr *construction) override {
    add(construction->getConstructor());
  }

  void add(clang::ValueDecl *declaration) {
    if (auto *function = llvm::dyn_cast<clang::FunctionDecl>(declaration))
      if (clang::FunctionDecl *definition = function->getDefinition())
        callees.push_back(definition);
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
    CalleeVisitor(ast, waiting).visit(*function);
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
