//===- analysis/comparison_check.h - comparisons of some values -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What checks of comparisons share. A subclass says which expressions have values that differ
// between CUDA and the port; here is what follows from them, through constants, variables that are
// always written the same, template arguments, calls of functions that only return something, and
// into the functions that such values are handed to.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_ANALYSIS_COMPARISON_CHECK_H
#define MUSAPORT_ANALYSIS_COMPARISON_CHECK_H

#include "analysis/check.h"

#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"

#include <optional>

namespace musaport {

class ComparisonCheck : public Check {
public:
  using Check::Check;
  void registerMatchers(clang::ast_matchers::MatchFinder &finder) override;
  void run(const clang::ast_matchers::MatchFinder::MatchResult &result) override;
  void onEndOfTranslationUnit() override;

protected:
  /// The result of an expression, or what a call writes through its argument of this number.
  struct Source {
    const clang::Expr *expression = nullptr;
    std::optional<unsigned> argument;
  };
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
  std::optional<int64_t> evaluate(const clang::Expr &expression, int64_t number);
  /// The expression as it is written, on one line; `otherwise` if it is a macro's.
  std::string textOf(const clang::Expr &expression,
                     llvm::StringRef otherwise = "this comparison") const;
  /// What is called: a function, or a variable or member that points to one. May be empty.
  static llvm::StringRef calleeName(const clang::CallExpr &call);
  clang::ASTContext &ast() const { return *context_; }

private:
  struct Write {
    const clang::Expr *value = nullptr; ///< null: something that is not known
    std::optional<unsigned> argument;   ///< `value` is a call that writes through its argument
  };
  using Frame = llvm::DenseMap<const clang::ValueDecl *, std::optional<int64_t>>;

  void addWrite(const clang::Expr &target, Write write);
  void addArguments(const clang::CallExpr &call);
  llvm::ArrayRef<const clang::Expr *> handedTo(const clang::ParmVarDecl &parameter) const;
  const clang::Expr *knownSide(const clang::BinaryOperator &comparison);
  std::optional<int64_t> valueOfParameter(const clang::ParmVarDecl &parameter);
  bool isIndependent(const clang::Expr &expression, unsigned level = 0);
  std::optional<int64_t> valueOf(const Write &write);
  std::optional<int64_t> valueOfVariable(const clang::VarDecl &variable);
  std::optional<int64_t> valueOfCall(const clang::CallExpr &call);
  std::optional<int64_t> valueOfOperator(const clang::BinaryOperator &operation);
  std::optional<int64_t> valueOfArgument(const clang::SubstNonTypeTemplateParmExpr &parameter);
  std::optional<int64_t> read(const clang::Expr *expression);
  /// Functions may call themselves, in many ways.
  bool isSpent() const { return steps > 4096; }

  clang::ASTContext *context_ = nullptr;
  std::vector<const clang::BinaryOperator *> comparisons; ///< outer ones before inner ones
  std::vector<const clang::SwitchStmt *> switches;
  llvm::DenseMap<const clang::VarDecl *, llvm::SmallVector<Write, 1>> writes;
  /// What the first calls in this translation unit hand to a parameter.
  llvm::DenseMap<const clang::ParmVarDecl *, llvm::SmallVector<const clang::Expr *, 1>> handed;
  /// Of those, the first ones with such a value.
  llvm::DenseMap<const clang::ParmVarDecl *, llvm::SmallVector<const clang::Expr *, 1>> passed;
  static constexpr unsigned mostHanded = 32, mostSources = 4;
  llvm::DenseSet<const clang::Expr *>
      knownTargets; ///< operands of & that a call's write is known of
  /// Of a specialization, as written: those with such values.
  llvm::DenseMap<std::pair<const clang::Decl *, unsigned>, const clang::Expr *> templateArguments;

  // Of one evaluation.
  int64_t number_ = 0;
  unsigned source = 0;      ///< which of a parameter's
  unsigned sourcesSeen = 0; ///< the most that a parameter had
  bool depends = false;
  unsigned depth = 0, steps = 0;
  Frame parameters;
};

} // namespace musaport

#endif // MUSAPORT_ANALYSIS_COMPARISON_CHECK_H
