//===- analysis/device_code_check.h - checks of device code ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_ANALYSIS_DEVICE_CODE_CHECK_H
#define MUSAPORT_ANALYSIS_DEVICE_CODE_CHECK_H

#include "analysis/check.h"

#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/DenseSet.h"

namespace musaport {

/// Visits the code that a device's function is compiled to: no operands that are not evaluated, no
/// branches of `if constexpr` that are not taken.
template <typename Derived> class DeviceCodeVisitor : public clang::RecursiveASTVisitor<Derived> {
  using Base = clang::RecursiveASTVisitor<Derived>;

  friend Derived;
  explicit DeviceCodeVisitor(clang::ASTContext &ast) : ast(ast) {}

public:
  bool shouldVisitImplicitCode() const { return true; }
  bool TraverseUnaryExprOrTypeTraitExpr(clang::UnaryExprOrTypeTraitExpr *) { return true; }
  bool TraverseTypeTraitExpr(clang::TypeTraitExpr *) { return true; }
  bool TraverseCXXNoexceptExpr(clang::CXXNoexceptExpr *) { return true; }
  bool TraverseDecltypeTypeLoc(clang::DecltypeTypeLoc) { return true; }
  bool TraverseStaticAssertDecl(clang::StaticAssertDecl *) { return true; }
  bool TraverseIfStmt(clang::IfStmt *statement) {
    if (statement->isConstexpr())
      if (std::optional<clang::Stmt *> taken = statement->getNondiscardedCase(ast))
        return Base::TraverseStmt(*taken);
    return Base::TraverseIfStmt(statement);
  }

protected:
  clang::ASTContext &ast;
};

/// A check of the functions that are compiled for the device because something there runs them:
/// kernels, used functions that are the device's alone, and what these call, each instantiation of
/// a template by itself. A function for both sides that only the host calls is none of them.
class DeviceCodeCheck : public Check {
public:
  using Check::Check;
  void registerMatchers(clang::ast_matchers::MatchFinder &finder) override;
  void run(const clang::ast_matchers::MatchFinder::MatchResult &result) override;

protected:
  /// Sees each function of the user's once, its definition.
  virtual void checkFunction(clang::FunctionDecl &function, clang::ASTContext &ast) = 0;

private:
  llvm::DenseSet<const clang::FunctionDecl *> reached;
};

/// True for what an instantiation has made of a template, whose text is for other types too.
bool isInstantiated(const clang::DeclContext &context);

/// Whether a header of CUDA's, or of another library that the build calls a system's, declares it.
bool isSystems(const clang::Decl &declaration);

/// The token at `location` as the user wrote it: for what a macro's body has, the macro's name.
std::string writtenAt(clang::SourceLocation location, const clang::ASTContext &ast);

} // namespace musaport

#endif // MUSAPORT_ANALYSIS_DEVICE_CODE_CHECK_H
