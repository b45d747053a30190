//===- rewrite/name_map.cpp -------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "rewrite/name_map.h"

namespace musaport {

std::optional<NameMap> findNameMap(const SourceText &text, size_t i) {
  if (text.directiveAt(i) != "define")
    return std::nullopt;
  size_t last = i + 1;
  while (last < text.tokens.size() && text.isInDirective(last) && !text.startsLine(last))
    ++last;
  const size_t name = i + 2;
  if (name >= last || !text.tokens[name].isIdentifier())
    return std::nullopt;
  size_t target = name + 1;
  // A ( right behind the name begins the parameters.
  const bool hasParameters = target < last && text.is(target, clang::tok::l_paren) &&
                             text.tokens[target].offset == text.tokens[name].end();
  if (hasParameters)
    while (target < last && !text.is(target++, clang::tok::r_paren)) {
    }
  if (target >= last || !text.tokens[target].isIdentifier())
    return std::nullopt;
  // What follows the other name has to be what follows the macro's.
  const size_t parameters = target - (name + 1);
  if (last - (target + 1) != parameters)
    return std::nullopt;
  for (size_t k = 1; k <= parameters; ++k)
    if (text.bytes(name + k) != text.bytes(target + k))
      return std::nullopt;
  return NameMap{{i, last}, name, target};
}

} // namespace musaport
