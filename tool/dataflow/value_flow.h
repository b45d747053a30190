//===- dataflow/value_flow.h - which number an expression has ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Says which number an expression has if certain others, the sources, have a given one. Values are
// followed through constants, variables that are always written the same, template arguments, calls
// of functions that only return something, and into the functions that they are handed to.
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

/// Of one translation unit. It has to see all of it before it knows all.
class ValueFlow {
public:
  /// The result of an expression, or what a call writes through its argument of this number.
  struct Source {
    const clang::Expr *expression = nullptr;
    std::optional<unsigned> argument;
  };
  /// The value of a source where the evaluation is for `number`; nullopt if it is none.
  using ValueOfSource = std::function<std::optional<int64_t>(const Source &source, int64_t number)>;

  explicit ValueFlow(ValueOfSource valueOfSource) : valueOfSource(std::move(valueOfSource)) {}

  /// Shows `callback` what values flow through, which has to be handed on to see().
  static void registerMatchers(clang::ast_matchers::MatchFinder &finder,
                               clang::ast_matchers::MatchFinder::MatchCallback &callback);
  void see(const clang::ast_matchers::MatchFinder::MatchResult &result);

  /// nullopt if it depends on something that is neither a source nor known.
  std::optional<int64_t> evaluate(const clang::Expr &expression, int64_t number);
  /// Whether a source had a part in the last evaluation.
  bool depends() const { return depends_; }
  /// Callers may hand several sources to one parameter. Evaluations are for the first of each,
  /// until nextSource(), which is false if no parameter has more.
  void firstSource();
  bool nextSource() { return ++source < sourcesSeen; }
  /// Whether no source can be in the expression, which is made of constants, of tables of
  /// constants, and of parameters that nobody hands a source to.
  bool isIndependent(const clang::Expr &expression) { return isIndependent(expression, 0); }

  clang::ASTContext &ast() const { return *context; }

private:
  struct Write {
    const clang::Expr *value = nullptr; ///< null: something that is not known
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
  /// Functions may call themselves, in many ways.
  bool isSpent() const { return steps > 4096; }

  ValueOfSource valueOfSource;
  clang::ASTContext *context = nullptr;
  llvm::DenseMap<const clang::VarDecl *, llvm::SmallVector<Write, 1>> writes;
  /// What the first calls in this translation unit hand to a parameter.
  llvm::DenseMap<const clang::ParmVarDecl *, llvm::SmallVector<const clang::Expr *, 1>> handed;
  /// Of those, the first ones with a source.
  llvm::DenseMap<const clang::ParmVarDecl *, llvm::SmallVector<const clang::Expr *, 1>> passed;
  static constexpr unsigned mostHanded = 32, mostSources = 4;
  llvm::DenseSet<const clang::Expr *>
      knownTargets; ///< operands of & that a call's write is known of
  /// Of a specialization, as written: those with a source.
  llvm::DenseMap<std::pair<const clang::Decl *, unsigned>, const clang::Expr *> templateArguments;

  unsigned source = 0;      ///< which of a parameter's
  unsigned sourcesSeen = 1; ///< the most that a parameter had

  // Of one evaluation.
  int64_t number_ = 0;
  bool depends_ = false;
  unsigned depth = 0, steps = 0;
  Frame parameters;
};

} // namespace musaport

#endif // MUSAPORT_DATAFLOW_VALUE_FLOW_H
