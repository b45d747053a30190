//===- dataflow/lane_flow.cpp -----------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "dataflow/lane_flow.h"

#include "dataflow/warp_functions.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/MathExtras.h"

namespace musaport {
namespace {

using Kind = LaneValue::Kind;

constexpr unsigned deepestCall = 4;
constexpr unsigned longestCallee = 8; // statements

LaneValue constant(int64_t number, bool isHardware = false) {
  return {Kind::Constant, isHardware, number};
}

/// Without casts, which hardly ever change a number of a lane.
const clang::Expr &bare(const clang::Expr &expression) {
  const clang::Expr *inner = expression.IgnoreParenCasts();
  if (const auto *pseudo = llvm::dyn_cast<clang::PseudoObjectExpr>(inner))
    inner = pseudo->getSyntacticForm()->IgnoreParenCasts();
  if (const auto *opaque = llvm::dyn_cast<clang::OpaqueValueExpr>(inner);
      opaque && opaque->getSourceExpr())
    return bare(*opaque->getSourceExpr());
  if (const auto *fallback = llvm::dyn_cast<clang::CXXDefaultArgExpr>(inner))
    return bare(*fallback->getExpr());
  return *inner;
}

const clang::VarDecl *variableOf(const clang::Expr &expression) {
  const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(&bare(expression));
  return reference ? llvm::dyn_cast<clang::VarDecl>(reference->getDecl()) : nullptr;
}

LaneValue computed(clang::BinaryOperatorKind operation, const LaneValue &left,
                   const LaneValue &right) {
  const bool isHardware = left.isHardware || right.isHardware;
  const int64_t a = left.number;
  const int64_t b = right.number;
  switch (operation) {
  case clang::BO_Add:
    return constant(a + b, isHardware);
  case clang::BO_Sub:
    return constant(a - b, isHardware);
  case clang::BO_Mul:
    return constant(a * b, isHardware);
  case clang::BO_Div:
    return b == 0 ? LaneValue() : constant(a / b, isHardware);
  case clang::BO_Rem:
    return b == 0 ? LaneValue() : constant(a % b, isHardware);
  case clang::BO_And:
    return constant(a & b, isHardware);
  case clang::BO_Or:
    return constant(a | b, isHardware);
  case clang::BO_Xor:
    return constant(a ^ b, isHardware);
  case clang::BO_Shl:
    return b < 0 || b > 32 || a < 0 || a > UINT32_MAX ? LaneValue() : constant(a << b, isHardware);
  case clang::BO_Shr:
    return b < 0 || b > 62 ? LaneValue() : constant(a >> b, isHardware);
  default:
    return {};
  }
}

LaneValue remainder(const LaneValue &value, const LaneValue &divisor) {
  switch (value.kind) {
  case Kind::Thread:
    return {Kind::Lane, divisor.isHardware, divisor.number};
  case Kind::Lane:
  case Kind::Range:
    return divisor.number < value.number ? LaneValue{value.kind, divisor.isHardware, divisor.number}
                                         : value;
  case Kind::Mask:
  case Kind::MaskLane:
    return value;
  default:
    return {};
  }
}

LaneValue quotient(const LaneValue &value, const LaneValue &divisor) {
  const bool countsThreads = value.is(Kind::Thread) || value.is(Kind::Block);
  return countsThreads ? LaneValue{Kind::Warp, divisor.isHardware, divisor.number} : LaneValue();
}

bool isLiteral(const clang::Expr &expression, uint64_t number) {
  const auto *literal = llvm::dyn_cast<clang::IntegerLiteral>(&bare(expression));
  return literal && literal->getValue() == number;
}

} // namespace

char componentOf(const clang::Expr &expression, const char *name) {
  const clang::Expr &inner = bare(expression);
  const clang::Expr *base = nullptr;
  llvm::StringRef component;
  if (const auto *property = llvm::dyn_cast<clang::MSPropertyRefExpr>(&inner)) {
    base = property->getBaseExpr();
    component = property->getPropertyDecl()->getName();
  } else if (const auto *member = llvm::dyn_cast<clang::MemberExpr>(&inner)) {
    if (!member->getMemberDecl()->getIdentifier())
      return 0;
    base = member->getBase();
    component = member->getMemberDecl()->getName();
  }
  const clang::VarDecl *variable = base ? variableOf(*base) : nullptr;
  return variable && variable->isFileVarDecl() && variable->getName() == name &&
                 component.size() == 1
             ? component.front()
             : '\0';
}

/// Finds what a function's statements do to its variables.
class LaneFlow::Reader : public clang::RecursiveASTVisitor<LaneFlow::Reader> {
public:
  explicit Reader(LaneFlow &flow) : flow(flow) {}

  bool VisitBinaryOperator(clang::BinaryOperator *operation) {
    const clang::VarDecl *target = variableOf(*operation->getLHS());
    if (target && operation->isAssignmentOp())
      flow.variables[target].steps.push_back(stepOf(*operation, *target));
    return true;
  }

  bool VisitForStmt(clang::ForStmt *loop) {
    const auto *condition =
        loop->getCond() ? llvm::dyn_cast<clang::BinaryOperator>(&bare(*loop->getCond())) : nullptr;
    const clang::VarDecl *target = condition ? variableOf(*condition->getLHS()) : nullptr;
    if (target &&
        (condition->getOpcode() == clang::BO_LT || condition->getOpcode() == clang::BO_LE)) {
      Variable &variable = flow.variables[target];
      variable.bound = condition->getRHS();
      variable.reachesBound = condition->getOpcode() == clang::BO_LE;
    }
    return true;
  }

  bool VisitUnaryOperator(clang::UnaryOperator *operation) {
    const clang::VarDecl *target = variableOf(*operation->getSubExpr());
    if (target && operation->isIncrementOp())
      flow.variables[target].steps.push_back({Step::Kind::Increment, nullptr, {}});
    else if (target && (operation->isDecrementOp() || operation->getOpcode() == clang::UO_AddrOf))
      flow.variables[target].steps.emplace_back();
    return true;
  }

  bool VisitCallExpr(clang::CallExpr *call) {
    const WarpFunction *function = warpFunctionOf(*call);
    if (function && function->mask && *function->mask < call->getNumArgs())
      if (const clang::VarDecl *mask = variableOf(*call->getArg(*function->mask)))
        flow.variables[mask].isMask = true;
    const clang::FunctionDecl *callee = call->getDirectCallee();
    for (unsigned i = 0; callee && i < callee->getNumParams() && i < call->getNumArgs(); ++i) {
      const clang::QualType type = callee->getParamDecl(i)->getType();
      if (type->isLValueReferenceType() && !type.getNonReferenceType().isConstQualified())
        if (const clang::VarDecl *target = variableOf(*call->getArg(i)))
          flow.variables[target].steps.emplace_back();
    }
    return true;
  }

  bool VisitGCCAsmStmt(clang::GCCAsmStmt *statement) {
    for (unsigned i = 0; i < statement->getNumOutputs(); ++i)
      if (const clang::VarDecl *target = variableOf(*statement->getOutputExpr(i))) {
        Step step;
        const llvm::StringRef text = statement->getAsmString()->getString();
        if (statement->getNumOutputs() == 1 && text.contains("%laneid"))
          step = {Step::Kind::Known, nullptr, {Kind::Lane, true, flow.warpSize}};
        else if (statement->getNumOutputs() == 1 && text.contains("%lanemask_"))
          step = {Step::Kind::Known, nullptr, {Kind::Mask, false, 0}};
        flow.variables[target].steps.push_back(step);
      }
    return true;
  }

private:
  static Step stepOf(const clang::BinaryOperator &operation, const clang::VarDecl &target) {
    const clang::Expr &value = *operation.getRHS();
    if (operation.isCompoundAssignmentOp())
      return {
          scaling(clang::BinaryOperator::getOpForCompoundAssignment(operation.getOpcode()), value),
          nullptr,
          {}};
    const auto *computed = llvm::dyn_cast<clang::BinaryOperator>(&bare(value));
    if (computed && variableOf(*computed->getLHS()) == &target)
      return {scaling(computed->getOpcode(), *computed->getRHS()), nullptr, {}};
    return {Step::Kind::Set, &value, {}};
  }

  static Step::Kind scaling(clang::BinaryOperatorKind operation, const clang::Expr &by) {
    if ((operation == clang::BO_Shr && isLiteral(by, 1)) ||
        (operation == clang::BO_Div && isLiteral(by, 2)))
      return Step::Kind::Halve;
    if ((operation == clang::BO_Shl && isLiteral(by, 1)) ||
        (operation == clang::BO_Mul && isLiteral(by, 2)))
      return Step::Kind::Double;
    return operation == clang::BO_Add && isLiteral(by, 1) ? Step::Kind::Increment
                                                          : Step::Kind::Other;
  }

  LaneFlow &flow;
};

LaneFlow::LaneFlow(const clang::FunctionDecl &function, unsigned warpSize, LaneArguments arguments,
                   unsigned depth)
    : ast(function.getASTContext()), warpSize(warpSize), arguments(std::move(arguments)),
      depth(depth) {
  Reader reader(*this);
  reader.TraverseDecl(const_cast<clang::FunctionDecl *>(&function)); // visitors take no const
}

LaneArguments LaneFlow::argumentsOf(const clang::CallExpr &call) {
  LaneArguments values;
  const clang::FunctionDecl *callee = call.getDirectCallee();
  const clang::FunctionDecl *definition = callee ? callee->getDefinition() : nullptr;
  // The object comes before the arguments of an operator that is a member.
  const bool isMemberOperator = llvm::isa<clang::CXXOperatorCallExpr>(call) && definition &&
                                llvm::isa<clang::CXXMethodDecl>(definition);
  const unsigned first = isMemberOperator ? 1 : 0;
  for (unsigned i = 0;
       definition && i < definition->getNumParams() && i + first < call.getNumArgs(); ++i) {
    const LaneValue value = valueOf(*call.getArg(i + first));
    if (!value.is(Kind::Unknown))
      values[definition->getParamDecl(i)] = value;
  }
  return values;
}

LaneValue LaneFlow::valueOf(const clang::Expr &expression) {
  const clang::Expr &inner = bare(expression);
  if (inner.isInstantiationDependent())
    return {};
  if (const clang::VarDecl *declared = variableOf(inner))
    return variable(*declared);
  if (componentOf(inner, "threadIdx") == 'x')
    return {Kind::Thread, false, 0};
  if (componentOf(inner, "blockDim"))
    return {Kind::Block, false, 0};
  if (const auto *operation = llvm::dyn_cast<clang::BinaryOperator>(&inner))
    return binary(*operation);
  if (const auto *called = llvm::dyn_cast<clang::CallExpr>(&inner))
    return call(*called);
  if (const auto *operation = llvm::dyn_cast<clang::UnaryOperator>(&inner)) {
    const LaneValue value = valueOf(*operation->getSubExpr());
    if (operation->getOpcode() == clang::UO_Not && value.is(Kind::Mask))
      return value;
    if (operation->getOpcode() == clang::UO_Plus)
      return value;
  }
  if (const auto *choice = llvm::dyn_cast<clang::ConditionalOperator>(&inner)) {
    const LaneValue one = valueOf(*choice->getTrueExpr());
    return one == valueOf(*choice->getFalseExpr()) ? one : LaneValue();
  }
  if (const auto *member = llvm::dyn_cast<clang::MemberExpr>(&inner))
    if (const auto *declared = llvm::dyn_cast<clang::VarDecl>(member->getMemberDecl()))
      return variable(*declared);
  clang::Expr::EvalResult result;
  if (inner.getType()->isIntegralOrEnumerationType() && inner.EvaluateAsInt(result, ast))
    if (const std::optional<int64_t> number = result.Val.getInt().tryExtValue())
      return constant(*number);
  return {};
}

LaneValue LaneFlow::variable(const clang::VarDecl &declared) {
  if (declared.getName() == "warpSize" && declared.getDeclContext()->isTranslationUnit())
    return constant(warpSize, /*isHardware=*/true);
  auto [entry, isNew] = known.try_emplace(&declared); // unknown while it is found out
  if (!isNew)
    return entry->second;
  auto found = variables.find(&declared);
  const LaneValue value = stepped(declared, found == variables.end() ? Variable() : found->second);
  return known[&declared] = value;
}

LaneValue LaneFlow::stepped(const clang::VarDecl &declared, const Variable &variable) {
  llvm::ArrayRef<Step> steps = variable.steps;
  if (const auto *parameter = llvm::dyn_cast<clang::ParmVarDecl>(&declared)) {
    auto argument = arguments.find(parameter);
    if (!steps.empty())
      return {};
    if (argument != arguments.end())
      return argument->second;
    return variable.isMask ? LaneValue{Kind::Mask, false, 0} : LaneValue();
  }
  if (steps.size() == 1 && steps.front().kind == Step::Kind::Known)
    return steps.front().known;
  const bool isFixed = declared.isLocalVarDecl() || declared.getType().isConstQualified();
  const clang::Expr *begin = isFixed ? declared.getAnyInitializer() : nullptr;
  if (!begin && steps.empty())
    return {};
  std::optional<LaneValue> value;
  if (begin)
    value = valueOf(*begin);
  auto are = [&](Step::Kind kind) {
    return llvm::all_of(steps, [kind](const Step &step) { return step.kind == kind; });
  };
  if (!steps.empty() && value && value->is(Kind::Constant) && !are(Step::Kind::Set)) {
    if (are(Step::Kind::Halve))
      return {Kind::Distance, value->isHardware, 2 * value->number};
    LaneValue bound = variable.bound ? valueOf(*variable.bound) : LaneValue();
    if (!bound.is(Kind::Constant))
      return {};
    if (are(Step::Kind::Double))
      return {Kind::Distance, bound.isHardware, bound.number * (variable.reachesBound ? 2 : 1)};
    if (are(Step::Kind::Increment))
      return {Kind::Range, bound.isHardware, bound.number + (variable.reachesBound ? 1 : 0)};
    return {};
  }
  for (const Step &step : steps) {
    const LaneValue next = step.kind == Step::Kind::Set ? valueOf(*step.set) : LaneValue();
    if (value && !(*value == next))
      return {};
    value = next;
  }
  return *value;
}

LaneValue LaneFlow::binary(const clang::BinaryOperator &operation) {
  LaneValue left = valueOf(*operation.getLHS());
  LaneValue right = valueOf(*operation.getRHS());
  const clang::BinaryOperatorKind opcode = operation.getOpcode();
  if (left.is(Kind::Constant) && right.is(Kind::Constant))
    return computed(opcode, left, right);
  const bool isCommutative = opcode == clang::BO_Add || opcode == clang::BO_Mul ||
                             opcode == clang::BO_And || opcode == clang::BO_Or ||
                             opcode == clang::BO_Xor;
  if (isCommutative && left.kind < right.kind)
    std::swap(left, right); // the one that says more is at the left
  switch (opcode) {
  case clang::BO_Rem:
    return right.is(Kind::Constant) ? remainder(left, right) : LaneValue();
  case clang::BO_And:
    if (right.is(Kind::Constant) && right.number >= 0 && llvm::isPowerOf2_64(right.number + 1))
      return remainder(left, constant(right.number + 1, right.isHardware));
    return left.is(Kind::Lane) || left.is(Kind::Mask) ? left : LaneValue();
  case clang::BO_Div:
    return right.is(Kind::Constant) ? quotient(left, right) : LaneValue();
  case clang::BO_Shr:
    if (left.is(Kind::Mask))
      return left;
    return right.is(Kind::Constant) && right.number >= 0 && right.number < 32
               ? quotient(left, constant(int64_t(1) << right.number, right.isHardware))
               : LaneValue();
  case clang::BO_Shl:
    return left.is(Kind::Mask) || (left.is(Kind::Constant) && right.is(Kind::Lane))
               ? LaneValue{Kind::Mask, false, 0}
               : LaneValue();
  case clang::BO_Add:
    if (left.is(Kind::Block) && right.is(Kind::Thread))
      return right;
    if (left.is(Kind::Block) && (right.is(Kind::Constant) || right.is(Kind::Block)))
      return left;
    return left.is(Kind::Lane) || left.is(Kind::Mask) || left.is(Kind::MaskLane) ? left
                                                                                 : LaneValue();
  case clang::BO_Sub:
    if (left.is(Kind::Constant) && (right.is(Kind::MaskLane) || right.is(Kind::Lane)))
      return right; // 31 - __clz(mask)
    if (left.is(Kind::Constant) && left.isHardware)
      return {Kind::Lane, true, left.number}; // warpSize - n
    return left.is(Kind::Lane) || left.is(Kind::Mask) || left.is(Kind::MaskLane) ||
                   (left.is(Kind::Block) && right.is(Kind::Constant))
               ? left
               : LaneValue();
  case clang::BO_Or:
  case clang::BO_Xor:
    return left.is(Kind::Lane) || left.is(Kind::Mask) ? left : LaneValue();
  case clang::BO_Mul:
    return left.is(Kind::Block) || right.is(Kind::Block) ? LaneValue{Kind::Block, false, 0}
                                                         : LaneValue();
  default:
    return {};
  }
}

LaneValue LaneFlow::call(const clang::CallExpr &call) {
  const clang::FunctionDecl *callee = call.getDirectCallee();
  if (!callee)
    return {};
  if (const WarpFunction *function = warpFunctionOf(call)) {
    if (function->kind == WarpFunction::Kind::Mask)
      return {Kind::Mask, false, 0};
    if (function->kind == WarpFunction::Kind::Lane)
      return {Kind::Lane, true, warpSize};
    return {};
  }
  const Kind ofMask = llvm::StringSwitch<Kind>(callee->getIdentifier() ? callee->getName() : "")
                          .Case("__popc", Kind::MaskCount)
                          .Cases("__ffs", "__clz", Kind::MaskLane)
                          .Case("__brev", Kind::Mask)
                          .Default(Kind::Unknown);
  if (ofMask != Kind::Unknown)
    return call.getNumArgs() == 1 && valueOf(*call.getArg(0)).is(Kind::Mask)
               ? LaneValue{ofMask, false, 0}
               : LaneValue();
  const clang::FunctionDecl *definition = callee->getDefinition();
  const auto *body =
      definition ? llvm::dyn_cast_or_null<clang::CompoundStmt>(definition->getBody()) : nullptr;
  const auto *last =
      body && !body->body_empty() ? llvm::dyn_cast<clang::ReturnStmt>(body->body_back()) : nullptr;
  if (!last || !last->getRetValue() || body->size() > longestCallee || depth >= deepestCall ||
      !callee->getReturnType()->isIntegralOrEnumerationType())
    return {};
  for (const clang::Stmt *statement : body->body()) // one way through it
    if (statement != last && !llvm::isa<clang::DeclStmt, clang::Expr, clang::AsmStmt>(statement))
      return {};
  return LaneFlow(*definition, warpSize, argumentsOf(call), depth + 1)
      .valueOf(*last->getRetValue());
}

} // namespace musaport
