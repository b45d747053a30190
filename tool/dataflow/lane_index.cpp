//===- dataflow/lane_index.cpp ---------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "dataflow/lane_index.h"

#include "dataflow/lane_flow.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/FoldingSet.h"
#include "llvm/Support/MathExtras.h"

namespace musaport {
namespace {

void add(LaneIndex &sum, const std::vector<std::string> &product, int64_t times) {
  if ((sum[product] += times) == 0)
    sum.erase(product);
}

LaneIndex constant(int64_t number) { return number == 0 ? LaneIndex() : LaneIndex{{{}, number}}; }

LaneIndex operator*(const LaneIndex &left, const LaneIndex &right) {
  LaneIndex result;
  for (const auto &[leftFactors, leftTimes] : left)
    for (const auto &[rightFactors, rightTimes] : right) {
      std::vector<std::string> factors = leftFactors;
      factors.insert(factors.end(), rightFactors.begin(), rightFactors.end());
      llvm::sort(factors);
      add(result, factors, leftTimes * rightTimes);
    }
  return result;
}

/// Whether it is half or twice the variable.
bool isScaled(const clang::Expr &expression, const clang::VarDecl &variable) {
  const auto *operation = llvm::dyn_cast<clang::BinaryOperator>(&withoutCasts(expression));
  return operation && (operation->isMultiplicativeOp() || operation->isShiftOp()) &&
         readVariable(*operation->getLHS()) == &variable;
}

} // namespace

const clang::Expr &withoutCasts(const clang::Expr &expression) {
  const clang::Expr *inner = &expression;
  for (const clang::Expr *before = nullptr; before != inner;) {
    before = inner;
    inner = inner->IgnoreParenCasts();
    if (const auto *property = llvm::dyn_cast<clang::PseudoObjectExpr>(inner))
      inner = property->getSyntacticForm();
    else if (const auto *parameter = llvm::dyn_cast<clang::SubstNonTypeTemplateParmExpr>(inner))
      inner = parameter->getReplacement();
    else if (const auto *full = llvm::dyn_cast<clang::FullExpr>(inner))
      inner = full->getSubExpr();
  }
  return *inner;
}

std::optional<int64_t> numberOf(const LaneIndex &index) {
  if (index.empty())
    return 0;
  return index.size() == 1 && index.begin()->first.empty() ? std::optional(index.begin()->second)
                                                           : std::nullopt;
}

std::string nameOf(const LaneIndex &index) {
  std::string name;
  for (const auto &[factors, times] : index) {
    name += "+" + std::to_string(times);
    for (const std::string &factor : factors)
      name += "*" + factor;
  }
  return "(" + name + ")";
}

LaneIndex operator-(const LaneIndex &left, const LaneIndex &right) {
  LaneIndex result = left;
  for (const auto &[factors, times] : right)
    add(result, factors, -times);
  return result;
}

const clang::VarDecl *readVariable(const clang::Expr &expression) {
  const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(&withoutCasts(expression));
  return reference ? llvm::dyn_cast<clang::VarDecl>(reference->getDecl()) : nullptr;
}

/// Finds what a function's statements do to its variables.
class LaneIndices::Reader : public clang::RecursiveASTVisitor<LaneIndices::Reader> {
public:
  explicit Reader(LaneIndices &indices) : indices(indices) {}

  bool VisitVarDecl(clang::VarDecl *declared) {
    if (declared->hasInit() && !llvm::isa<clang::ParmVarDecl>(declared))
      indices.variables[declared].set.push_back(declared->getInit());
    if (const clang::Expr *init = declared->getInit())
      if (declared->getType()->isReferenceType())
        spoil(*init);
    return true;
  }

  bool VisitBinaryOperator(clang::BinaryOperator *operation) {
    const clang::VarDecl *target =
        operation->isAssignmentOp() ? readVariable(*operation->getLHS()) : nullptr;
    if (!target)
      return true;
    Variable &variable = indices.variables[target];
    const clang::BinaryOperatorKind kind = operation->getOpcode();
    const bool scales = kind == clang::BO_MulAssign || kind == clang::BO_DivAssign ||
                        kind == clang::BO_ShlAssign || kind == clang::BO_ShrAssign;
    if (scales || (kind == clang::BO_Assign && isScaled(*operation->getRHS(), *target)))
      variable.isScaled = true;
    else if (kind == clang::BO_Assign)
      variable.set.push_back(operation->getRHS());
    else if (kind == clang::BO_AddAssign || kind == clang::BO_SubAssign)
      variable.added.push_back(operation->getRHS());
    else
      variable.isOther = true;
    return true;
  }

  bool VisitUnaryOperator(clang::UnaryOperator *operation) {
    const clang::VarDecl *target = readVariable(*operation->getSubExpr());
    if (target && operation->isIncrementDecrementOp())
      indices.variables[target].added.push_back(nullptr);
    else if (target && operation->getOpcode() == clang::UO_AddrOf)
      indices.variables[target].isOther = true;
    return true;
  }

  bool VisitCallExpr(clang::CallExpr *call) {
    const clang::FunctionDecl *callee = call->getDirectCallee();
    for (unsigned i = 0; callee && i < call->getNumArgs() && i < callee->getNumParams(); ++i)
      if (const clang::QualType type = callee->getParamDecl(i)->getType();
          type->isLValueReferenceType() && !type->getPointeeType().isConstQualified())
        spoil(*call->getArg(i));
    return true;
  }

private:
  void spoil(const clang::Expr &expression) {
    if (const clang::VarDecl *target = readVariable(expression))
      indices.variables[target].isOther = true;
  }

  LaneIndices &indices;
};

LaneIndices::LaneIndices(const clang::FunctionDecl &function,
                         const llvm::DenseSet<const clang::ParmVarDecl *> &lanes)
    : ast(function.getASTContext()), lanes(lanes),
      isKernel(function.hasAttr<clang::CUDAGlobalAttr>()) {
  Reader(*this).TraverseStmt(function.getBody());
}

LaneIndex LaneIndices::factor(std::string name, LaneFactor kind) {
  kinds[name] = kind;
  return {{{std::move(name)}, 1}};
}

LaneIndex LaneIndices::unknown(const clang::Expr &expression) {
  llvm::FoldingSetNodeID id;
  expression.Profile(id, ast, true);
  return factor("?" + std::to_string(id.ComputeHash()), LaneFactor::Unknown);
}

const clang::Expr *LaneIndices::onlyValue(const clang::VarDecl &declared) const {
  const auto found = variables.find(&declared);
  if (found == variables.end() || llvm::isa<clang::ParmVarDecl>(declared))
    return nullptr;
  const Variable &variable = found->second;
  const bool isOnly =
      variable.set.size() == 1 && variable.added.empty() && !variable.isScaled && !variable.isOther;
  return isOnly ? variable.set.front() : nullptr;
}

/// A loop starts it somewhere, and changes it by the same in all lanes.
LaneFactor LaneIndices::kindOf(const clang::VarDecl &declared, const Variable &variable) {
  const auto *parameter = llvm::dyn_cast<clang::ParmVarDecl>(&declared);
  if (variable.isOther || (parameter && !isKernel) || (!parameter && variable.set.empty()))
    return LaneFactor::Unknown;
  for (const clang::Expr *step : variable.added)
    if (step && !isUniform(of(*step)))
      return LaneFactor::Unknown;
  bool isLane = false;
  for (const clang::Expr *start : variable.set) {
    const LaneIndex index = of(*start);
    isLane = isLane || laneCoefficient(index) == 1;
    if (!isUniform(index) && (laneCoefficient(index) != 1 || variable.set.size() > 1))
      return LaneFactor::Unknown;
  }
  if (isLane)
    return variable.isScaled ? LaneFactor::Unknown : LaneFactor::Lane;
  if (variable.isScaled)
    return variable.added.empty() ? LaneFactor::Distance : LaneFactor::Counter;
  return LaneFactor::Counter;
}

LaneIndex LaneIndices::variable(const clang::VarDecl &declared) {
  if (const auto *parameter = llvm::dyn_cast<clang::ParmVarDecl>(&declared);
      parameter && !variables.contains(parameter)) {
    const LaneFactor kind = lanes.contains(parameter) ? LaneFactor::Lane
                            : isKernel                ? LaneFactor::Uniform
                                                      : LaneFactor::Unknown;
    return factor(declared.getNameAsString(), kind);
  }
  const std::string name =
      declared.getNameAsString() + "@" + std::to_string(declared.getLocation().getRawEncoding());
  if (declared.getName() == "warpSize" && declared.isFileVarDecl())
    return factor(name, LaneFactor::Uniform);
  const auto found = variables.find(&declared);
  if (found == variables.end() || !open.insert(&declared).second)
    return factor(name, LaneFactor::Unknown);
  LaneIndex result;
  if (const clang::Expr *value = onlyValue(declared))
    result = of(*value);
  else
    result = factor(name, kindOf(declared, Variable(found->second)));
  open.erase(&declared);
  return result;
}

LaneIndex LaneIndices::binary(const clang::BinaryOperator &operation) {
  const LaneIndex left = of(*operation.getLHS()), right = of(*operation.getRHS());
  const std::optional<int64_t> number = numberOf(right);
  switch (operation.getOpcode()) {
  case clang::BO_Add:
    return left - (right * constant(-1));
  case clang::BO_Sub:
    return left - right;
  case clang::BO_Mul:
    return left * right;
  case clang::BO_Shl:
    if (number && *number >= 0 && *number < 32)
      return left * constant(int64_t{1} << *number);
    break;
  default:
    break;
  }
  const clang::BinaryOperatorKind kind = operation.getOpcode();
  LaneFactor result =
      isUniform(left) && isUniform(right) ? LaneFactor::Uniform : LaneFactor::Unknown;
  if (laneCoefficient(left) == 1 && isUniform(right)) {
    if (kind == clang::BO_Rem || (kind == clang::BO_And && number && llvm::isMask_64(*number)))
      result = LaneFactor::Lane;
    else if (kind == clang::BO_Div || kind == clang::BO_Shr)
      result = LaneFactor::Group;
  }
  return factor(nameOf(left) + operation.getOpcodeStr().str() + nameOf(right), result);
}

LaneIndex LaneIndices::of(const clang::Expr &expression) {
  const clang::Expr &inner = withoutCasts(expression);
  clang::Expr::EvalResult result;
  if (!inner.isValueDependent() && inner.getType()->isIntegralOrEnumerationType() &&
      inner.EvaluateAsInt(result, ast))
    if (const std::optional<int64_t> number = result.Val.getInt().tryExtValue())
      return constant(*number);
  if (const char component = componentOf(inner, "threadIdx"))
    return factor(std::string("threadIdx.") + component, LaneFactor::Lane);
  for (const char *name : {"blockDim", "blockIdx", "gridDim"})
    if (const char component = componentOf(inner, name))
      return factor(std::string(name) + "." + component, LaneFactor::Uniform);
  if (const auto *operation = llvm::dyn_cast<clang::BinaryOperator>(&inner);
      operation && !operation->isAssignmentOp() && !operation->isCommaOp())
    return binary(*operation);
  if (const auto *operation = llvm::dyn_cast<clang::UnaryOperator>(&inner))
    if (operation->getOpcode() == clang::UO_Minus)
      return LaneIndex() - of(*operation->getSubExpr());
  if (const clang::VarDecl *declared = readVariable(inner);
      declared && declared->getType()->isIntegralOrEnumerationType())
    return variable(*declared);
  return unknown(inner);
}

bool LaneIndices::has(const LaneIndex &index, LaneFactor kind) const {
  return llvm::any_of(index, [&](const auto &product) {
    return llvm::any_of(product.first, [&](const auto &factor) { return kindOf(factor) == kind; });
  });
}

bool LaneIndices::isUniform(const LaneIndex &index) const {
  return !has(index, LaneFactor::Unknown) && !has(index, LaneFactor::Lane) &&
         !has(index, LaneFactor::Group);
}

std::optional<int64_t> LaneIndices::laneCoefficient(const LaneIndex &index) const {
  std::optional<int64_t> result;
  for (const auto &[factors, times] : index)
    if (factors.size() == 1 && kindOf(factors.front()) == LaneFactor::Lane) {
      if (result && std::abs(*result) <= std::abs(times))
        continue;
      result = times;
    }
  return result;
}

} // namespace musaport
