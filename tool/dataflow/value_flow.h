//===- dataflow/value_flow.h - evaluates expressions from given sources -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Evaluates an expression, given the values of certain other expressions, the sources. Follows
// values through constants, variables that are always assigned the same value, template arguments,
// calls of functions that only return an expression, and parameters.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_DATAFLOW_VALUE_FLOW_H
#define MUSAPORT_DATAFLOW_VALUE_FLOW_H

#include "clang/AST/Expr.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <utility>

namespace musaport {

/// The value flow of one translation unit. Results are complete only once all of the unit has been
/// seen.
class ValueFlow {
public:
  /// Where a value may come from: the result of `expression` or, if `argument` is set, what that
  /// call writes through its argument with this index.
  struct Source {
    const clang::Expr *expression = nullptr;
    std::optional<unsigned> argument;
  };
  /// The value of `source` when evaluating for `number`; nullopt if it does not count as one.
  using ValueOfSource = std::function<std::optional<int64_t>(const Source &source, int64_t number)>;

  explicit ValueFlow(ValueOfSource valueOfSource) : valueOfSource(std::move(valueOfSource)) {}

  /// Registers matchers for everything that values flow through. `callback` must pass the matches
  /// on to see().
  static void registerMatchers(clang::ast_matchers::MatchFinder &finder,
                               clang::ast_matchers::MatchFinder::MatchCallback &callback);
  void see(const clang::ast_matchers::MatchFinder::MatchResult &result);

  /// The value of `expression`; nullopt if it depends on anything unknown that is not a source.
  std::optional<int64_t> evaluate(const clang::Expr &expression, int64_t number);
  /// Whether the last evaluation used a source.
  bool depends() const { return depends_; }
  /// Callers may pass several sources to one parameter. Evaluations use the first source of each
  /// parameter, until nextSource() selects the next; it returns false when no parameter has more.
  void firstSource();
  bool nextSource() { return ++source < sourcesSeen; }
  /// Whether the expression cannot involve a source: it consists of constants, tables of constants,
  /// and parameters that never receive a source.
  bool isIndependent(const clang::Expr &expression) { return isIndependent(expression, 0); }

  clang::ASTContext &ast() const { return *context; }

private:
  struct Write {
    const clang::Expr *value = nullptr; ///< null: unknown
    std::optional<unsigned> argument;   ///< `value` is a call that writes through its argument
  };
  using Frame = llvm::DenseMap<const clang::ValueDecl *, std::optional<int64_t>>;

  void addWrite(const clang::Expr &target, Write write);
  void addArguments(const clang::CallExpr &call);
  llvm::ArrayRef<const clang::Expr *> handedTo(const clang::ParmVarDecl &parameter) const;
  bool isIndependent(const clang::Expr &expression, unsigned level);
  std::optional<int64_t> read(const clang::Expr *expression);
  std::optional<int64_t> valueOfWrite(const Write &write);
  std::optional<int64_t> valueOfParameter(const clang::ParmVarDecl &parameter);
  std::optional<int64_t> valueOfVariable(const clang::VarDecl &variable);
  std::optional<int64_t> valueOfCall(const clang::CallExpr &call);
  std::optional<int64_t> valueOfOperator(const clang::BinaryOperator &operation);
  std::optional<int64_t> valueOfArgument(const clang::SubstNonTypeTemplateParmExpr &parameter);
  /// Limits the work, since functions may be recursive.
  bool isSpent() const { return steps > 4096; }

  ValueOfSource valueOfSource;
  clang::ASTContext *context = nullptr;
  llvm::DenseMap<const clang::VarDecl *, llvm::SmallVector<Write, 1>> writes;
  /// Parameter -> the arguments that the first `mostHanded` calls in this translation unit pass.
  llvm::DenseMap<const clang::ParmVarDecl *, llvm::SmallVector<const clang::Expr *, 1>> handed;
  /// The same, but only arguments that involve a source, at most `mostSources` of them.
  llvm::DenseMap<const clang::ParmVarDecl *, llvm::SmallVector<const clang::Expr *, 1>> passed;
  static constexpr unsigned mostHanded = 32, mostSources = 4;
  llvm::DenseSet<const clang::Expr *>
      knownTargets; ///< operands of & through which a call is known to write
  /// The written template arguments of a specialization that involve a source.
  llvm::DenseMap<std::pair<const clang::Decl *, unsigned>, const clang::Expr *> templateArguments;

  unsigned source = 0;      ///< index among a parameter's sources
  unsigned sourcesSeen = 1; ///< the largest number of sources of a parameter

  // State of one evaluation.
  int64_t number_ = 0;
  bool depends_ = false;
  unsigned depth = 0, steps = 0;
  Frame parameters;
};

} // namespace musaport

#endif // MUSAPORT_DATAFLOW_VALUE_FLOW_H
