//===- rewrite/declarations.h - names a file declares -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_REWRITE_DECLARATIONS_H
#define MUSAPORT_REWRITE_DECLARATIONS_H

#include "rewrite/number_macros.h"
#include "source/tokens.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace musaport {

/// How strictly to search for declarations of a name.
enum class DeclarationSearch {
  No,
  /// Only namespaces and types. For a name that other things have, too.
  Scope,
  /// An ambiguous statement counts as no declaration. For names that have a rule: a name that the
  /// tree declares is not ported.
  Certain,
  /// Also counts what is almost always a declaration: parameters, lists of declarators, local
  /// variables with arguments, namespaces, members defined outside their class. For names that have
  /// no rule: they are not ported either way.
  Likely,
};

struct Declarations {
  /// The names among those asked for that the file declares: macros, types, functions with a body,
  /// variables, enumerators, and whatever DeclarationSearch adds.
  std::vector<std::string> names;
  /// Those searched for as DeclarationSearch::Likely that the file does not only call: prototypes,
  /// pointers, members, arguments of macros.
  std::vector<std::string> usedOtherwise;
  /// Namespaces and types: what DeclarationSearch::Scope finds.
  std::vector<std::string> scopes;
  std::string includeGuard;
  /// Macros used as `#include NAME`.
  std::vector<std::string> includeMacros;
  std::vector<NumberMacro> numbers;
};

/// Works on tokens, so it sees every branch of every #if. `searchFor` returns how to search for a
/// given name.
Declarations findDeclarations(llvm::StringRef buffer, llvm::ArrayRef<Token> tokens,
                              llvm::function_ref<DeclarationSearch(llvm::StringRef)> searchFor);

} // namespace musaport

#endif // MUSAPORT_REWRITE_DECLARATIONS_H
