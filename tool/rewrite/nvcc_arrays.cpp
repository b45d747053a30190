//===- rewrite/nvcc_arrays.cpp - arrays as nvcc's host compiler takes them --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "rewrite/brackets.h"
#include "rewrite/declaration_words.h"
#include "rewrite/nvcc_dialect.h"

#include <algorithm>

using llvm::StringRef;

namespace musaport {
namespace {

/// Tokens before `i` that are looked at.
constexpr size_t furthestBack = 4096;

/// The bracket that opens what tokens[close] closes; `end` if none does behind it.
size_t openingOf(const SourceText &text, size_t close, size_t end) {
  int depth = 0;
  for (size_t at = close + 1; at > end; --at) {
    depth += text.isInDirective(at - 1) ? 0 : depthOf(text.tokens[at - 1]);
    if (depth == 0)
      return at - 1;
  }
  return end;
}

/// Behind tokens[i], or behind what closes the bracket there.
size_t behindGroup(const SourceText &text, size_t i) {
  int depth = 0;
  do
    depth += depthOf(text.tokens[i++]);
  while (depth > 0 && i < text.tokens.size());
  return i;
}

bool isZero(StringRef spelling) {
  return spelling == "false" ||
         (spelling.starts_with("0") && spelling.find_first_not_of("0.fFlLuU") == StringRef::npos);
}

/// The first token of the statement that tokens[i] is in; `end` if it is further back. An
/// initializer's braces, unlike a block's, have a comma behind them.
size_t startOfStatement(const SourceText &text, size_t i, size_t end) {
  for (size_t at = i; at > end; --at) {
    const size_t before = at - 1;
    if (text.isInDirective(before) || text.is(before, clang::tok::semi) ||
        depthOf(text.tokens[before]) > 0)
      return at;
    if (depthOf(text.tokens[before]) < 0) {
      if (text.is(before, clang::tok::r_brace) && !text.is(at, clang::tok::comma))
        return at;
      at = openingOf(text, before, end) + 1;
    }
  }
  return end;
}

/// Whether tokens[i] is a name that a statement declares: one with a type's word before it.
bool declares(const SourceText &text, size_t i) {
  return text.tokens[i - 1].isIdentifier() && !isStatementWord(text.bytes(i - 1)) &&
         (text.is(i + 1, clang::tok::equal) || text.is(i + 1, clang::tok::semi) ||
          text.is(i + 1, clang::tok::comma) || text.is(i + 1, clang::tok::l_brace) ||
          text.is(i + 1, clang::tok::l_paren));
}

/// Words that a block stands right behind.
bool isBlockWord(StringRef word) { return word == "else" || word == "do" || word == "try"; }

/// Whether the { may be that of a function or of a statement in it, and of no class or namespace.
bool mayOpenBlock(const SourceText &text, size_t brace) {
  switch (text.tokens[brace - 1].kind) {
  case clang::tok::r_paren:
  case clang::tok::semi:
  case clang::tok::l_brace:
  case clang::tok::r_brace:
  case clang::tok::colon:
    return true;
  default:
    return isBlockWord(text.bytes(brace - 1));
  }
}

/// What has parentheses and a block, and is no function.
bool isStatementOfBlock(StringRef word) {
  return word == "if" || word == "for" || word == "while" || word == "switch" || word == "catch" ||
         word == "constexpr";
}

/// Whether the function whose parameters begin at tokens[open] may be called before the program
/// runs.
bool isConstexpr(const SourceText &text, size_t open, size_t end) {
  for (size_t at = startOfStatement(text, open, end); at < open; ++at)
    if (text.bytes(at) == "constexpr" || text.bytes(at) == "consteval")
      return true;
  return false;
}

/// Whether tokens[i] is declared there, by a name before it.
bool isParameter(const SourceText &text, size_t i) {
  return (text.is(i + 1, clang::tok::comma) || text.is(i + 1, clang::tok::r_paren) ||
          text.is(i + 1, clang::tok::equal)) &&
         text.tokens[i - 1].isIdentifier();
}

/// Whether tokens[i] is in a function.
bool isInBlock(const SourceText &text, size_t i, size_t end) {
  for (size_t at = i; at > end; --at) {
    const size_t before = at - 1;
    if (text.isInDirective(before))
      continue;
    if (text.is(before, clang::tok::r_brace))
      at = openingOf(text, before, end) + 1;
    else if (text.is(before, clang::tok::l_brace))
      return before > end && mayOpenBlock(text, before);
  }
  return false;
}

/// Whether a declaration's words in [begin, end) make a constant of what it declares.
bool isConstant(const SourceText &text, size_t begin, size_t end) {
  for (size_t at = begin; at < end; ++at)
    if (text.bytes(at) == "const" || text.bytes(at) == "constexpr")
      return true;
  return false;
}

/// Whether `name` at tokens[i] is a variable whose value nobody knows before the program runs: by
/// its nearest declaration before it, in the function that tokens[i] is in.
bool isVariable(const SourceText &text, StringRef name, size_t i, size_t end) {
  for (size_t at = i; at > end; --at) {
    const size_t before = at - 1;
    if (text.isInDirective(before)) {
      if (text.bytes(before) == name) // a macro's, perhaps
        return false;
      continue;
    }
    if (text.is(before, clang::tok::r_brace)) { // a block that is over, and its parameters
      size_t open = openingOf(text, before, end);
      if (open > end && text.is(open - 1, clang::tok::r_paren))
        open = openingOf(text, open - 1, end);
      at = open + 1;
      continue;
    }
    if (text.is(before, clang::tok::l_brace)) {
      if (before <= end || !mayOpenBlock(text, before))
        return false;
      if (!text.is(before - 1, clang::tok::r_paren))
        continue;
      const size_t close = before - 1;
      const size_t open = openingOf(text, close, end);
      for (size_t parameter = open + 1; parameter < close; ++parameter)
        if (text.bytes(parameter) == name && isParameter(text, parameter))
          return !isConstexpr(text, open, end);
      if (open > end && !isStatementOfBlock(text.bytes(open - 1)))
        return false; // the function's own parameters: what is before is no local variable
      at = open + 1;
      continue;
    }
    // int name = f();
    if (text.bytes(before) == name && before > end && declares(text, before)) {
      const size_t start = startOfStatement(text, before, end);
      return isArithmeticType(text.bytes(start)) && !isConstant(text, start, before) &&
             isInBlock(text, start, end);
    }
  }
  return false;
}

} // namespace

/// An array of arithmetic type whose length is a variable.
struct NvccDialect::VariableArray {
  size_t start; ///< of its statement
  size_t name;
};

std::optional<NvccDialect::VariableArray> NvccDialect::variableArrayBefore(size_t equal) const {
  const size_t end = equal - std::min(equal, furthestBack);
  size_t open = equal;
  while (open > end && text.is(open - 1, clang::tok::r_square))
    open = openingOf(text, open - 1, end);
  if (open <= end + 1 || !text.tokens[open - 1].isIdentifier())
    return std::nullopt;
  const size_t start = startOfStatement(text, open - 1, end);
  if (start <= end || text.is(start - 1, clang::tok::l_paren) ||
      !isArithmeticType(text.bytes(text.bytes(start) == "const" ? start + 1 : start)))
    return std::nullopt;
  for (size_t at = open + 1; at < equal; ++at)
    if (text.tokens[at].isIdentifier() && isVariable(text, text.bytes(at), start, end))
      return VariableArray{start, open - 1};
  return std::nullopt;
}

/// g++, which compiles nvcc's host code, sets an array of variable length to zero.
void NvccDialect::setArrayToZero(size_t i) {
  if (i < 4 || text.isInDirective(i) || !text.is(i - 1, clang::tok::r_square) ||
      !text.is(i + 1, clang::tok::l_brace))
    return;
  size_t close = i + 2;
  if (close < text.tokens.size() && isZero(text.bytes(close)))
    ++close;
  if (!text.is(close, clang::tok::r_brace))
    return;
  const std::optional<VariableArray> array = variableArrayBefore(i);
  if (!array || text.bytes(array->start) == "const")
    return;
  size_t semicolon = close + 1;
  for (int depth = 0; semicolon < text.tokens.size(); ++semicolon) {
    depth += depthOf(text.tokens[semicolon]);
    if (depth < 0 || text.isInDirective(semicolon))
      return;
    if (depth == 0 && text.is(semicolon, clang::tok::semi))
      break;
    if (text.bytes(semicolon) == text.bytes(array->name)) // its zeros would come too late
      return;
  }
  if (semicolon >= text.tokens.size())
    return;
  constexpr StringRef construct = "zeros for an array of variable length";
  const std::string name = text.spelling(array->name);
  const std::string call = " __builtin_memset(" + name + ", 0, sizeof(" + name + "));";
  edit({{i - 1, close + 1}, "]", construct});
  // Of several arrays, one after the other.
  for (auto [next, last] = planned.equal_range(semicolon); next != last; ++next)
    if (next->second.construct == construct) {
      next->second.to += call;
      return;
    }
  edit({{semicolon, semicolon + 1}, ";" + call, construct});
}

/// g++ takes values, too: they become an array of their own, and are copied.
void NvccDialect::copyArrayValues(size_t i) {
  if (!port.isDeviceFile || text.isInDirective(i) || !text.is(i + 1, clang::tok::l_square))
    return;
  size_t square = i + 2; // of one dimension
  while (square < std::min(i + longestRun, text.tokens.size()) && depthOf(text.tokens[square]) == 0)
    ++square;
  if (!text.is(square, clang::tok::r_square) || !text.is(square + 1, clang::tok::equal) ||
      !text.is(square + 2, clang::tok::l_brace))
    return;
  size_t close = square + 3;
  for (int depth = 0; close < text.tokens.size(); ++close) {
    depth += depthOf(text.tokens[close]);
    if (depth < 0 || text.isInDirective(close) || text.is(close, clang::tok::l_brace))
      break;
  }
  const size_t values = close - square - 3;
  if (!text.is(close, clang::tok::r_brace) || !text.is(close + 1, clang::tok::semi) ||
      values == 0 || (values == 1 && isZero(text.bytes(square + 3))))
    return;
  const std::optional<VariableArray> array = variableArrayBefore(square + 1);
  if (!array || array->name != i)
    return;
  std::string type;
  for (size_t at = array->start; at < i; ++at) {
    if (!text.tokens[at].isIdentifier() || text.isInDirective(at))
      return;
    if (text.bytes(at) != "const")
      type += text.spelling(at) + " ";
  }
  constexpr StringRef construct = "values for an array of variable length";
  const std::string name = text.spelling(i);
  const std::string ofValues = "musaPortValues_" + name; // no program's name
  const StringRef length = text.buffer.slice(text.tokens[i + 1].offset, text.tokens[square].end());
  edit({{i, square + 1}, ofValues + "[]", construct});
  edit({{close + 1, close + 2},
        "; " + type + name + length.str() + "; __builtin_memset(" + name + ", 0, sizeof(" + name +
            ")); __builtin_memcpy(" + name + ", " + ofValues + ", sizeof(" + ofValues + "));",
        construct});
}

/// To Clang, two types whose lengths are variables are different. In C they are not.
void NvccDialect::deduceArrayPointer(size_t i) {
  if (!port.isDeviceFile || i == 0 || text.isInDirective(i) || !isArithmeticType(text.bytes(i)) ||
      !(text.is(i - 1, clang::tok::semi) || text.is(i - 1, clang::tok::l_brace) ||
        text.is(i - 1, clang::tok::r_brace)))
    return;
  size_t open = i + 1; // (*name)[n]...
  while (open < text.tokens.size() && isArithmeticType(text.bytes(open)))
    ++open;
  if (!text.is(open, clang::tok::l_paren) || !text.is(open + 1, clang::tok::star) ||
      !text.is(open + 3, clang::tok::r_paren) || !text.is(open + 4, clang::tok::l_square))
    return;
  const size_t lengths = open + 4;
  size_t equal = lengths;
  while (equal < std::min(i + longestRun, text.tokens.size()) &&
         !text.is(equal, clang::tok::equal) && !text.is(equal, clang::tok::semi) &&
         !text.isInDirective(equal))
    ++equal;
  if (!text.is(equal, clang::tok::equal) || !text.is(equal + 1, clang::tok::l_paren))
    return;
  // The cast has the same tokens, but for the name.
  size_t cast = equal + 2;
  for (size_t at = i; at < equal; ++at)
    if (at != open + 2 && (cast >= text.tokens.size() || text.bytes(at) != text.bytes(cast++)))
      return;
  if (!text.is(cast, clang::tok::r_paren))
    return;
  for (size_t at = cast + 1; !text.is(at, clang::tok::semi); at = behindGroup(text, at))
    if (at >= text.tokens.size() || text.is(at, clang::tok::comma)) // it declares more
      return;
  const size_t end = i - std::min(i, furthestBack);
  for (size_t at = lengths; at < equal; ++at)
    if (text.tokens[at].isIdentifier() && isVariable(text, text.bytes(at), i, end))
      return edit({{i, equal},
                   "auto " + text.spelling(open + 2),
                   "a pointer to an array of variable length"});
}

} // namespace musaport
