//===- dataflow/condition.cpp -----------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "dataflow/condition.h"

#include "clang/Basic/OperatorPrecedence.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MathExtras.h"

namespace tok = clang::tok;

namespace musaport {
namespace {

class ConditionReader {
public:
  explicit ConditionReader(llvm::ArrayRef<ConditionToken> tokens) : tokens(tokens) {}

  std::optional<int64_t> run() {
    std::optional<int64_t> value = conditional();
    return at == tokens.size() ? value : std::nullopt;
  }

private:
  tok::TokenKind kind() const { return at < tokens.size() ? tokens[at].kind : tok::eof; }
  bool take(tok::TokenKind wanted) {
    if (kind() != wanted)
      return false;
    ++at;
    return true;
  }

  std::optional<int64_t> conditional() {
    std::optional<int64_t> condition = binary(clang::prec::LogicalOr);
    if (!condition || !take(tok::question))
      return condition;
    std::optional<int64_t> ifTrue = conditional();
    if (!ifTrue || !take(tok::colon))
      return std::nullopt;
    std::optional<int64_t> ifFalse = conditional();
    return *condition != 0 ? ifTrue : ifFalse;
  }

  std::optional<int64_t> binary(int least) {
    std::optional<int64_t> left = unary();
    while (left) {
      const tok::TokenKind op = kind();
      const int precedence = clang::getBinOpPrecedence(op, /*GreaterThanIsOperator=*/true,
                                                       /*CPlusPlus11=*/true);
      if (precedence < least || precedence < clang::prec::LogicalOr)
        return left;
      ++at;
      std::optional<int64_t> right = binary(precedence + 1);
      left = right ? applyOperator(op, *left, *right) : std::nullopt;
    }
    return std::nullopt;
  }

  std::optional<int64_t> unary() {
    if (take(tok::exclaim)) {
      std::optional<int64_t> value = unary();
      return value ? std::optional<int64_t>(*value == 0) : std::nullopt;
    }
    if (take(tok::minus)) {
      std::optional<int64_t> value = unary();
      return value ? std::optional<int64_t>(-*value) : std::nullopt;
    }
    if (take(tok::plus))
      return unary();
    if (take(tok::tilde)) {
      std::optional<int64_t> value = unary();
      return value ? std::optional<int64_t>(~*value) : std::nullopt;
    }
    if (take(tok::l_paren)) {
      std::optional<int64_t> value = conditional();
      return take(tok::r_paren) ? value : std::nullopt;
    }
    if (at == tokens.size())
      return std::nullopt;
    const ConditionToken &token = tokens[at++];
    if (token.kind == tok::numeric_constant)
      return integerOf(token.text);
    if (token.kind == tok::kw_true)
      return 1;
    if (token.kind == tok::identifier || token.kind == tok::kw_false)
      return 0;
    return std::nullopt;
  }

  llvm::ArrayRef<ConditionToken> tokens;
  size_t at = 0;
};

} // namespace

std::optional<int64_t> integerOf(llvm::StringRef literal) {
  std::string digits = literal.rtrim("uUlLzZ").str();
  llvm::erase(digits, '\'');
  int64_t value = 0;
  if (llvm::StringRef(digits).getAsInteger(0, value))
    return std::nullopt;
  return value;
}

std::optional<int64_t> applyOperator(tok::TokenKind kind, int64_t left, int64_t right) {
  constexpr int64_t mostBits = 62;
  int64_t result = 0;
  switch (kind) {
  case tok::plus:
    return llvm::AddOverflow(left, right, result) ? std::nullopt : std::optional(result);
  case tok::minus:
    return llvm::SubOverflow(left, right, result) ? std::nullopt : std::optional(result);
  case tok::star:
    return llvm::MulOverflow(left, right, result) ? std::nullopt : std::optional(result);
  case tok::slash:
    return right == 0 ? std::nullopt : std::optional(left / right);
  case tok::percent:
    return right == 0 ? std::nullopt : std::optional(left % right);
  case tok::lessless:
    return right < 0 || right > mostBits || left < 0 || left >> (mostBits - right) != 0
               ? std::nullopt
               : std::optional(left << right);
  case tok::greatergreater:
    return right < 0 || right > mostBits ? std::nullopt : std::optional(left >> right);
  case tok::amp:
    return left & right;
  case tok::pipe:
    return left | right;
  case tok::caret:
    return left ^ right;
  case tok::less:
    return left < right;
  case tok::lessequal:
    return left <= right;
  case tok::greater:
    return left > right;
  case tok::greaterequal:
    return left >= right;
  case tok::equalequal:
    return left == right;
  case tok::exclaimequal:
    return left != right;
  case tok::ampamp:
    return left != 0 && right != 0;
  case tok::pipepipe:
    return left != 0 || right != 0;
  default:
    return std::nullopt;
  }
}

std::optional<int64_t> evaluateCondition(llvm::ArrayRef<ConditionToken> tokens) {
  return ConditionReader(tokens).run();
}

} // namespace musaport
