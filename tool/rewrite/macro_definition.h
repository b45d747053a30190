//===- rewrite/macro_definition.h - the parts of a #define ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_REWRITE_MACRO_DEFINITION_H
#define MUSAPORT_REWRITE_MACRO_DEFINITION_H

#include "rewrite/source_text.h"

#include "llvm/ADT/SmallVector.h"

#include <optional>
#include <string>

namespace musaport {

struct MacroDefinition {
  size_t name = 0;            ///< token of the macro's name
  bool hasParameters = false; ///< there are parentheses; nothing may be between them
  /// As the text spells them: __VA_ARGS__ for `...`, but args for `args...`.
  llvm::SmallVector<llvm::StringRef, 4> parameters;
  TokenRange text; ///< what the macro stands for
};

/// The one that begins at tokens[i], which is a #.
std::optional<MacroDefinition> findMacroDefinition(const SourceText &text, size_t i);

/// Calls `visit(definition)` for each of a file.
template <typename Visit> void forEachDefinition(const SourceText &text, Visit visit) {
  for (size_t i = 0; i < text.tokens.size(); ++i)
    if (text.is(i, clang::tok::hash) && text.startsLine(i))
      if (const std::optional<MacroDefinition> definition = findMacroDefinition(text, i))
        visit(*definition);
}

/// `_Pragma("unroll")`, if the macro stands for `#pragma unroll`; otherwise empty.
std::string pragmaOperatorOf(const SourceText &text, const MacroDefinition &macro);

} // namespace musaport

#endif // MUSAPORT_REWRITE_MACRO_DEFINITION_H
