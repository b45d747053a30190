//===- analysis/qualified_name.cpp ------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "analysis/qualified_name.h"

#include "clang/AST/DeclCXX.h"

namespace musaport {

std::string qualifiedName(const clang::NamedDecl &declaration) {
  std::string name = declaration.getNameAsString();
  for (const clang::DeclContext *each = declaration.getDeclContext(); each != nullptr;
       each = each->getParent()) {
    const auto *space = llvm::dyn_cast<clang::NamespaceDecl>(each);
    if (space != nullptr && (space->isInline() || space->isAnonymousNamespace()))
      continue;
    const auto *enumeration = llvm::dyn_cast<clang::EnumDecl>(each);
    const bool isScope = space != nullptr || llvm::isa<clang::RecordDecl>(each) ||
                         (enumeration != nullptr && enumeration->isScoped());
    if (const auto *named = llvm::dyn_cast<clang::NamedDecl>(each); named != nullptr && isScope)
      name.insert(0, named->getNameAsString() + "::");
  }
  return name;
}

} // namespace musaport
