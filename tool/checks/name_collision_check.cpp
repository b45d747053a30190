//===- checks/name_collision_check.cpp -------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "checks/name_collision_check.h"

#include "analysis/ported_names.h"
#include "analysis/qualified_name.h"
#include "source/tokens.h"

#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/ASTMatchers/ASTMatchers.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/StringMap.h"

using namespace clang::ast_matchers;
using llvm::StringRef;

namespace musaport {
namespace {

/// The condition of an #if, as it is written, and its tokens before and after the port.
struct Condition {
  Condition(const RuleSet &rules, std::string written) : text(std::move(written)) {
    std::string storage;
    for (const Token &token : tokenize(text)) {
      const StringRef word = spelling(text, token, storage);
      source += (word + " ").str();
      ported += (token.isIdentifier() ? portedName(rules, word, InMacro) : word).str() + " ";
    }
  }

  std::string text, source, ported;
};

/// Sees the conditions of an #if and its #elifs, and the macros that are defined.
class Preprocessing : public clang::PPCallbacks {
public:
  Preprocessing(Check &check, const RuleSet &rules, const clang::Preprocessor &preprocessor)
      : check(check), rules(rules), sources(preprocessor.getSourceManager()),
        options(preprocessor.getLangOpts()) {}

  void If(clang::SourceLocation place, clang::SourceRange condition, ConditionValueKind) override {
    begin(place, textOf(condition));
  }
  void Ifdef(clang::SourceLocation place, const clang::Token &name,
             const clang::MacroDefinition &) override {
    begin(place, definedText(name));
  }
  void Ifndef(clang::SourceLocation place, const clang::Token &name,
              const clang::MacroDefinition &) override {
    begin(place, "!" + definedText(name));
  }
  void Elif(clang::SourceLocation place, clang::SourceRange condition, ConditionValueKind,
            clang::SourceLocation start) override {
    next(place, start, textOf(condition));
  }

  void MacroDefined(const clang::Token &name, const clang::MacroDirective *directive) override {
    const clang::MacroInfo &macro = *directive->getMacroInfo();
    if (macro.isBuiltinMacro() || !isSpelledByUser(sources, name.getLocation()))
      return;
    const StringRef word = name.getIdentifierInfo()->getName();
    const RuleSet::Origin *origin = rules.origin(RuleKind::Identifier, word);
    if (origin == nullptr || origin->owner != Owner::Cuda || macro.getNumTokens() == 0)
      return;
    check.report(sources, name.getLocation(), Severity::Error,
                 "the tree defines the macro '" + word.str() + "', which also replaces the '" +
                     word.str() + "' that the port makes of '" + origin->name.str() + "'",
                 {"give the macro another name, or leave it out of the port"});
  }

private:
  std::string textOf(clang::SourceRange range) const {
    return clang::Lexer::getSourceText(clang::CharSourceRange::getTokenRange(range), sources,
                                       options)
        .str();
  }
  std::string definedText(const clang::Token &name) const {
    return "defined(" + name.getIdentifierInfo()->getName().str() + ")";
  }

  void begin(clang::SourceLocation place, const std::string &text) {
    if (isSpelledByUser(sources, place))
      chains[place].emplace_back(rules, text);
  }

  void next(clang::SourceLocation place, clang::SourceLocation start, const std::string &text) {
    auto chain = chains.find(start);
    if (chain == chains.end())
      return;
    Condition condition(rules, text);
    for (const Condition &earlier : chain->second)
      if (earlier.ported == condition.ported && earlier.source != condition.source) {
        check.report(sources, place, Severity::Warning,
                     "this branch is never taken in the port: its condition '" + condition.text +
                         "' becomes the same as the earlier '" + earlier.text + "'",
                     {"decide which of the two branches is for MUSA, and leave out the other"});
        break;
      }
    chain->second.push_back(std::move(condition));
  }

  Check &check;
  const RuleSet &rules;
  const clang::SourceManager &sources;
  const clang::LangOptions &options;
  llvm::DenseMap<clang::SourceLocation, std::vector<Condition>> chains; ///< by their #if
};

/// Finds what code in classes and namespaces calls by CUDA's names, and what these find in the
/// port.
class UseFinder : public clang::RecursiveASTVisitor<UseFinder> {
public:
  using Base = clang::RecursiveASTVisitor<UseFinder>;
  using Members =
      llvm::MapVector<const clang::DeclContext *, llvm::SmallVector<const clang::NamedDecl *, 1>>;

  UseFinder(const Members &members, const RuleSet &rules) : members(members), rules(rules) {}

  bool TraverseDecl(clang::Decl *declaration) {
    auto *scope = llvm::dyn_cast_or_null<clang::DeclContext>(declaration);
    if (scope == nullptr)
      return Base::TraverseDecl(declaration);
    scopes.push_back(scope);
    const bool goesOn = Base::TraverseDecl(declaration);
    scopes.pop_back();
    return goesOn;
  }

  bool VisitDeclRefExpr(clang::DeclRefExpr *reference) {
    if (!reference->hasQualifier())
      visitUse(*reference->getDecl(), reference->getLocation());
    return true;
  }
  bool VisitTagTypeLoc(clang::TagTypeLoc type) {
    visitUse(*type.getDecl(), type.getNameLoc());
    return true;
  }
  bool VisitTypedefTypeLoc(clang::TypedefTypeLoc type) {
    visitUse(*type.getTypedefNameDecl(), type.getNameLoc());
    return true;
  }

  struct Use {
    const clang::NamedDecl *used, *found;
    clang::SourceLocation place;
  };
  std::vector<Use> uses;

private:
  void visitUse(const clang::NamedDecl &used, clang::SourceLocation place) {
    if (used.getIdentifier() == nullptr || scopes.empty() || !isGlobal(used))
      return;
    const StringRef ported = portedName(rules, used.getName());
    if (ported == used.getName())
      return;
    for (const clang::DeclContext *scope = scopes.back(); scope != nullptr;
         scope = scope->getParent()) {
      auto found = members.find(scope->getPrimaryContext());
      if (found == members.end())
        continue;
      for (const clang::NamedDecl *member : found->second)
        if (member->getName() == ported) {
          uses.push_back({&used, member, place});
          return;
        }
    }
  }

  const Members &members;
  const RuleSet &rules;
  std::vector<const clang::DeclContext *> scopes;
};

} // namespace

void NameCollisionCheck::registerPreprocessor(clang::Preprocessor &preprocessor) {
  preprocessor.addPPCallbacks(std::make_unique<Preprocessing>(*this, context.rules, preprocessor));
}

void NameCollisionCheck::registerMatchers(MatchFinder &finder) {
  const auto named = namedDecl(anyOf(functionDecl(), fieldDecl(), varDecl(hasGlobalStorage()),
                                     tagDecl(), typedefNameDecl(), enumConstantDecl()));
  finder.addMatcher(
      traverse(clang::TK_IgnoreUnlessSpelledInSource, decl(named).bind("declaration")), this);
  finder.addMatcher(switchStmt().bind("switch"), this);
}

void NameCollisionCheck::checkDeclaration(const clang::NamedDecl &declaration) {
  const clang::SourceManager &sources = declaration.getASTContext().getSourceManager();
  if (!isSpelledByUser(sources, declaration.getLocation()) ||
      declaration.getParentFunctionOrMethod() != nullptr)
    return;
  const StringRef name = declaration.getName();
  const RuleSet::Origin *origin = context.rules.origin(RuleKind::Identifier, name);
  if (origin == nullptr || origin->owner != Owner::Cuda)
    return;
  if (isGlobal(declaration)) {
    const auto *function = llvm::dyn_cast<clang::FunctionDecl>(&declaration);
    if (function != nullptr && !function->isDefined())
      return; // of MUSA's own
    report(sources, declaration.getLocation(), Severity::Error,
           "the tree declares '" + name.str() + "', which is also MUSA's name for CUDA's '" +
               origin->name.str() + "'",
           {"give it another name, or leave it out of the port"});
    return;
  }
  const clang::DeclContext *scope = declaration.getDeclContext()->getRedeclContext();
  for (const clang::NamedDecl *other :
       scope->lookup(&declaration.getASTContext().Idents.get(origin->name)))
    if (isSpelledByUser(sources, other->getLocation()) &&
        portedName(context.rules, other->getName()) == name) {
      report(sources, other->getLocation(), Severity::Error,
             "'" + qualifiedName(*other) + "' becomes '" + qualifiedName(declaration) +
                 "', which the tree declares, too",
             {"give one of the two another name"}, {}, {other->getName().str()});
      return;
    }
  members[scope->getPrimaryContext()].push_back(&declaration);
}

void NameCollisionCheck::checkSwitch(const clang::SwitchStmt &choice,
                                     const clang::SourceManager &sources) {
  llvm::StringMap<std::string> labels; // in the port: in the source
  std::vector<const clang::CaseStmt *> cases;
  for (const clang::SwitchCase *label = choice.getSwitchCaseList(); label != nullptr;
       label = label->getNextSwitchCase())
    if (const auto *single = llvm::dyn_cast<clang::CaseStmt>(label))
      cases.push_back(single);
  for (const clang::CaseStmt *label : llvm::reverse(cases)) { // as they are written
    const auto *reference =
        llvm::dyn_cast<clang::DeclRefExpr>(label->getLHS()->IgnoreParenImpCasts());
    if (reference == nullptr || !isGlobal(*reference->getDecl()))
      continue;
    const StringRef name = reference->getDecl()->getName();
    const auto [first, isNew] = labels.try_emplace(portedName(context.rules, name), name.str());
    if (isNew || first->second == name)
      continue;
    report(sources, reference->getLocation(), Severity::Error,
           "'" + name.str() + "' and '" + first->second + "' both become '" + first->first().str() +
               "', so the switch has this label twice",
           {"leave out one of the two labels"});
  }
}

void NameCollisionCheck::run(const MatchFinder::MatchResult &result) {
  if (const auto *declaration = result.Nodes.getNodeAs<clang::NamedDecl>("declaration")) {
    if (declaration->getIdentifier() != nullptr && !declaration->isImplicit() &&
        declaration->getCanonicalDecl() == declaration)
      checkDeclaration(*declaration);
  } else if (const auto *choice = result.Nodes.getNodeAs<clang::SwitchStmt>("switch")) {
    checkSwitch(*choice, *result.SourceManager);
  }
}

void NameCollisionCheck::onEndOfTranslationUnit() {
  if (members.empty())
    return;
  clang::ASTContext &ast = members.front().second.front()->getASTContext();
  UseFinder finder(members, context.rules);
  finder.TraverseAST(ast);
  for (const UseFinder::Use &use : finder.uses)
    report(ast.getSourceManager(), use.place, Severity::Error,
           "CUDA's '" + use.used->getName().str() + "' becomes '" + use.found->getName().str() +
               "', which means the tree's '" + qualifiedName(*use.found) + "' here",
           {"write ::" + use.used->getName().str() + ", or rename the tree's own"});
}

} // namespace musaport
