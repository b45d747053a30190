//===- checks/self_define_check.cpp ----------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "checks/self_define_check.h"

#include "analysis/ported_names.h"
#include "source/tokens.h"

#include "clang/AST/ASTContext.h"
#include "clang/ASTMatchers/ASTMatchers.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/DenseSet.h"

using namespace clang::ast_matchers;
using llvm::StringRef;

namespace musaport {
namespace {

class MacroVisitor : public clang::PPCallbacks {
public:
  MacroVisitor(Check &check, const RuleSet &rules, const clang::SourceManager &sources)
      : check(check), rules(rules), sources(sources) {}

  /// `#define cudaFree musaFree`, `#define cudaFree(p) musaFree(p)`; the first one of a file.
  void MacroDefined(const clang::Token &name, const clang::MacroDirective *directive) override {
    const clang::MacroInfo &macro = *directive->getMacroInfo();
    if (macro.getNumTokens() == 0 || !isSpelledByUser(sources, name.getLocation()))
      return;
    const clang::Token &first = macro.getReplacementToken(0);
    if (first.getIdentifierInfo() == nullptr || (macro.isObjectLike() && macro.getNumTokens() > 1))
      return;
    const StringRef from = name.getIdentifierInfo()->getName();
    const StringRef to = first.getIdentifierInfo()->getName();
    if (from == to || portedName(rules, from, InMacro) != to ||
        portedName(rules, to, InMacro) != to ||
        !reported.insert(sources.getFileID(name.getLocation())).second)
      return;
    check.report(sources, name.getLocation(), Severity::Remark,
                 "'" + from.str() + "' is defined as '" + to.str() +
                     "', which is its name in the port: there the macro expands to itself and "
                     "does nothing",
                 {"the port does not need this macro, nor others like it in this file"});
  }

private:
  Check &check;
  const RuleSet &rules;
  const clang::SourceManager &sources;
  llvm::DenseSet<clang::FileID> reported;
};

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

void SelfDefineCheck::registerPreprocessor(clang::Preprocessor &preprocessor) {
  preprocessor.addPPCallbacks(
      std::make_unique<MacroVisitor>(*this, context.rules, preprocessor.getSourceManager()));
}

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
