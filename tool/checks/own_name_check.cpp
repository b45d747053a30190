//===- checks/own_name_check.cpp -------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "checks/own_name_check.h"

#include "analysis/qualified_name.h"
#include "source/tokens.h"

#include "clang/AST/ASTContext.h"
#include "clang/ASTMatchers/ASTMatchers.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/HeaderSearch.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang::ast_matchers;
using llvm::StringRef;

namespace musaport {
void OwnNameCheck::registerPreprocessor(clang::Preprocessor &preprocessor) {
  files.registerPreprocessor(preprocessor);
  constexpr StringRef header = "musa_port/nvcc.h"; // which only CUDA's headers here have
  clang::HeaderSearch &search = preprocessor.getHeaderSearchInfo();
  for (auto folder = search.system_dir_begin(); folder != search.system_dir_end(); ++folder)
    if (preprocessor.getFileManager().getOptionalFileRef((folder->getName() + "/" + header).str()))
      cudaHeaders = (folder->getName() + "/").str();
}

void OwnNameCheck::registerMatchers(MatchFinder &finder) {
  const auto named = namedDecl(anyOf(functionDecl(), fieldDecl(), varDecl(hasGlobalStorage()),
                                     tagDecl(), typedefNameDecl(), enumConstantDecl()));
  finder.addMatcher(
      traverse(clang::TK_IgnoreUnlessSpelledInSource, decl(named).bind("declaration")), this);
  finder.addMatcher(declRefExpr(to(namedDecl().bind("used"))).bind("reference"), this);
  finder.addMatcher(memberExpr(member(namedDecl().bind("used"))).bind("member"), this);
}

void OwnNameCheck::checkDeclaration(const clang::NamedDecl &declaration) {
  const clang::SourceManager &sources = declaration.getASTContext().getSourceManager();
  if (declaration.getParentFunctionOrMethod() != nullptr || !isUsersOwn(declaration))
    return;
  checkPatterns(declaration);
  const Rule *rule = ruleFor(context.rules, declaration.getName());
  if (rule == nullptr || rule->owner != Owner::Cuda || rule->status == Status::Keep)
    return;
  const clang::SourceLocation place = declaration.getLocation();
  if (place.isMacroID() && !expansions.insert(sources.getExpansionLoc(place)).second)
    return;
  const std::string name = qualifiedName(declaration);
  const std::string word = declaration.getName().str();
  const std::string stays = "'" + name + "' is the tree's own, not CUDA's, and keeps its name";
  report(sources, place, Severity::Remark, stays, {}, {}, {word, /*isOwn=*/true});
  if (!rule->edits())
    report(sources, place, Severity::Remark, stays,
           {"musa-unsupported-api is about the CUDA name, not about this one"}, {}, {word});
  else
    report(sources, place, Severity::Remark,
           "'" + name + "' is the tree's own, but is renamed to '" + rule->to.str() +
               "', as CUDA's '" + word + "' is",
           {"rename it also in strings and in code outside of the port"}, {}, {word});
}

void OwnNameCheck::checkPatterns(const clang::NamedDecl &declaration) {
  const auto *scope = llvm::dyn_cast<clang::NamespaceDecl>(declaration.getDeclContext());
  if (scope == nullptr || scope->isAnonymousNamespace() || !isGlobal(*scope))
    return;
  llvm::SmallVector<const Pattern *, 2> patterns;
  for (StringRef anchor : {scope->getName(), declaration.getName()}) {
    context.rules.patterns(anchor, patterns);
    for (const Pattern *pattern : patterns) {
      if (!isOfQualifiedName(*pattern) || pattern->from.front().spelling != scope->getName() ||
          pattern->from.back().spelling != declaration.getName())
        continue;
      const clang::SourceManager &sources = declaration.getASTContext().getSourceManager();
      if (!isSpelled(sources, {scope->getName(), declaration.getName()}))
        continue;
      const std::string name = pattern->rule->from.str();
      report(sources, declaration.getLocation(), Severity::Remark,
             "'" + name + "' is the tree's own, not CUDA's, and keeps its name", {}, {},
             {name, /*isOwn=*/true});
      report(sources, declaration.getLocation(), Severity::Error,
             "'" + name +
                 "' is the tree's own, but where it is qualified the port takes it for CUDA's "
                 "and writes '" +
                 pattern->rule->to.str() + "'",
             {"give the namespace another name"}, {}, {name});
    }
  }
}

bool OwnNameCheck::isSpelled(const clang::SourceManager &sources,
                             llvm::ArrayRef<StringRef> qualified) {
  std::string storage;
  for (clang::FileID file : files.files()) {
    const StringRef text = sources.getBufferData(file);
    if (!text.contains(qualified.back()) || !whyNotTokenized(text).empty())
      continue;
    const std::vector<Token> tokens = tokenize(text);
    auto isWord = [&](size_t i, StringRef word) {
      return tokens[i].isIdentifier() && spelling(text, tokens[i], storage) == word;
    };
    for (size_t i = 0; i + 2 < tokens.size(); ++i)
      if (isWord(i, qualified.front()) && tokens[i + 1].is(clang::tok::coloncolon) &&
          isWord(i + 2, qualified.back()))
        return true;
  }
  return false;
}

void OwnNameCheck::checkUse(const clang::NamedDecl &declaration, clang::SourceLocation place) {
  const Rule *rule = ruleFor(context.rules, declaration.getName());
  if (rule == nullptr || rule->owner != Owner::Cuda || !rule->edits() || isGlobal(declaration))
    return;
  const clang::SourceManager &sources = declaration.getASTContext().getSourceManager();
  const clang::SourceLocation declared = sources.getExpansionLoc(declaration.getLocation());
  const StringRef file = sources.getFilename(declared);
  if (!sources.isInSystemHeader(declared) || file.empty() || file.starts_with(cudaHeaders) ||
      !isSpelledByUser(sources, place))
    return;
  report(sources, place, Severity::Error,
         "'" + qualifiedName(declaration) + "' is not CUDA's, but is renamed here to '" +
             rule->to.str() + "'; '" + file.str() + "', which declares it, is not ported",
         {"port the header too, or call it through a function with another name"});
}

void OwnNameCheck::run(const MatchFinder::MatchResult &result) {
  if (const auto *declaration = result.Nodes.getNodeAs<clang::NamedDecl>("declaration")) {
    if (declaration->getIdentifier() != nullptr && !declaration->isImplicit() &&
        declaration->getCanonicalDecl() == declaration)
      checkDeclaration(*declaration);
    return;
  }
  const auto *used = result.Nodes.getNodeAs<clang::NamedDecl>("used");
  if (used == nullptr || used->getIdentifier() == nullptr)
    return;
  if (const auto *reference = result.Nodes.getNodeAs<clang::DeclRefExpr>("reference"))
    checkUse(*used, reference->getLocation());
  else if (const auto *member = result.Nodes.getNodeAs<clang::MemberExpr>("member"))
    checkUse(*used, member->getMemberLoc());
}

} // namespace musaport
