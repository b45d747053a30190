//===- rewrite/nvcc_launches.cpp - launches as nvcc takes them --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "rewrite/brackets.h"
#include "rewrite/nvcc_dialect.h"

#include <algorithm>

namespace musaport {

/// The tokens from `i` on that are three < (or >) together; otherwise an empty range.
TokenRange NvccDialect::angles(size_t i, bool isOpening) const {
  unsigned count = 0;
  size_t last = i;
  while (isBefore(last, i) && anglesOf(text.tokens[last], isOpening) != 0)
    count += anglesOf(text.tokens[last++], isOpening);
  return {i, count == 3 ? last : i};
}

/// What the list that is a launch's argument makes.
std::string NvccDialect::typeOf(const Braces &braces) const {
  if (braces.argument < 2)
    return "dim3";
  return braces.argument == 2 ? "size_t" : (port.target.word + "Stream_t").str();
}

/// The >>> of the launch whose configuration begins at `open`. `braces`: the arguments that are
/// given as a list.
std::optional<TokenRange> NvccDialect::closingOf(size_t open,
                                                 llvm::SmallVectorImpl<Braces> &braces) const {
  int depth = 0;
  unsigned argument = 0;
  const size_t end = std::min(text.tokens.size(), open + longestRun);
  for (size_t i = open; i < end; ++i) {
    if (!isBefore(i, open)) {
      if (text.isInDirective(open))
        return std::nullopt;
      continue; // a directive among the arguments
    }
    const Token &token = text.tokens[i];
    if (depth == 0) {
      if (token.is(clang::tok::semi))
        return std::nullopt;
      if (token.is(clang::tok::l_brace) && (i == open || text.is(i - 1, clang::tok::comma)))
        braces.push_back({i, argument});
      argument += token.is(clang::tok::comma) ? 1 : 0;
      const TokenRange closing = angles(i, /*isOpening=*/false);
      if (closing.first != closing.last && text.is(closing.last, clang::tok::l_paren))
        return closing;
    }
    depth += depthOf(token);
    if (depth < 0)
      return std::nullopt;
  }
  return std::nullopt;
}

void NvccDialect::visitLaunch(size_t i) {
  if (i == 0 || !isBefore(i - 1, i) || anglesOf(text.tokens[i - 1], /*isOpening=*/true) != 0)
    return;
  const TokenRange opening = angles(i, /*isOpening=*/true);
  const Token &before = text.tokens[i - 1];
  if (opening.first == opening.last ||
      !(before.isIdentifier() || before.is(clang::tok::greater) || before.is(clang::tok::r_paren) ||
        before.is(clang::tok::r_square)))
    return;
  if (text.bytes(i - 1) == "operator") // operator<< <>(out, x)
    return;
  llvm::SmallVector<Braces, 4> braces;
  const std::optional<TokenRange> closing = closingOf(opening.last, braces);
  const bool isSplit = opening.last - opening.first > 1;
  if (!closing) {
    if (isSplit)
      name(i, "a launch whose '<<<' is written apart, and whose end is not clear",
           "write <<< and >>> without blanks in them");
    return;
  }
  if (isSplit)
    edit({opening, "<<<", "<< < of a launch"});
  for (const Braces &one : braces)
    edit({{one.at, one.at}, typeOf(one), "a launch's argument in braces"});
  if (closing->last - closing->first > 1)
    edit({*closing, ">>>", ">> > of a launch"});
}

} // namespace musaport
