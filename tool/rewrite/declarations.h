//===- rewrite/declarations.h - names a file declares -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_REWRITE_DECLARATIONS_H
#define MUSAPORT_REWRITE_DECLARATIONS_H

#include "source/tokens.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace musaport {

/// How a name's declarations are looked for.
enum class DeclarationSearch {
  No,
  /// Where a statement could be read two ways it says "no declaration": for a name that a rule has,
  /// since a name taken for the tree's own is not ported.
  Certain,
  /// Also what is hardly ever anything else: parameters, lists of declarators, local variables with
  /// arguments, namespaces, members defined outside of their class. For a name that no rule has: it
  /// is not ported either way.
  Likely,
};

struct Declarations {
  /// Of the names asked for, those that the file declares: macros, types, functions with a body,
  /// variables, enumerators, and what DeclarationSearch says.
  std::vector<std::string> names;
  std::string includeGuard;
  /// Macros that an `#include NAME` names.
  std::vector<std::string> includeMacros;
};

/// Lexical: it sees every branch of every #if. `searchFor` says of a name how it is looked for.
Declarations findDeclarations(llvm::StringRef buffer, llvm::ArrayRef<Token> tokens,
                              llvm::function_ref<DeclarationSearch(llvm::StringRef)> searchFor);

} // namespace musaport

#endif // MUSAPORT_REWRITE_DECLARATIONS_H
