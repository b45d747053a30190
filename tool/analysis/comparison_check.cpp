//===- analysis/comparison_check.cpp ---------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "analysis/comparison_check.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/ASTMatchers/ASTMatchers.h"
#include "clang/Lex/Lexer.h"

using namespace clang::ast_matchers;
using llvm::StringRef;

namespace musaport {
namespace {

/// Of an operand of && or ||, what is compared.
const clang::Expr *withoutNot(const clang::Expr *expression) {
  expression = expression->IgnoreParenImpCasts();
  const auto *negation = llvm::dyn_cast<clang::UnaryOperator>(expression);
  return negation != nullptr && negation->getOpcode() == clang::UO_LNot
             ? withoutNot(negation->getSubExpr())
             : expression;
}

bool containsAny(const clang::Stmt &statement, const llvm::DenseSet<const clang::Expr *> &of) {
  const auto *expression = llvm::dyn_cast<clang::Expr>(&statement);
  return (expression != nullptr && of.contains(expression)) ||
         llvm::any_of(statement.children(), [&](const clang::Stmt *child) {
           return child != nullptr && containsAny(*child, of);
         });
}

} // namespace

ComparisonCheck::ComparisonCheck(StringRef id, const CheckContext &context)
    : Check(id, context),
      flow([this](const Source &source, int64_t number) { return valueOf(source, number); }) {}

void ComparisonCheck::registerMatchers(MatchFinder &finder) {
  finder.addMatcher(binaryOperator(anyOf(isComparisonOperator(), hasAnyOperatorName("&&", "||")))
                        .bind("comparison"),
                    this);
  finder.addMatcher(switchStmt().bind("switch"), this);
  ValueFlow::registerMatchers(finder, *this);
}

void ComparisonCheck::run(const MatchFinder::MatchResult &result) {
  flow.see(result);
  if (const auto *comparison = result.Nodes.getNodeAs<clang::BinaryOperator>("comparison"))
    comparisons.push_back(comparison);
  if (const auto *statement = result.Nodes.getNodeAs<clang::SwitchStmt>("switch"))
    switches.push_back(statement);
}

void ComparisonCheck::onEndOfTranslationUnit() {
  llvm::DenseSet<const clang::Expr *> covered;
  llvm::DenseMap<const clang::Expr *, const clang::Expr *> conditions; // that they are joined to
  llvm::DenseSet<const clang::Expr *> open;
  for (const clang::BinaryOperator *comparison : comparisons) {
    const clang::Expr *condition = conditions.lookup(comparison);
    if (condition == nullptr)
      condition = comparison;
    if (comparison->isLogicalOp())
      for (const clang::Expr *side : {comparison->getLHS(), comparison->getRHS()}) {
        conditions[withoutNot(side)] = condition;
        if (covered.contains(comparison))
          covered.insert(withoutNot(side));
      }
    if (covered.contains(comparison) || comparison->isValueDependent())
      continue;
    flow.firstSource();
    const bool isKnown = evaluate(*comparison, 1).has_value();
    if (!flow.depends())
      continue;
    if (!isKnown) {
      for (bool isMore = true; isMore && !open.contains(condition); isMore = flow.nextSource())
        if (const clang::Expr *known = knownSide(*comparison);
            known != nullptr && decideOpen(*comparison, *known))
          open.insert(condition);
      continue;
    }
    do
      decide(*comparison);
    while (flow.nextSource());
    covered.insert(comparison);
    for (const clang::Expr *side : {comparison->getLHS(), comparison->getRHS()})
      covered.insert(withoutNot(side));
  }
  for (const clang::SwitchStmt *statement : switches) {
    flow.firstSource();
    // A comparison in it has been decided.
    if (containsAny(*statement->getCond(), covered) || !evaluate(*statement->getCond(), 1) ||
        !flow.depends())
      continue;
    do
      decideSwitch(*statement);
    while (flow.nextSource());
  }
}

const clang::Expr *ComparisonCheck::knownSide(const clang::BinaryOperator &comparison) {
  if (!comparison.isComparisonOp())
    return nullptr;
  for (auto [known, other] : {std::pair(comparison.getLHS(), comparison.getRHS()),
                              std::pair(comparison.getRHS(), comparison.getLHS())}) {
    if (!evaluate(*known, 1) || !flow.depends())
      continue;
    return flow.isIndependent(*other) ? known : nullptr;
  }
  return nullptr;
}

StringRef ComparisonCheck::calleeName(const clang::CallExpr &call) {
  const auto *callee = llvm::dyn_cast_or_null<clang::NamedDecl>(call.getCalleeDecl());
  const bool isNamed = callee != nullptr && callee->getIdentifier() != nullptr;
  return isNamed && !llvm::isa<clang::CXXMethodDecl>(callee) ? callee->getName() : StringRef();
}

std::string ComparisonCheck::textOf(const clang::Expr &expression, StringRef otherwise) const {
  const clang::SourceManager &sources = ast().getSourceManager();
  const clang::CharSourceRange range = clang::Lexer::makeFileCharRange(
      clang::CharSourceRange::getTokenRange(expression.getSourceRange()), sources,
      ast().getLangOpts());
  llvm::StringRef written = clang::Lexer::getSourceText(range, sources, ast().getLangOpts());
  std::string text;
  for (llvm::StringRef rest = written; !rest.empty();) {
    auto [word, behind] = llvm::getToken(rest, " \t\r\n\\");
    text += (text.empty() || word.empty() ? "" : " ") + word.str();
    rest = behind;
  }
  return text.empty() ? otherwise.str() : "'" + text + "'";
}

} // namespace musaport
