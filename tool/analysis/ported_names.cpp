//===- analysis/ported_names.cpp --------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "analysis/ported_names.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace musaport {
namespace {

class FileCollector : public clang::PPCallbacks {
public:
  FileCollector(const clang::SourceManager &sources, std::vector<clang::FileID> &entered)
      : sources(sources), entered(entered) {}

  void FileChanged(clang::SourceLocation location, FileChangeReason reason,
                   clang::SrcMgr::CharacteristicKind kind, clang::FileID) override {
    if (reason != EnterFile || clang::SrcMgr::isSystem(kind))
      return;
    const clang::FileID file = sources.getFileID(location);
    const clang::OptionalFileEntryRef entry = sources.getFileEntryRefForID(file);
    if (entry && seen.insert(&entry->getFileEntry()).second)
      entered.push_back(file);
  }

private:
  const clang::SourceManager &sources;
  std::vector<clang::FileID> &entered;
  llvm::DenseSet<const clang::FileEntry *> seen;
};

/// Whether it defines what it declares: what only says that there is something of CUDA's does not.
bool isDefined(const clang::NamedDecl &declaration) {
  if (const auto *function = llvm::dyn_cast<clang::FunctionDecl>(&declaration)) {
    const clang::FunctionDecl *pattern = function->getTemplateInstantiationPattern();
    return (pattern != nullptr ? pattern : function)->isDefined();
  }
  if (const auto *variable = llvm::dyn_cast<clang::VarDecl>(&declaration))
    return variable->hasDefinition() != clang::VarDecl::DeclarationOnly;
  if (const auto *tag = llvm::dyn_cast<clang::TagDecl>(&declaration))
    return tag->getDefinition() != nullptr;
  return false;
}

} // namespace

const Rule *ruleFor(const RuleSet &rules, StringRef name, uint8_t place) {
  llvm::SmallVector<const Rule *, 2> found;
  rules.identifier(name, found);
  for (const Rule *rule : found)
    if (rule->appliesIn(place))
      return rule;
  return nullptr;
}

StringRef portedName(const RuleSet &rules, StringRef name, uint8_t place) {
  if (const GuardRule *guard = rules.guard(name))
    return guard->to;
  const Rule *rule = ruleFor(rules, name, place);
  return rule != nullptr && rule->edits() ? rule->to : name;
}

bool isSpelledByUser(const clang::SourceManager &sources, clang::SourceLocation location) {
  location = sources.getSpellingLoc(location);
  return location.isValid() && !sources.isInSystemHeader(location) &&
         sources.getFileEntryRefForID(sources.getFileID(location));
}

bool isDeclaredBySystem(const clang::NamedDecl &declaration) {
  const clang::SourceManager &sources = declaration.getASTContext().getSourceManager();
  return llvm::any_of(declaration.redecls(), [&](const clang::Decl *other) {
    return sources.isInSystemHeader(sources.getExpansionLoc(other->getLocation()));
  });
}

bool isUsersOwn(const clang::NamedDecl &declaration) {
  return isSpelledByUser(declaration.getASTContext().getSourceManager(),
                         declaration.getLocation()) &&
         !isDeclaredBySystem(declaration) && (!isGlobal(declaration) || isDefined(declaration));
}

bool isOfQualifiedName(const Pattern &pattern) {
  return pattern.rule->owner == Owner::Cuda && pattern.rule->edits() && pattern.from.size() == 3 &&
         pattern.from[0].kind == clang::tok::raw_identifier &&
         pattern.from[1].kind == clang::tok::coloncolon &&
         pattern.from[2].kind == clang::tok::raw_identifier;
}

bool isGlobal(const clang::NamedDecl &declaration) {
  return declaration.getDeclContext()->getRedeclContext()->isTranslationUnit();
}

void UserFiles::registerPreprocessor(clang::Preprocessor &preprocessor) {
  preprocessor.addPPCallbacks(
      std::make_unique<FileCollector>(preprocessor.getSourceManager(), entered));
}

} // namespace musaport
