//===- rewrite/variable_macros.cpp ------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "rewrite/variable_macros.h"

#include "rewrite/source_text.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>

using llvm::StringRef;

namespace musaport {
namespace {

/// How far a declaration goes up to its name, in tokens.
constexpr size_t longestHead = 256;

/// Whether what tokens[i] begins is a variable: a ( behind the name makes a function of it.
bool beginsVariable(const SourceText &text, size_t i) {
  int depth = 0; // of the parentheses of an attribute
  const size_t end = std::min(text.tokens.size(), i + longestHead);
  for (size_t at = i + 1; at < end && !text.isInDirective(at); ++at) {
    switch (text.tokens[at].kind) {
    case clang::tok::raw_identifier:
      if (text.bytes(at) == "operator") // operator=, operator[]
        return false;
      break;
    case clang::tok::l_paren:
      if (depth == 0 && !llvm::is_contained({"alignas", "__align__", "__attribute__", "decltype"},
                                            text.bytes(at - 1)))
        return false;
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
  return false;
}

} // namespace

bool looksLikeMacro(StringRef name) {
  return name.starts_with("_") || llvm::none_of(name, llvm::isLower);
}

std::vector<std::string> findVariableMacros(StringRef buffer, llvm::ArrayRef<Token> tokens) {
  const SourceText text{buffer, tokens};
  std::vector<std::string> found;
  for (size_t i = 0; i + 1 < tokens.size(); ++i)
    if (tokens[i].isIdentifier() && tokens[i + 1].isIdentifier() && !text.isInDirective(i) &&
        looksLikeMacro(text.bytes(i)) && beginsVariable(text, i))
      found.push_back(text.bytes(i).str());
  llvm::sort(found);
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

} // namespace musaport
