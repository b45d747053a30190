//===- analysis/comparison_check.h - comparisons of some values -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What checks of comparisons share. A subclass says which expressions have values that differ
// between CUDA and the port; here are the comparisons and switches that such values reach.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_ANALYSIS_COMPARISON_CHECK_H
#define MUSAPORT_ANALYSIS_COMPARISON_CHECK_H

#include "analysis/check.h"
#include "dataflow/value_flow.h"

#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"

#include <optional>
#include <string>
#include <vector>

namespace musaport {

class ComparisonCheck : public Check {
public:
  ComparisonCheck(llvm::StringRef id, const CheckContext &context);
  void registerMatchers(clang::ast_matchers::MatchFinder &finder) override;
  void run(const clang::ast_matchers::MatchFinder::MatchResult &result) override;
  void onEndOfTranslationUnit() override;

protected:
  using Source = ValueFlow::Source;
  /// The value of `source` if the check is about it. What `number` means is the subclass's.
  virtual std::optional<int64_t> valueOf(const Source &source, int64_t number) = 0;
  /// A comparison, or some that && and || join, that depends on such values and on constants alone.
  virtual void decide(const clang::Expr &comparison) = 0;
  /// A comparison of such a value with another one, which nothing is known of: `known` is the side
  /// that evaluate() can read. Whether it is reported.
  virtual bool decideOpen(const clang::Expr & /*comparison*/, const clang::Expr & /*known*/) {
    return false;
  }

  /// A switch on what depends on such values and on constants alone.
  virtual void decideSwitch(const clang::SwitchStmt & /*statement*/) {}

  /// nullopt if it depends on something else, too.
  std::optional<int64_t> evaluate(const clang::Expr &expression, int64_t number) {
    return flow.evaluate(expression, number);
  }
  /// The expression as it is written, on one line; `otherwise` if it is a macro's.
  std::string textOf(const clang::Expr &expression,
                     llvm::StringRef otherwise = "this comparison") const;
  /// What is called: a function, or a variable or member that points to one. May be empty.
  static llvm::StringRef calleeName(const clang::CallExpr &call);
  clang::ASTContext &ast() const { return flow.ast(); }

private:
  const clang::Expr *knownSide(const clang::BinaryOperator &comparison);

  ValueFlow flow;
  std::vector<const clang::BinaryOperator *> comparisons; ///< outer ones before inner ones
  std::vector<const clang::SwitchStmt *> switches;
};

} // namespace musaport

#endif // MUSAPORT_ANALYSIS_COMPARISON_CHECK_H
