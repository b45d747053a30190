//===- rewrite/source_text.cpp ----------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "rewrite/source_text.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using llvm::StringRef;

namespace musaport {
namespace {

/// How long a list of parameters may be, in tokens.
constexpr size_t maxParameterLength = 4096;

} // namespace

bool SourceText::isStringLiteral(size_t i) const {
  return is(i, clang::tok::string_literal) || is(i, clang::tok::utf8_string_literal) ||
         is(i, clang::tok::wide_string_literal);
}

StringRef SourceText::directiveAt(size_t i) const {
  if (!is(i, clang::tok::hash) || !isInDirective(i))
    return {};
  if (i + 1 < tokens.size() && tokens[i + 1].isIdentifier() && !startsLine(i + 1))
    return bytes(i + 1);
  return "#";
}

bool SourceText::isQualified(size_t i) const {
  return i >= 2 && is(i - 1, clang::tok::coloncolon) && tokens[i - 2].isIdentifier() &&
         !(tokens[i - 1].flags & (Token::LeadingSpace | Token::StartOfLine));
}

bool SourceText::isPlainCall(size_t i) const {
  const bool isMember =
      i > 0 && (is(i - 1, clang::tok::period) || is(i - 1, clang::tok::arrow) || isQualified(i) ||
                (i > 1 && is(i - 1, clang::tok::coloncolon) && is(i - 2, clang::tok::greater)));
  return isCall(i) && !isMember;
}

bool SourceText::isDeclared(size_t i) const {
  const bool followsName =
      i > 0 && tokens[i - 1].isIdentifier() && isInDirective(i - 1) == isInDirective(i);
  if (followsName && isInDirective(i) && bytes(i - 1) == "define")
    return true;
  if (!is(i + 1, clang::tok::l_paren))
    return false;
  if (followsName)
    return !llvm::is_contained({"return", "else", "do", "throw", "case", "new", "delete", "not",
                                "and", "or", "co_return", "co_await", "co_yield"},
                               bytes(i - 1));
  size_t at = i + 1;
  const size_t end = std::min(tokens.size(), at + maxParameterLength);
  for (int depth = 0; at < end; ++at) {
    depth += is(at, clang::tok::l_paren) ? 1 : 0;
    depth -= is(at, clang::tok::r_paren) ? 1 : 0;
    if (depth == 0)
      break;
  }
  ++at;
  return is(at, clang::tok::l_brace) ||
         (at < tokens.size() && tokens[at].isIdentifier() &&
          llvm::is_contained({"const", "noexcept", "override", "final"}, bytes(at)));
}

bool SourceText::isPlaceOf(const Rule &rule, size_t i) const {
  const bool call = is(i + 1, clang::tok::l_paren);
  const uint8_t elsewhere = call ? 0 : InType;
  const uint8_t place = isInDirective(i) ? InMacro : elsewhere;
  return rule.appliesIn(place | (call ? InCall : 0));
}

std::string splicesOf(StringRef bytes) {
  std::string splices;
  for (size_t newline = bytes.find('\n'); newline != StringRef::npos;
       newline = bytes.find('\n', newline + 1)) {
    size_t backslash = bytes.rfind('\\', newline);
    splices += bytes.slice(backslash, newline + 1);
  }
  return splices;
}

bool isBlank(StringRef text) { return text.find_first_not_of(" \t\r\n\f\v\\") == StringRef::npos; }

} // namespace musaport
