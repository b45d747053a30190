//===- rewrite/include_guard.cpp --------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "rewrite/include_guard.h"

using clang::tok::TokenKind;
using llvm::StringRef;

namespace musaport {
namespace {

/// Replaces the last occurrence of `part` that ends the name or is followed by `_`, and begins it
/// or follows `_`.
bool replacePart(std::string &name, StringRef part, StringRef replacement) {
  for (size_t at = StringRef(name).rfind(part); at != StringRef::npos && at + 1 > 0;
       at = at == 0 ? StringRef::npos
                    : StringRef(name).take_front(at + part.size() - 1).rfind(part)) {
    const size_t end = at + part.size();
    if ((at == 0 || name[at - 1] == '_') && (end == name.size() || name[end] == '_')) {
      name.replace(at, part.size(), replacement.str());
      return true;
    }
  }
  return false;
}

} // namespace

std::string findIncludeGuard(StringRef buffer, llvm::ArrayRef<Token> tokens) {
  std::string storage;
  auto is = [&](size_t i, TokenKind kind) { return i < tokens.size() && tokens[i].is(kind); };
  auto isWord = [&](size_t i, StringRef word) {
    return i < tokens.size() && tokens[i].isIdentifier() &&
           spelling(buffer, tokens[i], storage) == word;
  };
  if (!is(0, clang::tok::hash))
    return {};
  size_t nameAt = 0;
  if (isWord(1, "ifndef"))
    nameAt = 2;
  else if (isWord(1, "if") && is(2, clang::tok::exclaim) && isWord(3, "defined"))
    nameAt = is(4, clang::tok::l_paren) ? 5 : 4;
  if (nameAt == 0 || nameAt >= tokens.size() || !tokens[nameAt].isIdentifier())
    return {};
  std::string guard = spelling(buffer, tokens[nameAt], storage).str();
  size_t next = nameAt + 1;
  while (next < tokens.size() && !(tokens[next].flags & Token::StartOfLine))
    ++next;
  if (is(next, clang::tok::hash) && isWord(next + 1, "define") && isWord(next + 2, guard))
    return guard;
  return {};
}

std::string renameIncludeGuard(StringRef guard, StringRef path, StringRef output,
                               Direction direction) {
  const Side &source = sourceSide(direction), &target = targetSide(direction);
  const std::string from = source.sourceExtension.drop_front().str(); // cu
  const std::string to = target.sourceExtension.drop_front().str();
  std::string renamed = guard.str();
  auto replace = [&](StringRef end) {
    return replacePart(renamed, StringRef(from + end.str()).upper(),
                       StringRef(to + end.str()).upper()) ||
           replacePart(renamed, from + end.str(), to + end.str());
  };
  if (path.ends_with(source.headerExtension) && output.ends_with(target.headerExtension)) {
    if (replace("h") || replace("_h"))
      return renamed;
  } else if (path.ends_with(source.sourceExtension) && output.ends_with(target.sourceExtension)) {
    if (replace(""))
      return renamed;
  }
  return guard.str();
}

} // namespace musaport
