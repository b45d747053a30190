//===- analysis/resolved_names.cpp ------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "analysis/resolved_names.h"

#include "analysis/ported_names.h"
#include "analysis/qualified_name.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

#include <set>

using llvm::StringRef;

namespace musaport {
namespace {

/// What a kind of node is not visited for is missed, and a place that is missed counts as CUDA's.
class Visitor : public clang::RecursiveASTVisitor<Visitor> {
public:
  using Base = clang::RecursiveASTVisitor<Visitor>;

  Visitor(const clang::SourceManager &sources, const RuleSet &rules,
          const std::function<bool(StringRef)> &isOwn)
      : sources(sources), rules(rules), isOwn(isOwn) {
    rules.forEachPattern([&](const Pattern &pattern) {
      if (isOfQualifiedName(pattern))
        qualified[pattern.from.back().spelling].push_back(pattern.rule->from);
    });
  }

  bool VisitNamedDecl(clang::NamedDecl *declaration) {
    if (const auto *introducer = llvm::dyn_cast<clang::BaseUsingDecl>(declaration)) {
      for (const clang::UsingShadowDecl *shadow : introducer->shadows())
        visit(*shadow->getTargetDecl(), declaration->getLocation());
    } else if (const auto *constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(declaration)) {
      if (!constructor->isImplicit())
        visit(*constructor->getParent(), declaration->getLocation());
    } else if (!declaration->isImplicit()) {
      visit(*declaration, declaration->getLocation(), /*isDeclaration=*/true);
    }
    return true;
  }
  bool TraverseConstructorInitializer(clang::CXXCtorInitializer *initializer) {
    if (initializer->isWritten() && initializer->isAnyMemberInitializer())
      visit(*initializer->getAnyMember(), initializer->getMemberLocation());
    return Base::TraverseConstructorInitializer(initializer);
  }
  bool VisitDeclRefExpr(clang::DeclRefExpr *reference) {
    visit(*reference->getDecl(), reference->getLocation());
    return true;
  }
  bool VisitMemberExpr(clang::MemberExpr *member) {
    visit(*member->getMemberDecl(), member->getMemberLoc());
    return true;
  }
  /// A call that depends on a template's parameters: any of these may be meant.
  bool VisitOverloadExpr(clang::OverloadExpr *overloads) {
    for (const clang::NamedDecl *each : overloads->decls())
      visit(*each->getUnderlyingDecl(), overloads->getNameLoc());
    return true;
  }
  bool VisitTagTypeLoc(clang::TagTypeLoc type) {
    visit(*type.getDecl(), type.getNameLoc());
    return true;
  }
  bool VisitInjectedClassNameTypeLoc(clang::InjectedClassNameTypeLoc type) {
    visit(*type.getDecl(), type.getNameLoc());
    return true;
  }
  bool VisitTypedefTypeLoc(clang::TypedefTypeLoc type) {
    visit(*type.getTypedefNameDecl(), type.getNameLoc());
    return true;
  }
  bool VisitTemplateSpecializationTypeLoc(clang::TemplateSpecializationTypeLoc type) {
    visitTemplate(type.getTypePtr()->getTemplateName(), type.getTemplateNameLoc());
    return true;
  }
  bool VisitDeducedTemplateSpecializationTypeLoc(clang::DeducedTemplateSpecializationTypeLoc type) {
    visitTemplate(type.getTypePtr()->getTemplateName(), type.getTemplateNameLoc());
    return true;
  }

  std::set<ResolvedName> resolved;

private:
  void visitTemplate(clang::TemplateName name, clang::SourceLocation place) {
    if (const clang::TemplateDecl *declaration = name.getAsTemplateDecl())
      visit(*declaration, place);
  }

  void visit(const clang::NamedDecl &used, clang::SourceLocation place,
             bool isDeclaration = false) {
    const clang::NamedDecl *declaration = &used;
    if (const auto *pattern = llvm::dyn_cast<clang::TemplateDecl>(declaration))
      if (pattern->getTemplatedDecl() != nullptr)
        declaration = pattern->getTemplatedDecl();
    const clang::IdentifierInfo *identifier = declaration->getIdentifier();
    if (identifier == nullptr)
      return;
    const Known &known = lookUp(*identifier);
    if (known.isRules)
      add(known.name, *declaration, place, isDeclaration);
    if (known.qualified.empty())
      return;
    const std::string whole = qualifiedName(*declaration);
    if (llvm::is_contained(known.qualified, whole))
      add(whole, *declaration, place, isDeclaration);
  }

  void add(StringRef name, const clang::NamedDecl &declaration, clang::SourceLocation place,
           bool isDeclaration) {
    if (!isTrees(declaration)) {
      resolved.insert({name.str(), ResolvedName::Whose::Cudas, {}, 0});
      return;
    }
    // What a macro's body says it says wherever the macro stands, and an argument may become text.
    if (place.isMacroID())
      return;
    const auto [file, offset] = sources.getDecomposedLoc(place);
    if (const clang::OptionalFileEntryRef entry = sources.getFileEntryRefForID(file))
      resolved.insert({name.str(),
                       isDeclaration && isForOthers(declaration) ? ResolvedName::Whose::Declared
                                                                 : ResolvedName::Whose::Trees,
                       entry->getFileEntry().tryGetRealPathName().str(), offset});
  }

  bool isTrees(const clang::NamedDecl &declaration) {
    auto [entry, isNew] = trees.try_emplace(&declaration, false);
    if (!isNew || !isUsersOwn(declaration) || standsForCudas(declaration))
      return entry->second;
    const bool isOfTree = llvm::all_of(declaration.redecls(), [&](const clang::Decl *each) {
      const clang::FileID file = sources.getFileID(sources.getSpellingLoc(each->getLocation()));
      const clang::OptionalFileEntryRef found = sources.getFileEntryRefForID(file);
      return found && isOwn(found->getFileEntry().tryGetRealPathName());
    });
    return trees[&declaration] = isOfTree;
  }

  /// A program that defines a function of CUDA's takes its place when it is linked, and a pointer
  /// of its name is set to it.
  static bool standsForCudas(const clang::NamedDecl &declaration) {
    const auto *function = llvm::dyn_cast<clang::FunctionDecl>(&declaration);
    const auto *variable = llvm::dyn_cast<clang::VarDecl>(&declaration);
    return (function != nullptr && function->isExternC()) ||
           (variable != nullptr && isGlobal(*variable));
  }

  static bool isForOthers(const clang::NamedDecl &declaration) {
    const auto *variable = llvm::dyn_cast<clang::VarDecl>(&declaration);
    return declaration.getParentFunctionOrMethod() == nullptr &&
           (llvm::isa<clang::FunctionDecl, clang::FieldDecl, clang::TagDecl, clang::TypedefNameDecl,
                      clang::EnumConstantDecl>(declaration) ||
            (variable != nullptr && variable->hasGlobalStorage()));
  }

  /// What the rules say of an identifier.
  struct Known {
    StringRef name;
    bool isRules = false;
    llvm::ArrayRef<StringRef> qualified;
  };
  const Known &lookUp(const clang::IdentifierInfo &identifier) {
    auto [entry, isNew] = names.try_emplace(&identifier);
    Known &known = entry->second;
    if (!isNew)
      return known;
    known.name = identifier.getName();
    const Rule *rule = ruleFor(rules, known.name);
    known.isRules = rule != nullptr && rule->owner == Owner::Cuda && rule->status != Status::Keep;
    if (auto found = qualified.find(known.name); found != qualified.end())
      known.qualified = found->second;
    return known;
  }

  const clang::SourceManager &sources;
  const RuleSet &rules;
  const std::function<bool(StringRef)> &isOwn;
  llvm::StringMap<llvm::SmallVector<StringRef, 1>> qualified; ///< cuda::barrier, by barrier
  llvm::DenseMap<const clang::IdentifierInfo *, Known> names;
  llvm::DenseMap<const clang::NamedDecl *, bool> trees;
};

} // namespace

std::vector<ResolvedName> resolvedNames(clang::ASTContext &ast, const RuleSet &rules,
                                        const std::function<bool(StringRef)> &isOwn) {
  Visitor visitor(ast.getSourceManager(), rules, isOwn);
  visitor.TraverseAST(ast);
  return {visitor.resolved.begin(), visitor.resolved.end()};
}

} // namespace musaport
