//===- rewrite/declarators.cpp ----------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "rewrite/declarators.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

#include <algorithm>

using llvm::StringRef;

namespace musaport {
namespace {

/// Words of a parameter that are not its name.
constexpr StringRef typeWords[] = {
    "auto", "bool",  "char",   "class",  "const",    "double", "enum",     "float",    "int",
    "long", "short", "signed", "struct", "typename", "union",  "unsigned", "volatile", "wchar_t"};

/// `const int`, which declares the same function as `int`.
bool isConstValue(const SourceText &text, size_t first, size_t last) {
  if (last - first < 2 || text.bytes(first) != "const")
    return false;
  for (size_t k = first + 1; k < last; ++k)
    if (!text.tokens[k].isIdentifier() && !text.is(k, clang::tok::coloncolon))
      return false;
  return true;
}

} // namespace

std::optional<size_t> behindBrackets(const SourceText &text, size_t i, clang::tok::TokenKind open,
                                     clang::tok::TokenKind close) {
  int depth = 0;
  const size_t end = std::min(text.tokens.size(), i + longestDeclaration);
  for (size_t at = i; at < end; ++at) {
    depth += text.is(at, open) ? 1 : 0;
    depth -= text.is(at, close) ? 1 : 0;
    if (depth == 0)
      return at + 1;
  }
  return std::nullopt;
}

std::optional<size_t> behindAngles(const SourceText &text, size_t i) {
  int depth = 0;
  const size_t end = std::min(text.tokens.size(), i + longestDeclaration);
  for (size_t at = i; at < end; ++at) {
    depth += text.is(at, clang::tok::less) ? 1 : 0;
    depth -= text.is(at, clang::tok::greater) ? 1 : text.is(at, clang::tok::greatergreater) ? 2 : 0;
    if (depth <= 0)
      return depth == 0 ? std::optional(at + 1) : std::nullopt;
    if (text.is(at, clang::tok::semi) || text.is(at, clang::tok::l_brace))
      break;
  }
  return std::nullopt;
}

bool isAttributeName(StringRef name) {
  return name.starts_with("__") || name == "alignas" || name == "decltype" || name == "noexcept" ||
         name == "explicit" || name == "requires";
}

std::string spellParameters(const SourceText &text, size_t open, size_t close) {
  std::string result = "(";
  int depth = 0;
  for (size_t first = open + 1, i = first; i <= close; ++i) {
    const bool isEnd = i == close || (depth == 0 && text.is(i, clang::tok::comma));
    switch (text.tokens[i].kind) {
    case clang::tok::l_paren:
    case clang::tok::l_square:
    case clang::tok::l_brace:
    case clang::tok::less:
      ++depth;
      break;
    case clang::tok::r_paren:
    case clang::tok::r_square:
    case clang::tok::r_brace:
    case clang::tok::greater:
      --depth;
      break;
    case clang::tok::greatergreater:
      depth -= 2;
      break;
    default:
      break;
    }
    if (!isEnd)
      continue;
    size_t last = first; // of the type
    while (last < i && !text.is(last, clang::tok::equal))
      ++last;
    const bool hasName = last - first > 1 && text.tokens[last - 1].isIdentifier() &&
                         !text.is(last - 2, clang::tok::coloncolon) &&
                         !llvm::is_contained(typeWords, text.bytes(last - 1));
    const bool isOnlyQualified =
        llvm::all_of(llvm::seq(first, last - (hasName ? 1 : 0)), [&](size_t k) {
          return llvm::is_contained({"const", "volatile", "struct", "class", "enum", "typename"},
                                    text.bytes(k));
        });
    if (hasName && !isOnlyQualified)
      --last;
    if (first == open + 1 && i == close && last - first == 1 && text.bytes(first) == "void")
      break; // f(void) is f()
    if (isConstValue(text, first, last))
      ++first;
    for (size_t k = first; k < last; ++k)
      result += (k == first ? "" : " ") + text.spelling(k);
    if (i < close)
      result += ",";
    first = i + 1;
  }
  return result + ")";
}

size_t behindNoexcept(const SourceText &text, size_t i) {
  if (!(i < text.tokens.size() && text.bytes(i) == "noexcept"))
    return i;
  return text.is(i + 1, clang::tok::l_paren)
             ? behindBrackets(text, i + 1, clang::tok::l_paren, clang::tok::r_paren).value_or(i)
             : i + 1;
}

} // namespace musaport
