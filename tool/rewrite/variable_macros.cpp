//===- rewrite/variable_macros.cpp ------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "rewrite/variable_macros.h"

#include "rewrite/macro_definition.h"
#include "rewrite/source_text.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

#include <algorithm>

using llvm::StringRef;

namespace musaport {
namespace {

/// How far a declaration goes up to its name, in tokens.
constexpr size_t longestHead = 256;

/// Whether the ( at tokens[open] may begin the arguments of a variable's constructor, `T t(2, x);`,
/// and not a list of parameters. `T f(X);` may be both: the answer is yes.
bool mayBeArguments(const SourceText &text, size_t open) {
  constexpr StringRef types[] = {"bool", "char",  "double",   "float", "int",
                                 "long", "short", "unsigned", "void",  "signed"};
  const size_t end = std::min(text.tokens.size(), open + longestHead);
  bool isSingle = true; // each is one word or one number
  size_t first = open + 1;
  int depth = 0;
  for (size_t at = open; at < end; ++at) {
    depth += text.is(at, clang::tok::l_paren) ? 1 : 0;
    depth -= text.is(at, clang::tok::r_paren) ? 1 : 0;
    if (clang::tok::isLiteral(static_cast<clang::tok::TokenKind>(text.tokens[at].kind)) &&
        at == first)
      return true;
    if (depth == 0 || (depth == 1 && text.is(at, clang::tok::comma))) {
      isSingle &= at == first + 1 && text.tokens[first].isIdentifier() &&
                  !llvm::is_contained(types, text.bytes(first));
      first = at + 1;
    }
    if (depth == 0)
      return isSingle && text.is(at + 1, clang::tok::semi);
  }
  return false;
}

/// Whether what tokens[i] begins is a variable: parameters behind the name make a function of it.
/// In a macro's text, what is neither may be a variable's beginning.
bool beginsVariable(const SourceText &text, size_t i) {
  const bool isInMacro = text.isInDirective(i);
  int depth = 0;                 // of the parentheses of an attribute
  bool isFunctionsAlone = false; // a word that no variable with a constructor has
  const size_t end = std::min(text.tokens.size(), i + longestHead);
  for (size_t at = i + 1; at < end; ++at) {
    if (text.isInDirective(at) != isInMacro || (isInMacro && text.startsLine(at)))
      return isInMacro;
    switch (text.tokens[at].kind) {
    case clang::tok::raw_identifier:
      if (text.bytes(at) == "operator") // operator=, operator[]
        return false;
      isFunctionsAlone |= llvm::is_contained({"explicit", "virtual", "void"}, text.bytes(at)) ||
                          text.bytes(at).contains_insensitive("inline");
      break;
    case clang::tok::l_paren:
      if (depth == 0 && !llvm::is_contained({"alignas", "__align__", "__attribute__", "decltype"},
                                            text.bytes(at - 1)))
        return at > i + 2 && !isFunctionsAlone && mayBeArguments(text, at); // S(T) constructs
      ++depth;
      break;
    case clang::tok::r_paren:
      if (--depth < 0)
        return false;
      break;
    case clang::tok::semi:
    case clang::tok::equal:
    case clang::tok::l_square:
    case clang::tok::l_brace:
      if (depth == 0)
        return true;
      break;
    default:
      break;
    }
  }
  return isInMacro;
}

/// Whether a declaration, or the text of another macro, may go on with the name at tokens[i].
bool canBeSpecifier(const SourceText &text, size_t i) {
  if (!text.tokens[i].isIdentifier() || !looksLikeMacro(text.bytes(i)))
    return false;
  if (!text.isInDirective(i))
    return i + 1 < text.tokens.size() &&
           (text.tokens[i + 1].isIdentifier() || text.is(i + 1, clang::tok::coloncolon));
  const bool isDefined = i > 0 && text.bytes(i - 1) == "define";
  const bool isLast = i + 1 == text.tokens.size() || text.startsLine(i + 1);
  return !isDefined &&
         (isLast || text.tokens[i + 1].isIdentifier() || text.is(i + 1, clang::tok::coloncolon));
}

/// If the #define at tokens[i] makes a macro without parameters of nothing but names that look like
/// a macro's, adds an alias for each of them, and returns the token behind it; otherwise `i`.
size_t addAliases(const SourceText &text, size_t i, std::vector<VariableMacros::Alias> &aliases) {
  const std::optional<MacroDefinition> macro = findMacroDefinition(text, i);
  if (!macro || macro->hasParameters || macro->text.first == macro->text.last ||
      !looksLikeMacro(text.bytes(macro->name)))
    return i;
  for (size_t k = macro->text.first; k < macro->text.last; ++k)
    if (!text.tokens[k].isIdentifier() || !looksLikeMacro(text.bytes(k)))
      return i;
  for (size_t k = macro->text.first; k < macro->text.last; ++k)
    aliases.push_back({text.spelling(macro->name), text.spelling(k)});
  return macro->text.last;
}

} // namespace

bool looksLikeMacro(StringRef name) {
  return name.starts_with("_") || llvm::none_of(name, llvm::isLower);
}

VariableMacros findVariableMacros(StringRef buffer, llvm::ArrayRef<Token> tokens) {
  const SourceText text{buffer, tokens};
  VariableMacros found;
  bool isInDefinition = false;
  for (size_t i = 0; i < tokens.size(); ++i) {
    if (text.startsLine(i) && text.isInDirective(i)) {
      isInDefinition = text.directiveAt(i) == "define";
      if (const size_t behind = isInDefinition ? addAliases(text, i, found.aliases) : i;
          behind > i) {
        i = behind - 1;
        continue;
      }
    }
    if ((isInDefinition || !text.isInDirective(i)) && canBeSpecifier(text, i) &&
        beginsVariable(text, i))
      found.names.push_back(text.spelling(i));
  }
  llvm::sort(found.names);
  found.names.erase(std::unique(found.names.begin(), found.names.end()), found.names.end());
  return found;
}

void followAliases(llvm::StringSet<> &names, llvm::ArrayRef<VariableMacros::Alias> aliases) {
  llvm::StringMap<llvm::SmallVector<StringRef, 2>> words;
  for (const VariableMacros::Alias &alias : aliases)
    words[alias.macro].push_back(alias.word);
  llvm::SmallVector<StringRef, 8> open;
  for (const auto &name : names)
    open.push_back(name.first());
  while (!open.empty())
    if (const auto found = words.find(open.pop_back_val()); found != words.end())
      for (const StringRef word : found->second)
        if (names.insert(word).second)
          open.push_back(word);
}

} // namespace musaport
