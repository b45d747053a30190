//===- checks/double_check.cpp ---------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "checks/double_check.h"

#include "features/feature.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <utility>

namespace musaport {
namespace {

bool isDouble(clang::QualType type) {
  return type->isSpecificBuiltinType(clang::BuiltinType::Double);
}
bool isFloat(clang::QualType type) {
  return type->isSpecificBuiltinType(clang::BuiltinType::Float);
}

/// 0.5, -0.5; not 0.5f, nor what is converted to double.
const clang::FloatingLiteral *doubleLiteral(const clang::Expr *expression) {
  expression = expression->IgnoreParens();
  if (const auto *sign = llvm::dyn_cast<clang::UnaryOperator>(expression);
      sign != nullptr &&
      (sign->getOpcode() == clang::UO_Minus || sign->getOpcode() == clang::UO_Plus))
    expression = sign->getSubExpr()->IgnoreParens();
  const auto *literal = llvm::dyn_cast<clang::FloatingLiteral>(expression);
  return literal != nullptr && isDouble(literal->getType()) ? literal : nullptr;
}

/// A double for no other reason than a literal's beside it: what was a float or an integer.
bool isPromoted(const clang::Expr *expression, const clang::ASTContext &ast) {
  expression = expression->IgnoreParens();
  if (const auto *cast = llvm::dyn_cast<clang::ImplicitCastExpr>(expression)) {
    const clang::Expr *from = cast->getSubExpr();
    return cast->getCastKind() == clang::CK_FloatingCast
               ? isFloat(from->getType())
               : cast->getCastKind() == clang::CK_IntegralToFloating && !from->isEvaluatable(ast);
  }
  if (const auto *sign = llvm::dyn_cast<clang::UnaryOperator>(expression))
    return isPromoted(sign->getSubExpr(), ast);
  const auto *operation = llvm::dyn_cast<clang::BinaryOperator>(expression);
  if (operation == nullptr || !isDouble(operation->getType()) || operation->isAssignmentOp())
    return false;
  const bool left = isPromoted(operation->getLHS(), ast);
  const bool right = isPromoted(operation->getRHS(), ast);
  return (left && right) || (left && doubleLiteral(operation->getRHS()) != nullptr) ||
         (right && doubleLiteral(operation->getLHS()) != nullptr);
}

bool isExactAsFloat(const clang::FloatingLiteral &literal) {
  llvm::APFloat value = literal.getValue();
  bool loses = false;
  value.convert(llvm::APFloat::IEEEsingle(), llvm::APFloat::rmNearestTiesToEven, &loses);
  return !loses;
}

class Visitor : public DeviceCodeVisitor {
public:
  Visitor(clang::ASTContext &ast, Check &check, bool isGeneric)
      : DeviceCodeVisitor(ast), check(check), isGeneric(isGeneric) {}

  void visitBuiltinTypeLoc(clang::BuiltinTypeLoc type) override {
    const unsigned line = ast.getSourceManager().getExpansionLineNumber(
        ast.getSourceManager().getFileLoc(type.getBeginLoc()));
    if (isDouble(type.getType()) &&
        std::exchange(lastLine, line) != line) // once for f(double, double)
      report(type.getBeginLoc(), "'double' in device code, which the build compiles without fp64",
             {findFeature("fp64")->advice.str()});
  }

  void visitCastExpr(clang::CastExpr *cast) override {
    if (isFloat(cast->getType()) && isDouble(cast->getSubExpr()->getType()))
      rounded.insert(cast->getSubExpr()->IgnoreParens());
  }

  void visitBinaryOperator(clang::BinaryOperator *operation) override {
    const clang::Expr *left = operation->getLHS(), *right = operation->getRHS();
    if (const auto *compound = llvm::dyn_cast<clang::CompoundAssignOperator>(operation)) {
      if (isDouble(compound->getComputationResultType()) && !isDouble(left->getType()))
        literalBeside(doubleLiteral(right), isFloat(left->getType()));
    } else if (isDouble(left->getType()) && isDouble(right->getType())) {
      // Rounded once at the end, as a float's operation is: +, -, * and / give the same.
      const bool isSame = operation->isComparisonOp() || rounded.contains(operation);
      // An integer's double may be the template's: T x = n * 0.5.
      auto isMeant = [&](const clang::Expr *operand) {
        const bool isOfFloat =
            isPlainFloat(operand) || !llvm::isa<clang::ImplicitCastExpr>(operand->IgnoreParens());
        return isOfFloat || rounded.contains(operation) ||
               !isGenericAt(operation->getOperatorLoc());
      };
      if (isPromoted(left, ast) && isMeant(left))
        literalBeside(doubleLiteral(right), isSame && isPlainFloat(left));
      if (isPromoted(right, ast) && isMeant(right))
        literalBeside(doubleLiteral(left), isSame && isPlainFloat(right));
    }
  }

  void visitConditionalOperator(clang::ConditionalOperator *choice) override {
    const bool isSame = rounded.contains(choice);
    if (isPromoted(choice->getTrueExpr(), ast))
      literalBeside(doubleLiteral(choice->getFalseExpr()),
                    isSame && isPlainFloat(choice->getTrueExpr()));
    if (isPromoted(choice->getFalseExpr(), ast))
      literalBeside(doubleLiteral(choice->getTrueExpr()),
                    isSame && isPlainFloat(choice->getFalseExpr()));
  }

  /// pow(x, 2) and fmax(x, 0.0) of a float x.
  void visitCallExpr(clang::CallExpr *call) override {
    const clang::FunctionDecl *callee = call->getDirectCallee();
    if (callee == nullptr || !isSystems(*callee) || !callee->getIdentifier() ||
        !isDouble(callee->getReturnType()))
      return;
    auto typeOf = [](const clang::Expr *argument) {
      return argument->IgnoreParenImpCasts()->getType();
    };
    auto isOfDouble = [&](const clang::Expr *argument) {
      return isDouble(typeOf(argument)) &&
             doubleLiteral(argument->IgnoreParenImpCasts()) == nullptr;
    };
    if (llvm::any_of(call->arguments(), [&](auto *each) { return isFloat(typeOf(each)); }) &&
        llvm::none_of(call->arguments(), isOfDouble))
      report(call->getExprLoc(),
             "'" + callee->getNameAsString() + "' computes in double, though it is given a float",
             {"pass floats only, no double literals or integers"});
  }

private:
  /// Itself a float, and not what an operation in double makes of one.
  static bool isPlainFloat(const clang::Expr *promoted) {
    const auto *cast = llvm::dyn_cast<clang::ImplicitCastExpr>(promoted->IgnoreParens());
    return cast != nullptr && cast->getCastKind() == clang::CK_FloatingCast;
  }

  /// The text is compiled for other types too: in a template, or in what a macro is given, which
  /// may stand in its body many times (AT_DISPATCH_FLOATING_TYPES).
  bool isGenericAt(clang::SourceLocation location) const {
    return isGeneric || location.isMacroID();
  }

  void literalBeside(const clang::FloatingLiteral *literal, bool isSame) {
    if (literal == nullptr)
      return;
    const clang::SourceLocation location = literal->getLocation();
    const std::string text = writtenAt(location, ast);
    const std::string message =
        "'" + text + "' is a double, so what is computed with it becomes double too";
    if (!llvm::isDigit(text.back()) && text.back() != '.') { // of a macro's body
      report(location, message, {"convert it to the type of the computation"});
      return;
    }
    if (isGenericAt(location)) {
      report(location, message, {"convert it to the type of the computation: T(" + text + ")"});
      return;
    }
    std::vector<Fix> fixes;
    const clang::SourceManager &sources = ast.getSourceManager();
    if (isSame && isExactAsFloat(*literal))
      if (const auto entry = sources.getFileEntryRefForID(sources.getFileID(location)))
        fixes.push_back({entry->getFileEntry().tryGetRealPathName().str(),
                         static_cast<uint32_t>(sources.getFileOffset(location) + text.size()), 0,
                         "f"});
    report(location, message, {"write '" + text + "f'"}, std::move(fixes));
  }

  void report(clang::SourceLocation location, std::string message, std::vector<std::string> notes,
              std::vector<Fix> fixes = {}) {
    const clang::SourceManager &sources = ast.getSourceManager();
    check.report(sources, sources.getFileLoc(location), Severity::Error, std::move(message),
                 std::move(notes), std::move(fixes));
  }

  Check &check;
  bool isGeneric;
  unsigned lastLine = 0;
  llvm::DenseSet<const clang::Expr *> rounded; ///< to float, at once
};

} // namespace

void DoubleCheck::checkFunction(clang::FunctionDecl &function, clang::ASTContext &ast) {
  if (!context.hasFp64 ||
      findFeature("fp64")->on(context.rules.architecture()) == Feature::Status::Unsupported)
    Visitor(ast, *this, isInstantiated(function)).visit(function);
}

} // namespace musaport
