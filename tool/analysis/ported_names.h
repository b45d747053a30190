//===- analysis/ported_names.h - how names are ported -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For checks of names. The rules alone say how the port changes a name; Clang says who declares it.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_ANALYSIS_PORTED_NAMES_H
#define MUSAPORT_ANALYSIS_PORTED_NAMES_H

#include "rules/rule_set.h"

#include "clang/Basic/SourceLocation.h"

#include <string>
#include <vector>

namespace clang {
class NamedDecl;
class Preprocessor;
class SourceManager;
} // namespace clang

namespace musaport {

/// The contexts of a name outside of directives: a call or anything else.
inline constexpr uint8_t anyPlaceInCode = InCall | InType;

/// The first rule for `name` that applies at `place` (Context bits); null if there is none.
const Rule *ruleFor(const RuleSet &rules, llvm::StringRef name, uint8_t place = anyPlaceInCode);

/// The port of the identifier `name`, outside of comparisons; `name` itself if it stays.
llvm::StringRef portedName(const RuleSet &rules, llvm::StringRef name,
                           uint8_t place = anyPlaceInCode);

/// Whether the text at `location` is in a user's file; false for the results of ## and #.
bool isSpelledByUser(const clang::SourceManager &sources, clang::SourceLocation location);

/// Whether `declaration`, or another declaration of the same entity, is in a system header. CUDA's
/// headers are.
bool isDeclaredBySystem(const clang::NamedDecl &declaration);

/// Whether the user's code declares it and no header of CUDA or of a library does: in a class or
/// namespace, any declaration counts; at global scope, only a definition.
bool isUsersOwn(const clang::NamedDecl &declaration);

/// Whether `pattern` is about a name in one of CUDA's namespaces: cuda::barrier.
bool isOfQualifiedName(const Pattern &pattern);

/// Whether it is declared outside of classes and namespaces, like all of CUDA's C API.
bool isGlobal(const clang::NamedDecl &declaration);

/// The user's files that a translation unit has entered, in order, without duplicates.
class UserFiles {
public:
  void registerPreprocessor(clang::Preprocessor &preprocessor);
  const std::vector<clang::FileID> &files() const { return entered; }

private:
  std::vector<clang::FileID> entered;
};

} // namespace musaport

#endif // MUSAPORT_ANALYSIS_PORTED_NAMES_H
