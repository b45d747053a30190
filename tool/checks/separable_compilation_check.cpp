//===- checks/separable_compilation_check.cpp ------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "checks/separable_compilation_check.h"

#include "features/feature.h"

namespace musaport {
namespace {

template <typename Attribute> bool hasWritten(const clang::Decl &declaration) {
  const auto *attribute = declaration.getAttr<Attribute>();
  return attribute != nullptr && !attribute->isImplicit();
}

/// A template's definition is instantiated where it is used, so that a missing one is no other
/// file's, and a type that is missing may be why there is none. So may an error be: Clang refuses a
/// member's definition that lacks the words of its declaration.
bool isDefinedElsewhere(const clang::FunctionDecl &function) {
  return hasWritten<clang::CUDADeviceAttr>(function) && !function.isDefined() &&
         !function.isDeleted() && !function.isPureVirtual() && !function.isDefaulted() &&
         function.getTemplatedKind() == clang::FunctionDecl::TK_NonTemplate &&
         !isInstantiated(function) && function.getBuiltinID() == 0 && !function.isInvalidDecl() &&
         !(llvm::isa<clang::CXXMethodDecl>(function) &&
           function.getASTContext().getDiagnostics().hasErrorOccurred());
}

bool isDefinedElsewhere(const clang::VarDecl &variable) {
  return (hasWritten<clang::CUDADeviceAttr>(variable) ||
          hasWritten<clang::CUDAConstantAttr>(variable)) &&
         !variable.hasAttr<clang::CUDASharedAttr>() && variable.hasExternalStorage() &&
         variable.getDefinition() == nullptr && !isInstantiated(*variable.getDeclContext());
}

class Visitor : public DeviceCodeVisitor {
public:
  Visitor(clang::ASTContext &ast, Check &check) : DeviceCodeVisitor(ast), check(check) {}

  void visitDeclRefExpr(clang::DeclRefExpr *reference) override {
    use(reference->getLocation(), *reference->getDecl());
  }
  void visitMemberExpr(clang::MemberExpr *member) override {
    use(member->getMemberLoc(), *member->getMemberDecl());
  }

private:
  void use(clang::SourceLocation location, const clang::ValueDecl &declaration) {
    const auto *function = llvm::dyn_cast<clang::FunctionDecl>(&declaration);
    const auto *variable = llvm::dyn_cast<clang::VarDecl>(&declaration);
    if (isSystems(declaration) || !((function != nullptr && isDefinedElsewhere(*function)) ||
                                    (variable != nullptr && isDefinedElsewhere(*variable))))
      return;
    const clang::SourceManager &sources = ast.getSourceManager();
    check.report(sources, sources.getFileLoc(location), Severity::Error,
                 "'" + declaration.getNameAsString() +
                     "' is defined in another file, and device code of several files cannot be "
                     "linked",
                 {findFeature("separable-compilation")->advice.str()});
  }

  Check &check;
};

} // namespace

void SeparableCompilationCheck::checkFunction(clang::FunctionDecl &function,
                                              clang::ASTContext &ast) {
  Visitor(ast, *this).visit(function);
}

} // namespace musaport
