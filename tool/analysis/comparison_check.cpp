//===- analysis/comparison_check.cpp ----------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "analysis/comparison_check.h"

#include "dataflow/condition.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/TypeLoc.h"
#include "clang/ASTMatchers/ASTMatchers.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/ScopeExit.h"

using namespace clang::ast_matchers;
using llvm::StringRef;

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

void ComparisonCheck::registerMatchers(MatchFinder &finder) {
  const auto variable = declRefExpr(to(varDecl()));
  finder.addMatcher(binaryOperator(anyOf(isComparisonOperator(), hasAnyOperatorName("&&", "||")))
                        .bind("comparison"),
                    this);
  finder.addMatcher(switchStmt().bind("switch"), this);
  finder.addMatcher(binaryOperator(isAssignmentOperator(), hasLHS(variable)).bind("assignment"),
                    this);
  finder.addMatcher(
      unaryOperator(hasAnyOperatorName("&", "++", "--"), hasUnaryOperand(variable)).bind("change"),
      this);
  finder.addMatcher(callExpr(hasAnyArgument(ignoringParenImpCasts(
                                 unaryOperator(hasOperatorName("&"), hasUnaryOperand(variable)))))
                        .bind("call"),
                    this);
  finder.addMatcher(
      callExpr(callee(functionDecl(hasAnyParameter(hasType(isInteger()))))).bind("handing"), this);
  finder.addMatcher(declRefExpr(to(functionDecl())).bind("specialization"), this);
  finder.addMatcher(typeLoc().bind("type"), this);
}

void ComparisonCheck::run(const MatchFinder::MatchResult &result) {
  context_ = result.Context;
  const auto &nodes = result.Nodes;
  if (const auto *comparison = nodes.getNodeAs<clang::BinaryOperator>("comparison"))
    comparisons.push_back(comparison);
  if (const auto *statement = nodes.getNodeAs<clang::SwitchStmt>("switch"))
    switches.push_back(statement);
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
            evaluate(*argument, 1) && depends)
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

void ComparisonCheck::addWrite(const clang::Expr &target, Write write) {
  const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(target.IgnoreParenImpCasts());
  if (reference == nullptr)
    return;
  if (const auto *variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl()))
    writes[variable->getCanonicalDecl()].push_back(write);
}

void ComparisonCheck::addArguments(const clang::CallExpr &call) {
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

llvm::ArrayRef<const clang::Expr *>
ComparisonCheck::handedTo(const clang::ParmVarDecl &parameter) const {
  auto found = handed.find(&parameter);
  return found != handed.end() ? llvm::ArrayRef(found->second)
                               : llvm::ArrayRef<const clang::Expr *>();
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
    source = 0;
    sourcesSeen = 1;
    const bool isKnown = evaluate(*comparison, 1).has_value();
    if (!depends)
      continue;
    if (!isKnown) {
      for (; source < sourcesSeen && !open.contains(condition); ++source)
        if (const clang::Expr *known = knownSide(*comparison);
            known != nullptr && decideOpen(*comparison, *known))
          open.insert(condition);
      continue;
    }
    for (; source < sourcesSeen; ++source)
      decide(*comparison);
    covered.insert(comparison);
    for (const clang::Expr *side : {comparison->getLHS(), comparison->getRHS()})
      covered.insert(withoutNot(side));
  }
  for (const clang::SwitchStmt *statement : switches) {
    source = 0;
    sourcesSeen = 1;
    // A comparison in it has been decided.
    if (!containsAny(*statement->getCond(), covered) && evaluate(*statement->getCond(), 1) &&
        depends)
      for (; source < sourcesSeen; ++source)
        decideSwitch(*statement);
  }
}

const clang::Expr *ComparisonCheck::knownSide(const clang::BinaryOperator &comparison) {
  if (!comparison.isComparisonOp())
    return nullptr;
  for (auto [known, other] : {std::pair(comparison.getLHS(), comparison.getRHS()),
                              std::pair(comparison.getRHS(), comparison.getLHS())}) {
    if (!evaluate(*known, 1) || !depends)
      continue;
    return isIndependent(*other) ? known : nullptr;
  }
  return nullptr;
}

/// Whether no such value can be in the expression, which is made of constants, of tables of
/// constants, and of parameters that nobody hands such a value to.
bool ComparisonCheck::isIndependent(const clang::Expr &expression, unsigned level) {
  constexpr unsigned deepest = 16;
  auto isEach = [&](auto parts) {
    return llvm::all_of(parts, [&](const clang::Stmt *part) {
      const auto *one = llvm::dyn_cast_or_null<clang::Expr>(part);
      return one != nullptr && isIndependent(*one, level + 1);
    });
  };
  if (level > deepest || expression.isValueDependent() || valueOf({&expression, {}}, 1))
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

std::optional<int64_t> ComparisonCheck::evaluate(const clang::Expr &expression, int64_t number) {
  number_ = number;
  depends = false;
  depth = steps = 0;
  parameters.clear();
  return read(&expression);
}

std::optional<int64_t> ComparisonCheck::read(const clang::Expr *expression) {
  constexpr unsigned deepest = 64;
  ++steps;
  if (expression == nullptr || depth > deepest || isSpent() || expression->isValueDependent())
    return std::nullopt;
  ++depth;
  const auto leave = llvm::make_scope_exit([this] { --depth; });
  expression = withoutCasts(expression);
  if (std::optional<int64_t> value = valueOf({expression, {}}, number_)) {
    depends = true;
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
ComparisonCheck::valueOfArgument(const clang::SubstNonTypeTemplateParmExpr &parameter) {
  auto written = templateArguments.find(
      {parameter.getAssociatedDecl()->getCanonicalDecl(), parameter.getIndex()});
  if (written != templateArguments.end())
    return read(written->second);
  return read(parameter.getReplacement());
}

std::optional<int64_t> ComparisonCheck::valueOfOperator(const clang::BinaryOperator &operation) {
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

std::optional<int64_t> ComparisonCheck::valueOfVariable(const clang::VarDecl &variable) {
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
    const std::optional<int64_t> one = valueOf(write);
    if (!one || (value && *one != *value))
      return std::nullopt;
    value = one;
  }
  return value;
}

std::optional<int64_t> ComparisonCheck::valueOf(const Write &write) {
  if (!write.argument)
    return read(write.value);
  std::optional<int64_t> value = valueOf({write.value, write.argument}, number_);
  depends |= value.has_value();
  return value;
}

std::optional<int64_t> ComparisonCheck::valueOfParameter(const clang::ParmVarDecl &parameter) {
  const bool before = depends;
  Frame frame;
  std::swap(frame, parameters);
  const auto leave = llvm::make_scope_exit([&] {
    std::swap(frame, parameters);
    depends |= before;
  });
  // Found once: functions that call themselves, and chains of them, have many ways to their
  // callers.
  const bool wasFresh = steps < 16;
  const auto [known, isNew] = passed.try_emplace(&parameter);
  if (isNew) {
    llvm::SmallVector<const clang::Expr *, 1> found;
    for (const clang::Expr *argument : handedTo(parameter)) {
      depends = false;
      if (read(argument) && depends && found.size() < mostSources)
        found.push_back(argument);
    }
    if (isSpent() && !wasFresh) { // another evaluation may come further
      passed.erase(&parameter);
      return std::nullopt;
    }
    passed[&parameter] = std::move(found);
  }
  const auto found = passed.lookup(&parameter);
  depends = false;
  if (found.empty())
    return std::nullopt;
  sourcesSeen = std::max<unsigned>(sourcesSeen, found.size());
  return read(found[std::min<size_t>(source, found.size() - 1)]);
}

std::optional<int64_t> ComparisonCheck::valueOfCall(const clang::CallExpr &call) {
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
