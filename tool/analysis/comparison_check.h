//===- analysis/comparison_check.h - base class for checks of comparisons -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The common part of checks of comparisons. A subclass defines which expressions have values that
// differ between CUDA and the port. This class finds the comparisons and switches that these values
// reach.
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
  /// The value of `source`; nullopt if the check is not about it. The subclass defines the meaning
  /// of `number`.
  virtual std::optional<int64_t> valueOf(const Source &source, int64_t number) = 0;
  /// Called for a comparison, or several joined by && and ||, that depends only on such values and
  /// on constants.
  virtual void decide(const clang::Expr &comparison) = 0;
  /// Called for a comparison of such a value with an unknown one. `known` is the side that
  /// evaluate() can read. Returns whether it reported the comparison.
  virtual bool decideOpen(const clang::Expr & /*comparison*/, const clang::Expr & /*known*/) {
    return false;
  }

  /// Called for a switch on an expression that depends only on such values and on constants.
  virtual void decideSwitch(const clang::SwitchStmt & /*statement*/) {}

  /// The value of `expression`; nullopt if it depends on anything else.
  std::optional<int64_t> evaluate(const clang::Expr &expression, int64_t number) {
    return flow.evaluate(expression, number);
  }
  /// The source text of the expression, on one line; `otherwise` if it comes from a macro.
  std::string textOf(const clang::Expr &expression,
                     llvm::StringRef otherwise = "this comparison") const;
  /// The name of what is called: a function, or a variable or member that points to one. May be
  /// empty.
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
