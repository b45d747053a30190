//===- checks/half_types_check.cpp -----------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "checks/half_types_check.h"

#include "features/feature.h"

namespace musaport {
namespace {

/// Functions that compute: __hadd, hexp, h2sin; not those that take pairs apart or make them.
bool isComputation(const clang::CallExpr &call, const clang::FunctionDecl &callee) {
  if (const auto *operation = llvm::dyn_cast<clang::CXXOperatorCallExpr>(&call))
    return operation->getOperator() != clang::OO_Equal;
  if (callee.getIdentifier() == nullptr)
    return false;
  llvm::StringRef name = callee.getName();
  if (name.consume_front("__"))
    return name.starts_with("h") && !name.starts_with("high") && !name.starts_with("halves");
  return name.starts_with("h");
}

class Visitor : public DeviceCodeVisitor {
public:
  Visitor(clang::ASTContext &ast, Check &check, const Architecture &architecture)
      : DeviceCodeVisitor(ast), check(check), architecture(architecture) {}

  void visitCallExpr(clang::CallExpr *call) override {
    const Feature &bf16 = *findFeature("bf16");
    const clang::FunctionDecl *callee = call->getDirectCallee();
    if (callee == nullptr || call->getNumArgs() == 0 || !isSystems(*callee) ||
        bf16.on(architecture) != Feature::Status::Unsupported)
      return;
    if (const clang::CXXRecordDecl *type = call->getArg(0)->getType()->getAsCXXRecordDecl();
        type != nullptr && isSystems(*type) && bf16.hasName(type->getName()) &&
        isComputation(*call, *callee))
      report(call->getExprLoc(),
             "'" + callee->getNameAsString() + "' computes with '" + type->getNameAsString() +
                 "'; " + architecture.name.str() + " has no " + bf16.title.str(),
             bf16);
  }

  void visitRecordTypeLoc(clang::RecordTypeLoc type) override {
    use(type.getBeginLoc(), *type.getDecl());
  }
  void visitTypedefTypeLoc(clang::TypedefTypeLoc type) override {
    const clang::RecordDecl *record = type.getTypePtr()->getAsRecordDecl();
    if (record != nullptr)
      use(type.getBeginLoc(), *record);
  }

private:
  void use(clang::SourceLocation location, const clang::RecordDecl &type) {
    const Feature &fp8 = *findFeature("fp8");
    if (fp8.on(architecture) == Feature::Status::Unsupported && isSystems(type) &&
        fp8.hasName(type.getName()))
      report(location,
             "'" + type.getNameAsString() + "' in device code; " + architecture.name.str() +
                 " has no " + fp8.title.str(),
             fp8);
  }

  void report(clang::SourceLocation location, std::string message, const Feature &feature) {
    const clang::SourceManager &sources = ast.getSourceManager();
    check.report(sources, sources.getFileLoc(location), Severity::Error, std::move(message),
                 {feature.advice.str()});
  }

  Check &check;
  const Architecture &architecture;
};

} // namespace

void HalfTypesCheck::checkFunction(clang::FunctionDecl &function, clang::ASTContext &ast) {
  Visitor(ast, *this, context.rules.architecture()).visit(function);
}

} // namespace musaport
