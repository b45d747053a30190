//===- ptx/expressions.cpp --------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "ptx/expressions.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using llvm::StringRef;

namespace musaport::ptx {
namespace {

/// Whether a pair of parentheses is around all of `text`.
bool isParenthesised(StringRef text) {
  int depth = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
    if (depth == 0)
      return i > 0 && i + 1 == text.size();
  }
  return false;
}

/// Whether `text` is one call, cast or name, so that a cast binds to all of it.
bool isUnary(StringRef text) {
  int depth = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    depth += text[i] == '(';
    depth -= text[i] == ')';
    const bool ends = text[i] == ')' && text.substr(i + 1).starts_with(" ");
    if (depth == 0 && (ends || text[i] == ' ' || text[i] == '?'))
      return false;
  }
  return true;
}

} // namespace

bool isOneToken(StringRef text) {
  return !text.empty() &&
         llvm::all_of(text, [](char c) { return llvm::isAlnum(c) || c == '_' || c == '.'; });
}

std::string parenthesised(StringRef text) {
  return isOneToken(text) || isParenthesised(text) ? text.str() : ("(" + text + ")").str();
}

std::string cast(StringRef type, StringRef text) {
  return ("(" + type + ")" + parenthesised(text)).str();
}

std::string castOf(StringRef type, StringRef expression) {
  return isUnary(expression) ? ("(" + type + ")" + expression).str()
                             : ("(" + type + ")(" + expression + ")").str();
}

} // namespace musaport::ptx
