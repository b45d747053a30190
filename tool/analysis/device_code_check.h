//===- analysis/device_code_check.h - base class for checks of device code -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_ANALYSIS_DEVICE_CODE_CHECK_H
#define MUSAPORT_ANALYSIS_DEVICE_CODE_CHECK_H

#include "analysis/check.h"

#include "clang/AST/ExprCXX.h"
#include "clang/AST/TypeLoc.h"
#include "llvm/ADT/DenseSet.h"

namespace musaport {

/// Visits the code of a device function that is actually compiled: skips unevaluated operands and
/// branches of `if constexpr` that are not taken. A derived class defines what to do at each kind
/// of node. Clang's visitor is a template that takes seconds to compile; the functions are virtual
/// so that it is instantiated once.
class DeviceCodeVisitor {
public:
  virtual ~DeviceCodeVisitor() = default;
  void visit(clang::FunctionDecl &function);

protected:
  explicit DeviceCodeVisitor(clang::ASTContext &ast) : ast(ast) {}

  clang::ASTContext &ast;

private:
  class Traversal;

  virtual void visitBinaryOperator(clang::BinaryOperator *) {}
  virtual void visitBuiltinTypeLoc(clang::BuiltinTypeLoc) {}
  virtual void visitCallExpr(clang::CallExpr *) {}
  virtual void visitCastExpr(clang::CastExpr *) {}
  virtual void visitConditionalOperator(clang::ConditionalOperator *) {}
  virtual void visitCXXConstructExpr(clang::CXXConstructExpr *) {}
  virtual void visitDeclRefExpr(clang::DeclRefExpr *) {}
  virtual void visitFloatingLiteral(clang::FloatingLiteral *) {}
  virtual void visitMemberExpr(clang::MemberExpr *) {}
  virtual void visitRecordTypeLoc(clang::RecordTypeLoc) {}
  virtual void visitTypedefTypeLoc(clang::TypedefTypeLoc) {}
};

/// A check of the functions that are compiled for the device because device code can reach them:
/// kernels, device-only functions that are used, and the functions these call. Each instantiation
/// of a template counts separately. A __host__ __device__ function that only the host calls is not
/// checked.
class DeviceCodeCheck : public Check {
public:
  using Check::Check;
  void registerMatchers(clang::ast_matchers::MatchFinder &finder) override;
  void run(const clang::ast_matchers::MatchFinder::MatchResult &result) override;

protected:
  /// Called once for the definition of each user's function.
  virtual void checkFunction(clang::FunctionDecl &function, clang::ASTContext &ast) = 0;

private:
  llvm::DenseSet<const clang::FunctionDecl *> reached;
};

/// Whether this code is the instantiation of a template, so that the same text also serves other
/// types.
bool isInstantiated(const clang::DeclContext &context);

/// Whether a system header declares it: one of CUDA's, or of a library that the build includes as a
/// system library.
bool isSystems(const clang::Decl &declaration);

/// The token at `location` as the user wrote it; inside the body of a macro, the macro's name.
std::string writtenAt(clang::SourceLocation location, const clang::ASTContext &ast);

} // namespace musaport

#endif // MUSAPORT_ANALYSIS_DEVICE_CODE_CHECK_H
