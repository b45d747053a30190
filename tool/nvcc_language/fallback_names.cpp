//===- nvcc_language/fallback_names.cpp ------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "nvcc_language/fallback_names.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Sema/Lookup.h"
#include "clang/Sema/Sema.h"

using namespace clang;
using llvm::StringRef;

namespace musaport {
namespace {

constexpr llvm::StringLiteral names[] = {"surface", "texture"};
constexpr llvm::StringLiteral home = "__musa_references";

/// Whether the name stands as `texture<...>`: not behind a ., -> or ::, where Clang looks for a
/// name of any kind if it does not know the object's type.
bool standsForTemplate(const SourceManager &sources, SourceLocation place, size_t length) {
  if (place.isInvalid())
    return false;
  const auto [file, offset] = sources.getDecomposedSpellingLoc(place);
  const StringRef text = sources.getBufferData(file);
  const StringRef before = text.take_front(offset).rtrim();
  return text.drop_front(offset + length).ltrim().starts_with("<") && !before.ends_with(".") &&
         !before.ends_with("->") && !before.ends_with("::");
}

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
  if (!standsForTemplate(sema->getSourceManager(), result.getNameLoc(), name->getLength()))
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
