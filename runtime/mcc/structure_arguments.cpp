//===- mcc/structure_arguments.cpp ------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "structure_arguments.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclGroup.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace clang;

namespace musaport {
namespace {

class CallVisitor : public RecursiveASTVisitor<CallVisitor> {
public:
  explicit CallVisitor(ASTContext &context) : context(context) {}

  bool shouldVisitTemplateInstantiations() const { return true; }
  bool shouldVisitImplicitCode() const { return true; }
  // What a template is before it is instantiated stays as it is written.
  bool TraverseDecl(Decl *declared) {
    const auto *inner = dyn_cast_if_present<DeclContext>(declared);
    return (inner != nullptr && inner->isDependentContext()) ||
           RecursiveASTVisitor::TraverseDecl(declared);
  }
  bool TraverseLambdaExpr(LambdaExpr *lambda) {
    return lambda->getCallOperator()->isDependentContext() ||
           RecursiveASTVisitor::TraverseLambdaExpr(lambda);
  }

  bool VisitCallExpr(CallExpr *call) {
    // The object that an operator is a member of is an argument to Clang.
    const auto *method = isa<CXXOperatorCallExpr>(call)
                             ? dyn_cast_if_present<CXXMethodDecl>(call->getDirectCallee())
                             : nullptr;
    const bool hasObject = method != nullptr && method->isImplicitObjectMemberFunction();
    change(*call, typeOf(*call), hasObject ? 1 : 0);
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *call) {
    change(*call, call->getConstructor()->getType()->getAs<FunctionProtoType>(), 0);
    return true;
  }

private:
  const FunctionProtoType *typeOf(const CallExpr &call) const {
    if (const FunctionDecl *callee = call.getDirectCallee())
      return callee->getType()->getAs<FunctionProtoType>();
    QualType type = call.getCallee()->getType();
    if (type->isSpecificBuiltinType(BuiltinType::BoundMember))
      type = Expr::findBoundMemberType(call.getCallee());
    else if (const auto *pointer = type->getAs<PointerType>())
      type = pointer->getPointeeType();
    return type.isNull() ? nullptr : type->getAs<FunctionProtoType>();
  }

  template <class Call> void change(Call &call, const FunctionProtoType *type, unsigned before) {
    if (type == nullptr || !type->isVariadic())
      return;
    for (unsigned i = type->getNumParams() + before; i < call.getNumArgs(); ++i)
      if (call.getArg(i)->getType()->isRecordType())
        call.setArg(i, addressOf(*call.getArg(i)));
  }

  Expr *addressOf(Expr &structure) const {
    auto *copy = new (context) MaterializeTemporaryExpr(structure.getType(), &structure,
                                                        /*BoundToLvalueReference=*/true);
    return UnaryOperator::Create(context, copy, UO_AddrOf,
                                 context.getPointerType(structure.getType()), VK_PRValue,
                                 OK_Ordinary, structure.getBeginLoc(),
                                 /*CanOverflow=*/false, FPOptionsOverride());
  }

  ASTContext &context;
};

class StructureArguments : public ASTConsumer {
  void Initialize(ASTContext &of) override { context = &of; }
  bool HandleTopLevelDecl(DeclGroupRef group) override {
    for (Decl *declared : group)
      CallVisitor(*context).TraverseDecl(declared);
    return true;
  }
  /// A precompiled header does not pass on what it has.
  void HandleTranslationUnit(ASTContext &of) override {
    if (of.getExternalSource() != nullptr)
      CallVisitor(of).TraverseDecl(of.getTranslationUnitDecl());
  }

  ASTContext *context = nullptr;
};

} // namespace

std::unique_ptr<ASTConsumer> passStructuresByAddress() {
  return std::make_unique<StructureArguments>();
}

} // namespace musaport
