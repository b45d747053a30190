//===- fallback_names/fallback_names.cpp ------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "fallback_names/fallback_names.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Sema/Lookup.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace musaport {
namespace {

constexpr llvm::StringLiteral names[] = {"surface", "texture"};
constexpr llvm::StringLiteral home = "__musa_references";

} // namespace

void FallbackNames::install(CompilerInstance &compiler) {
  compiler.setExternalSemaSource(llvm::makeIntrusiveRefCnt<FallbackNames>());
}

void FallbackNames::InitializeSema(Sema &parser) { sema = &parser; }

bool FallbackNames::LookupUnqualified(LookupResult &result, Scope *) {
  const IdentifierInfo *name = result.getLookupName().getAsIdentifierInfo();
  if (sema == nullptr || name == nullptr || !llvm::is_contained(names, name->getName()) ||
      result.getLookupKind() != Sema::LookupOrdinaryName || result.isForRedeclaration())
    return false;
  const ASTContext &ast = sema->getASTContext();
  for (const NamedDecl *found : ast.getTranslationUnitDecl()->lookup(&ast.Idents.get(home)))
    if (const auto *space = dyn_cast<NamespaceDecl>(found))
      for (NamedDecl *declared : space->lookup(name))
        result.addDecl(declared);
  result.resolveKind();
  return !result.empty();
}

} // namespace musaport
