//===- dataflow/value_flow.cpp ---------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "dataflow/value_flow.h"

#include "dataflow/condition.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/TypeLoc.h"
#include "clang/ASTMatchers/ASTMatchers.h"
#include "llvm/ADT/ScopeExit.h"

using namespace clang::ast_matchers;

namespace musaport {
namespace {

clang::tok::TokenKind tokenOf(clang::BinaryOperatorKind kind) {
  switch (kind) {
  case clang::BO_Add:
    return clang::tok::plus;
  case clang::BO_Sub:
    return clang::tok::minus;
  case clang::BO_Mul:
    return clang::tok::star;
  case clang::BO_Div:
    return clang::tok::slash;
  case clang::BO_Rem:
    return clang::tok::percent;
  case clang::BO_Shl:
    return clang::tok::lessless;
  case clang::BO_Shr:
    return clang::tok::greatergreater;
  case clang::BO_And:
    return clang::tok::amp;
  case clang::BO_Or:
    return clang::tok::pipe;
  case clang::BO_Xor:
    return clang::tok::caret;
  case clang::BO_LT:
    return clang::tok::less;
  case clang::BO_LE:
    return clang::tok::lessequal;
  case clang::BO_GT:
    return clang::tok::greater;
  case clang::BO_GE:
    return clang::tok::greaterequal;
  case clang::BO_EQ:
    return clang::tok::equalequal;
  case clang::BO_NE:
    return clang::tok::exclaimequal;
  default:
    return clang::tok::unknown;
  }
}

/// Clang's own ignores of casts go through a template's argument, too.
const clang::Expr *withoutCasts(const clang::Expr *expression) {
  while (true) {
    if (const auto *parentheses = llvm::dyn_cast<clang::ParenExpr>(expression))
      expression = parentheses->getSubExpr();
    else if (const auto *cast = llvm::dyn_cast<clang::CastExpr>(expression))
      expression = cast->getSubExpr();
    else
      return expression;
  }
}

/// In the order of the parameters: an operator that is a member has its object before them.
llvm::ArrayRef<const clang::Expr *> argumentsOf(const clang::CallExpr &call,
                                                const clang::FunctionDecl &function) {
  const llvm::ArrayRef<const clang::Expr *> all(call.getArgs(), call.getNumArgs());
  const bool hasObject = llvm::isa<clang::CXXOperatorCallExpr>(call) &&
                         llvm::isa<clang::CXXMethodDecl>(function) && !all.empty();
  return hasObject ? all.drop_front() : all;
}

/// The only expression that a function returns, and it does little else.
const clang::Expr *returnedBy(const clang::FunctionDecl &function) {
  const auto *body = llvm::dyn_cast_or_null<clang::CompoundStmt>(function.getBody());
  if (body == nullptr || body->body_empty())
    return nullptr;
  const clang::Expr *returned = nullptr;
  for (const clang::Stmt *statement : body->body()) {
    if (const auto *last = llvm::dyn_cast<clang::ReturnStmt>(statement))
      returned = last->getRetValue();
    else if (!llvm::isa<clang::DeclStmt, clang::Expr>(statement))
      return nullptr; // a return may hide in it
  }
  return returned;
}

} // namespace

void ValueFlow::registerMatchers(MatchFinder &finder, MatchFinder::MatchCallback &callback) {
  const auto variable = declRefExpr(to(varDecl()));
  finder.addMatcher(binaryOperator(isAssignmentOperator(), hasLHS(variable)).bind("assignment"),
                    &callback);
  finder.addMatcher(
      unaryOperator(hasAnyOperatorName("&", "++", "--"), hasUnaryOperand(variable)).bind("change"),
      &callback);
  finder.addMatcher(callExpr(hasAnyArgument(ignoringParenImpCasts(
                                 unaryOperator(hasOperatorName("&"), hasUnaryOperand(variable)))))
                        .bind("call"),
                    &callback);
  finder.addMatcher(
      callExpr(callee(functionDecl(hasAnyParameter(hasType(isInteger()))))).bind("handing"),
      &callback);
  finder.addMatcher(declRefExpr(to(functionDecl())).bind("specialization"), &callback);
  finder.addMatcher(typeLoc().bind("type"), &callback);
}

void ValueFlow::see(const MatchFinder::MatchResult &result) {
  context = result.Context;
  const auto &nodes = result.Nodes;
  if (const auto *assignment = nodes.getNodeAs<clang::BinaryOperator>("assignment"))
    addWrite(*assignment->getLHS(),
             {assignment->getOpcode() == clang::BO_Assign ? assignment->getRHS() : nullptr, {}});
  if (const auto *call = nodes.getNodeAs<clang::CallExpr>("call"))
    for (unsigned i = 0; i < call->getNumArgs(); ++i)
      if (const auto *pointer =
              llvm::dyn_cast<clang::UnaryOperator>(call->getArg(i)->IgnoreParenCasts());
          pointer != nullptr && pointer->getOpcode() == clang::UO_AddrOf &&
          knownTargets.insert(pointer).second)
        addWrite(*pointer->getSubExpr(), {call, i});
  if (const auto *call = nodes.getNodeAs<clang::CallExpr>("handing"))
    addArguments(*call);
  // Behind the call that it is an argument of, which is seen first.
  if (const auto *change = nodes.getNodeAs<clang::UnaryOperator>("change");
      change != nullptr && knownTargets.insert(change).second)
    addWrite(*change->getSubExpr(), {});
  auto addTemplateArguments = [this](const clang::Decl *of,
                                     llvm::ArrayRef<clang::TemplateArgumentLoc> arguments) {
    for (unsigned i = 0; of != nullptr && i < arguments.size(); ++i)
      if (arguments[i].getArgument().getKind() == clang::TemplateArgument::Expression)
        // f<900> and f<__CUDA_ARCH__> may be the same function.
        if (const clang::Expr *argument = arguments[i].getSourceExpression();
            evaluate(*argument, 1) && depends_)
          templateArguments[{of->getCanonicalDecl(), i}] = argument;
  };
  if (const auto *reference = nodes.getNodeAs<clang::DeclRefExpr>("specialization"))
    addTemplateArguments(reference->getDecl(), reference->template_arguments());
  if (const auto *type = nodes.getNodeAs<clang::TypeLoc>("type"))
    if (auto specialization = type->getAs<clang::TemplateSpecializationTypeLoc>()) {
      llvm::SmallVector<clang::TemplateArgumentLoc, 4> arguments;
      for (unsigned i = 0; i < specialization.getNumArgs(); ++i)
        arguments.push_back(specialization.getArgLoc(i));
      addTemplateArguments(specialization.getType()->getAsCXXRecordDecl(), arguments);
    }
}

void ValueFlow::addWrite(const clang::Expr &target, Write write) {
  const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(target.IgnoreParenImpCasts());
  if (reference == nullptr)
    return;
  if (const auto *variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl()))
    writes[variable->getCanonicalDecl()].push_back(write);
}

void ValueFlow::addArguments(const clang::CallExpr &call) {
  const clang::FunctionDecl *function = call.getDirectCallee();
  const clang::FunctionDecl *definition = function != nullptr ? function->getDefinition() : nullptr;
  if (definition == nullptr || ast().getSourceManager().isInSystemHeader(definition->getLocation()))
    return;
  const llvm::ArrayRef<const clang::Expr *> given = argumentsOf(call, *definition);
  for (unsigned i = 0; i < definition->getNumParams() && i < given.size(); ++i)
    if (definition->getParamDecl(i)->getType()->isIntegralOrEnumerationType())
      if (auto &known = handed[definition->getParamDecl(i)]; known.size() < mostHanded)
        known.push_back(given[i]);
}

llvm::ArrayRef<const clang::Expr *> ValueFlow::handedTo(const clang::ParmVarDecl &parameter) const {
  auto found = handed.find(&parameter);
  return found != handed.end() ? llvm::ArrayRef(found->second)
                               : llvm::ArrayRef<const clang::Expr *>();
}

void ValueFlow::firstSource() {
  source = 0;
  sourcesSeen = 1;
}

bool ValueFlow::isIndependent(const clang::Expr &expression, unsigned level) {
  constexpr unsigned deepest = 16;
  auto isEach = [&](auto parts) {
    return llvm::all_of(parts, [&](const clang::Stmt *part) {
      const auto *one = llvm::dyn_cast_or_null<clang::Expr>(part);
      return one != nullptr && isIndependent(*one, level + 1);
    });
  };
  if (level > deepest || expression.isValueDependent() || valueOfSource({&expression, {}}, 1))
    return false;
  if (llvm::isa<clang::IntegerLiteral, clang::CXXBoolLiteralExpr, clang::CharacterLiteral,
                clang::StringLiteral, clang::ImplicitValueInitExpr>(expression))
    return true;
  if (const auto *member = llvm::dyn_cast<clang::MemberExpr>(&expression))
    return isIndependent(*member->getBase(), level + 1);
  if (const auto *element = llvm::dyn_cast<clang::ArraySubscriptExpr>(&expression))
    return isIndependent(*element->getBase(), level + 1); // whichever it is
  if (const auto *operation = llvm::dyn_cast<clang::UnaryOperator>(&expression))
    return operation->isArithmeticOp() && isIndependent(*operation->getSubExpr(), level + 1);
  if (llvm::isa<clang::InitListExpr, clang::BinaryOperator, clang::ParenExpr, clang::CastExpr>(
          expression))
    return isEach(expression.children());
  const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(&expression);
  if (reference == nullptr || llvm::isa<clang::EnumConstantDecl>(reference->getDecl()))
    return reference != nullptr;
  const auto *variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl());
  if (variable == nullptr || variable->getType()->isReferenceType() ||
      writes.contains(variable->getCanonicalDecl()))
    return false;
  if (const auto *parameter = llvm::dyn_cast<clang::ParmVarDecl>(variable))
    return parameter->getType()->isIntegralOrEnumerationType() &&
           handedTo(*parameter).size() < mostHanded && isEach(handedTo(*parameter));
  const clang::Expr *initializer = variable->getAnyInitializer();
  return initializer != nullptr && isIndependent(*initializer, level + 1);
}

std::optional<int64_t> ValueFlow::evaluate(const clang::Expr &expression, int64_t number) {
  number_ = number;
  depends_ = false;
  depth = steps = 0;
  parameters.clear();
  return read(&expression);
}

std::optional<int64_t> ValueFlow::read(const clang::Expr *expression) {
  constexpr unsigned deepest = 64;
  ++steps;
  if (expression == nullptr || depth > deepest || isSpent() || expression->isValueDependent())
    return std::nullopt;
  ++depth;
  const auto leave = llvm::make_scope_exit([this] { --depth; });
  expression = withoutCasts(expression);
  if (std::optional<int64_t> value = valueOfSource({expression, {}}, number_)) {
    depends_ = true;
    return value;
  }
  if (const auto *full = llvm::dyn_cast<clang::FullExpr>(expression))
    return read(full->getSubExpr());
  if (const auto *temporary = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(expression))
    return read(temporary->getSubExpr());
  if (const auto *parameter = llvm::dyn_cast<clang::SubstNonTypeTemplateParmExpr>(expression))
    return valueOfArgument(*parameter);
  if (const auto *operation = llvm::dyn_cast<clang::BinaryOperator>(expression))
    return valueOfOperator(*operation);
  if (const auto *operation = llvm::dyn_cast<clang::UnaryOperator>(expression)) {
    std::optional<int64_t> value = read(operation->getSubExpr());
    if (value && operation->getOpcode() == clang::UO_LNot)
      return *value == 0;
    if (value && operation->getOpcode() == clang::UO_Minus)
      return -*value;
    return operation->getOpcode() == clang::UO_Plus ? value : std::nullopt;
  }
  if (const auto *condition = llvm::dyn_cast<clang::ConditionalOperator>(expression)) {
    std::optional<int64_t> value = read(condition->getCond());
    return value ? read(*value != 0 ? condition->getTrueExpr() : condition->getFalseExpr())
                 : std::nullopt;
  }
  if (const auto *call = llvm::dyn_cast<clang::CallExpr>(expression))
    return valueOfCall(*call);
  const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(expression);
  const clang::ValueDecl *declaration = nullptr;
  if (reference != nullptr)
    declaration = reference->getDecl();
  else if (const auto *member = llvm::dyn_cast<clang::MemberExpr>(expression))
    declaration = member->getMemberDecl(); // static, or it has no value
  if (const auto *constant = llvm::dyn_cast_or_null<clang::EnumConstantDecl>(declaration))
    return constant->getInitExpr() != nullptr ? read(constant->getInitExpr())
                                              : constant->getInitVal().tryExtValue();
  if (const auto *variable = llvm::dyn_cast_or_null<clang::VarDecl>(declaration))
    return valueOfVariable(*variable);
  clang::Expr::EvalResult result;
  if (llvm::isa<clang::IntegerLiteral, clang::CXXBoolLiteralExpr, clang::CharacterLiteral,
                clang::UnaryExprOrTypeTraitExpr>(expression) &&
      expression->EvaluateAsInt(result, ast()))
    return result.Val.getInt().tryExtValue();
  return std::nullopt;
}

std::optional<int64_t>
ValueFlow::valueOfArgument(const clang::SubstNonTypeTemplateParmExpr &parameter) {
  auto written = templateArguments.find(
      {parameter.getAssociatedDecl()->getCanonicalDecl(), parameter.getIndex()});
  if (written != templateArguments.end())
    return read(written->second);
  return read(parameter.getReplacement());
}

std::optional<int64_t> ValueFlow::valueOfOperator(const clang::BinaryOperator &operation) {
  std::optional<int64_t> left = read(operation.getLHS());
  std::optional<int64_t> right = read(operation.getRHS());
  // One side may decide alone, but what it decides has to hold for all values.
  if (!left || !right)
    return std::nullopt;
  if (operation.getOpcode() == clang::BO_LAnd)
    return *left != 0 && *right != 0;
  if (operation.getOpcode() == clang::BO_LOr)
    return *left != 0 || *right != 0;
  return applyOperator(tokenOf(operation.getOpcode()), *left, *right);
}

std::optional<int64_t> ValueFlow::valueOfVariable(const clang::VarDecl &variable) {
  if (auto bound = parameters.find(&variable); bound != parameters.end())
    return bound->second;
  auto written = writes.find(variable.getCanonicalDecl());
  if (const auto *parameter = llvm::dyn_cast<clang::ParmVarDecl>(&variable);
      parameter != nullptr && written == writes.end())
    return valueOfParameter(*parameter);
  const clang::Expr *initializer = variable.getAnyInitializer();
  if (written == writes.end() && variable.getType()->isReferenceType())
    return std::nullopt; // it may be to what is written
  if (written == writes.end())
    return initializer != nullptr && (variable.isConstexpr() || variable.isLocalVarDecl() ||
                                      variable.getType().isConstQualified())
               ? read(initializer)
               : std::nullopt;
  // Who calls has written it, too; that a call writes it says what it is for.
  if ((llvm::isa<clang::ParmVarDecl>(variable) || variable.getType()->isReferenceType()) &&
      !llvm::all_of(written->second, [](const Write &write) { return write.argument.has_value(); }))
    return std::nullopt;
  // `int major = 0;`, and then the same wherever it is written.
  const bool isPlaceholder =
      initializer == nullptr ||
      llvm::isa<clang::IntegerLiteral, clang::UnaryOperator>(initializer->IgnoreParenImpCasts());
  if (!isPlaceholder)
    return std::nullopt;
  std::optional<int64_t> value;
  for (const Write &write : written->second) {
    const std::optional<int64_t> one = valueOfWrite(write);
    if (!one || (value && *one != *value))
      return std::nullopt;
    value = one;
  }
  return value;
}

std::optional<int64_t> ValueFlow::valueOfWrite(const Write &write) {
  if (!write.argument)
    return read(write.value);
  std::optional<int64_t> value = valueOfSource({write.value, write.argument}, number_);
  depends_ |= value.has_value();
  return value;
}

std::optional<int64_t> ValueFlow::valueOfParameter(const clang::ParmVarDecl &parameter) {
  const bool before = depends_;
  Frame frame;
  std::swap(frame, parameters);
  const auto leave = llvm::make_scope_exit([&] {
    std::swap(frame, parameters);
    depends_ |= before;
  });
  // Found once: functions that call themselves, and chains of them, have many ways to their
  // callers.
  const bool wasFresh = steps < 16;
  const auto [known, isNew] = passed.try_emplace(&parameter);
  if (isNew) {
    llvm::SmallVector<const clang::Expr *, 1> found;
    for (const clang::Expr *argument : handedTo(parameter)) {
      depends_ = false;
      if (read(argument) && depends_ && found.size() < mostSources)
        found.push_back(argument);
    }
    if (isSpent() && !wasFresh) { // another evaluation may come further
      passed.erase(&parameter);
      return std::nullopt;
    }
    passed[&parameter] = std::move(found);
  }
  const auto found = passed.lookup(&parameter);
  depends_ = false;
  if (found.empty())
    return std::nullopt;
  sourcesSeen = std::max<unsigned>(sourcesSeen, found.size());
  return read(found[std::min<size_t>(source, found.size() - 1)]);
}

std::optional<int64_t> ValueFlow::valueOfCall(const clang::CallExpr &call) {
  const clang::FunctionDecl *function = call.getDirectCallee();
  if (function == nullptr || !function->hasBody(function))
    return std::nullopt;
  const clang::Expr *returned = returnedBy(*function);
  if (returned == nullptr)
    return std::nullopt;
  Frame frame;
  const llvm::ArrayRef<const clang::Expr *> given = argumentsOf(call, *function);
  for (unsigned i = 0; i < function->getNumParams() && i < given.size(); ++i)
    frame[function->getParamDecl(i)] =
        given[i]->getType()->isIntegralOrEnumerationType() ? read(given[i]) : std::nullopt;
  std::swap(frame, parameters);
  std::optional<int64_t> value = read(returned);
  std::swap(frame, parameters);
  return value;
}

} // namespace musaport
