//===- rewrite/name_map.cpp -------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "rewrite/name_map.h"

#include "rewrite/macro_definition.h"

namespace musaport {

std::optional<NameMap> findNameMap(const SourceText &text, size_t i) {
  const std::optional<MacroDefinition> macro = findMacroDefinition(text, i);
  if (!macro)
    return std::nullopt;
  const size_t name = macro->name;
  const auto [target, last] = macro->text;
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
