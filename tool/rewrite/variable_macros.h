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

/// What a source says of the macros that stand before the type of a variable.
struct VariableMacros {
  /// Those that do, or may do so: `TABLE const float t[2] = {1, 2};`, `#define OTHER TABLE const`.
  /// Sorted.
  std::vector<std::string> names;
  /// A macro that stands for such words alone, and one of them: OTHER and TABLE of `#define OTHER
  /// TABLE`. The second stands where the first does.
  struct Alias {
    std::string macro;
    std::string word;
  };
  std::vector<Alias> aliases;
};
/// Of the names that look like a macro's.
VariableMacros findVariableMacros(llvm::StringRef buffer, llvm::ArrayRef<Token> tokens);

/// Adds the words of macros that are in `names` to them.
void followAliases(llvm::StringSet<> &names, llvm::ArrayRef<VariableMacros::Alias> aliases);

} // namespace musaport

#endif // MUSAPORT_REWRITE_VARIABLE_MACROS_H
