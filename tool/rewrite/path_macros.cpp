//===- rewrite/path_macros.cpp ----------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "rewrite/path_macros.h"

#include "rewrite/macro_definition.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"

using llvm::StringRef;

namespace musaport {
namespace {

/// Whether tokens of other kinds stand around paths: STRINGIFY(...), a##b.
bool isAroundPath(const Token &token) {
  return isDelimiter(token) || token.is(clang::tok::hash) || token.is(clang::tok::hashhash) ||
         token.is(clang::tok::string_literal);
}

bool isWordOrLiteral(const Token &token) {
  return token.isIdentifier() || token.is(clang::tok::string_literal);
}

std::vector<std::string> wordsIn(const SourceText &text, TokenRange range,
                                 llvm::ArrayRef<StringRef> parameters) {
  std::vector<std::string> words;
  for (size_t i = range.first; i < range.last; ++i)
    if (text.tokens[i].isIdentifier() && !llvm::is_contained(parameters, text.bytes(i)))
      words.push_back(text.spelling(i));
  return words;
}

} // namespace

bool isOfPath(const Token &token) {
  switch (token.kind) {
  case clang::tok::raw_identifier:
  case clang::tok::numeric_constant:
  case clang::tok::slash:
  case clang::tok::period:
  case clang::tok::minus:
    return true;
  default:
    return false;
  }
}

bool isDelimiter(const Token &token) {
  return token.is(clang::tok::less) || token.is(clang::tok::greater) ||
         token.is(clang::tok::l_paren) || token.is(clang::tok::r_paren) ||
         token.is(clang::tok::comma);
}

std::vector<PathMacro> findPathMacros(StringRef buffer, llvm::ArrayRef<Token> tokens) {
  const SourceText text{buffer, tokens};
  std::vector<PathMacro> found;
  forEachDefinition(text, [&](const MacroDefinition &macro) {
    const auto [first, last] = macro.text;
    const llvm::ArrayRef<Token> body = tokens.slice(first, last - first);
    if (body.size() <= longestPath && llvm::any_of(body, isWordOrLiteral) &&
        llvm::all_of(body,
                     [](const Token &token) { return isOfPath(token) || isAroundPath(token); }))
      found.push_back({text.spelling(macro.name), wordsIn(text, macro.text, macro.parameters)});
  });
  for (size_t i = 0; i + 3 < tokens.size(); ++i) // #include NAME(...)
    if (text.startsLine(i) && text.directiveAt(i).starts_with("include") &&
        tokens[i + 2].isIdentifier() && text.is(i + 3, clang::tok::l_paren))
      found.push_back(
          {text.spelling(i + 2), wordsIn(text, {i + 3, text.behindDirective(i + 3)}, {})});
  return found;
}

void addPathMacros(llvm::StringSet<> &includeMacros, llvm::ArrayRef<const PathMacro *> found) {
  if (includeMacros.empty())
    return;
  llvm::StringMap<llvm::SmallVector<const PathMacro *, 1>> byName;
  for (const PathMacro *macro : found)
    byName[macro->name].push_back(macro);
  llvm::SmallVector<std::string, 8> open;
  for (const auto &name : includeMacros)
    open.push_back(name.first().str());
  while (!open.empty())
    if (const auto macros = byName.find(open.pop_back_val()); macros != byName.end())
      for (const PathMacro *macro : macros->second)
        for (const std::string &word : macro->words)
          if (byName.contains(word) && includeMacros.insert(word).second)
            open.push_back(word);
}

} // namespace musaport
