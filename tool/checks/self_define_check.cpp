//===- checks/self_define_check.cpp ----------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "checks/self_define_check.h"

#include "analysis/ported_names.h"
#include "source/tokens.h"

#include "clang/AST/ASTContext.h"
#include "clang/ASTMatchers/ASTMatchers.h"
#include "clang/Lex/Lexer.h"

using namespace clang::ast_matchers;
using llvm::StringRef;

namespace musaport {
namespace {

/// Whether `word` stands in `range`, and may be what `declaration` will be called.
bool isNamedIn(clang::SourceRange range, StringRef word, const clang::NamedDecl &declaration) {
  const clang::ASTContext &ast = declaration.getASTContext();
  const clang::SourceManager &sources = ast.getSourceManager();
  const std::string text =
      clang::Lexer::getSourceText(
          clang::CharSourceRange::getTokenRange(sources.getExpansionRange(range).getAsRange()),
          sources, ast.getLangOpts())
          .str();
  if (!StringRef(text).contains(word) || !whyNotTokenized(text).empty())
    return false;
  std::string storage;
  const std::vector<Token> tokens = tokenize(text);
  for (size_t i = 0; i < tokens.size(); ++i) {
    if (!tokens[i].isIdentifier() || spelling(text, tokens[i], storage) != word)
      continue;
    const bool isMember =
        i > 0 && (tokens[i - 1].is(clang::tok::period) || tokens[i - 1].is(clang::tok::arrow));
    const bool isQualified = i > 0 && tokens[i - 1].is(clang::tok::coloncolon);
    if (!isMember && (!isQualified || isGlobal(declaration)))
      return true;
  }
  return false;
}

} // namespace

void SelfDefineCheck::registerMatchers(MatchFinder &finder) {
  finder.addMatcher(
      traverse(clang::TK_IgnoreUnlessSpelledInSource,
               decl(namedDecl(anyOf(functionDecl(isDefinition()), varDecl(hasGlobalStorage()),
                                    fieldDecl(), typedefNameDecl())))
                   .bind("declaration")),
      this);
}

void SelfDefineCheck::run(const MatchFinder::MatchResult &result) {
  const auto &declaration = *result.Nodes.getNodeAs<clang::NamedDecl>("declaration");
  if (declaration.getIdentifier() == nullptr || declaration.isImplicit() ||
      !isSpelledByUser(*result.SourceManager, declaration.getLocation()))
    return;
  const StringRef name = declaration.getName();
  const StringRef ported = portedName(context.rules, name);
  if (ported == name)
    return;
  const std::string becomes = "'" + name.str() + "' becomes '" + ported.str() + "', ";
  const std::string note = "the port does not need it: leave it out of the port";
  if (const auto *function = llvm::dyn_cast<clang::FunctionDecl>(&declaration)) {
    if (const clang::Stmt *body = function->getBody();
        body != nullptr && isNamedIn(body->getSourceRange(), ported, declaration))
      report(*result.SourceManager, declaration.getLocation(), Severity::Error,
             becomes + "and calls itself in the port", {note}, {}, {name.str()});
  } else if (const auto *alias = llvm::dyn_cast<clang::TypedefNameDecl>(&declaration)) {
    if (isNamedIn(alias->getSourceRange(), ported, declaration))
      report(*result.SourceManager, declaration.getLocation(),
             declaration.getDeclContext()->isRecord() ? Severity::Warning : Severity::Remark,
             becomes + "and is an alias of itself in the port", {note}, {}, {name.str()});
  } else if (isNamedIn(declaration.getSourceRange(), ported, declaration)) {
    report(*result.SourceManager, declaration.getLocation(), Severity::Error,
           becomes + "and is initialised with itself in the port", {note}, {}, {name.str()});
  }
}

} // namespace musaport
