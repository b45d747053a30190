//===- rewrite/shown_values.cpp ---------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "rewrite/shown_values.h"

#include "rewrite/brackets.h"

#include "llvm/ADT/STLExtras.h"

#include <optional>

using llvm::StringRef;

namespace musaport {
namespace {

/// How many tokens of an argument list are read. Longer ones show nothing to people.
constexpr size_t mostTokens = 256;

/// The token behind the call of the function at `i`, or behind the name.
size_t behindCall(const SourceText &text, size_t i) {
  if (!text.is(i + 1, clang::tok::l_paren))
    return i + 1;
  int depth = 0;
  for (size_t at = i + 1; at < text.tokens.size() && at < i + mostTokens; ++at)
    if ((depth += depthOf(text.tokens[at])) == 0)
      return at + 1;
  return text.tokens.size();
}

/// The ( of the call that has tokens[i] among its arguments.
std::optional<size_t> openOfCall(const SourceText &text, size_t i) {
  int depth = 0;
  for (size_t at = i; at > 0 && at + mostTokens > i;) {
    depth += depthOf(text.tokens[--at]);
    if (depth > 0)
      return text.is(at, clang::tok::l_paren) && at > 0 && text.tokens[at - 1].isIdentifier()
                 ? std::optional(at)
                 : std::nullopt;
    if (text.is(at, clang::tok::semi))
      return std::nullopt;
  }
  return std::nullopt;
}

bool showsItsArguments(StringRef function) {
  static constexpr StringRef words[] = {"print", "puts",  "format", "log",
                                        "error", "warn",  "throw",  "exception",
                                        "fatal", "abort", "panic",  "message"};
  return llvm::any_of(words, [&](StringRef word) { return function.contains_insensitive(word); });
}

bool joins(const SourceText &text, size_t i) {
  return text.is(i, clang::tok::plus) || text.is(i, clang::tok::lessless);
}

} // namespace

bool isOnlyShown(const SourceText &text, size_t i) {
  size_t begin = i;
  while (begin > 0 && text.is(begin - 1, clang::tok::coloncolon))
    begin -= text.isQualified(begin) ? 2 : 1;
  const size_t end = behindCall(text, i);
  if (joins(text, end) || (begin > 0 && joins(text, begin - 1)))
    return true;
  const bool isArgument =
      begin > 0 &&
      (text.is(begin - 1, clang::tok::comma) || text.is(begin - 1, clang::tok::l_paren)) &&
      (text.is(end, clang::tok::comma) || text.is(end, clang::tok::r_paren));
  const std::optional<size_t> open = isArgument ? openOfCall(text, begin) : std::nullopt;
  return open && showsItsArguments(text.bytes(*open - 1));
}

} // namespace musaport
