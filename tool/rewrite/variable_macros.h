//===- rewrite/variable_macros.h - macros before variables ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_REWRITE_VARIABLE_MACROS_H
#define MUSAPORT_REWRITE_VARIABLE_MACROS_H

#include "source/tokens.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"

#include <string>
#include <vector>

namespace musaport {

/// Whether it has no small letter, or begins with an underscore.
bool looksLikeMacro(llvm::StringRef name);

/// The macros of a source, by name alone, that stand before the type of a variable.
struct VariableMacros {
  /// Those that do, or may do so: `TABLE const float t[2] = {1, 2};`, `#define OTHER TABLE const`.
  /// Sorted.
  std::vector<std::string> names;
  /// `#define OTHER TABLE`, whose text has nothing but such names: if OTHER stands before a
  /// variable, so does TABLE.
  struct Alias {
    std::string macro;
    std::string word; ///< one of its text's
  };
  std::vector<Alias> aliases;
};
VariableMacros findVariableMacros(llvm::StringRef buffer, llvm::ArrayRef<Token> tokens);

/// Adds to `names` the words of each alias whose macro is in `names`, through all aliases.
void followAliases(llvm::StringSet<> &names, llvm::ArrayRef<VariableMacros::Alias> aliases);

} // namespace musaport

#endif // MUSAPORT_REWRITE_VARIABLE_MACROS_H
