//===- checks/long_double_check.cpp ----------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "checks/long_double_check.h"

#include "llvm/ADT/SmallPtrSet.h"

namespace musaport {
namespace {

bool isLongDouble(clang::QualType type) {
  return type->isSpecificBuiltinType(clang::BuiltinType::LongDouble);
}

class Visitor : public DeviceCodeVisitor {
public:
  Visitor(clang::ASTContext &ast, Check &check) : DeviceCodeVisitor(ast), check(check) {}

  void visitBuiltinTypeLoc(clang::BuiltinTypeLoc type) override {
    if (isLongDouble(type.getType()))
      report(type.getBeginLoc(), "'long double' is a double in device code");
  }

  void visitFloatingLiteral(clang::FloatingLiteral *literal) override {
    if (isLongDouble(literal->getType()))
      report(literal->getLocation(),
             "'" + writtenAt(literal->getLocation(), ast) + "' is a double in device code");
  }

private:
  void report(clang::SourceLocation location, std::string message) {
    const clang::SourceManager &sources = ast.getSourceManager();
    check.report(sources, sources.getFileLoc(location), Severity::Warning, std::move(message),
                 {"write double if its 53 bits are enough; only the host has more"});
  }

  Check &check;
};

/// Finds what memory of a type has in it, behind pointers too.
class LayoutSearch {
public:
  bool hasLongDouble(clang::QualType type) {
    type = type.getCanonicalType();
    while (type->isAnyPointerType() || type->isReferenceType() || type->isArrayType())
      type = type->isArrayType() ? type->getAsArrayTypeUnsafe()->getElementType().getCanonicalType()
                                 : type->getPointeeType().getCanonicalType();
    if (isLongDouble(type))
      return true;
    const clang::CXXRecordDecl *record = type->getAsCXXRecordDecl();
    if (record == nullptr || !record->hasDefinition() || !seen.insert(record).second)
      return false;
    record = record->getDefinition();
    return llvm::any_of(record->fields(),
                        [&](auto *field) { return hasLongDouble(field->getType()); }) ||
           llvm::any_of(record->bases(),
                        [&](const auto &base) { return hasLongDouble(base.getType()); });
  }

private:
  llvm::SmallPtrSet<const clang::CXXRecordDecl *, 8> seen;
};

} // namespace

void LongDoubleCheck::checkFunction(clang::FunctionDecl &function, clang::ASTContext &ast) {
  Visitor(ast, *this).visit(function);
  if (!function.hasAttr<clang::CUDAGlobalAttr>())
    return;
  for (const clang::ParmVarDecl *parameter : function.parameters())
    if (LayoutSearch().hasLongDouble(parameter->getType()))
      report(ast.getSourceManager(), parameter->getLocation(), Severity::Error,
             "'" + parameter->getNameAsString() +
                 "' contains a long double, whose size differs between host and device",
             {"write double in memory that host and device share"});
}

} // namespace musaport
