//===- rewrite/macro_definition.cpp -----------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "rewrite/macro_definition.h"

#include <algorithm>

namespace musaport {

std::optional<MacroDefinition> findMacroDefinition(const SourceText &text, size_t i) {
  if (text.directiveAt(i) != "define")
    return std::nullopt;
  const size_t last = text.behindDirective(i + 1);
  MacroDefinition found;
  found.name = i + 2;
  if (found.name >= last || !text.tokens[found.name].isIdentifier())
    return std::nullopt;
  size_t at = found.name + 1;
  // A ( right behind the name begins the parameters.
  found.hasParameters = at < last && text.is(at, clang::tok::l_paren) &&
                        text.tokens[at].offset == text.tokens[found.name].end();
  if (found.hasParameters) {
    while (++at < last && !text.is(at, clang::tok::r_paren))
      if (text.tokens[at].isIdentifier())
        found.parameters.push_back(text.bytes(at));
      else if (text.is(at, clang::tok::ellipsis) && !text.tokens[at - 1].isIdentifier())
        found.parameters.push_back("__VA_ARGS__");
    at = std::min(at + 1, last);
  }
  found.text = {at, last};
  return found;
}

std::string pragmaOperatorOf(const SourceText &text, const MacroDefinition &macro) {
  const auto [first, last] = macro.text;
  if (macro.hasParameters || last - first < 3 || !text.is(first, clang::tok::hash) ||
      text.bytes(first + 1) != "pragma")
    return "";
  std::string pragma;
  for (const char c : text.buffer.slice(text.tokens[first + 2].offset, text.tokens[last - 1].end()))
    pragma += (c == '"' || c == '\\' ? "\\" : "") + std::string(1, c);
  return "_Pragma(\"" + pragma + "\")";
}

} // namespace musaport
