//===- analysis/ported_names.h - what a port makes of names -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For checks of names: by the rules alone, as the port decides, what becomes of a name; by Clang,
// whose name it is.
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

/// Where a name of code that is no directive may stand: as a call or as anything else.
inline constexpr uint8_t anyPlaceInCode = InCall | InType;

/// The first rule for `name` that applies at `place` (Context bits); null if there is none.
const Rule *ruleFor(const RuleSet &rules, llvm::StringRef name, uint8_t place = anyPlaceInCode);

/// What the port makes of the identifier `name`, outside of comparisons; `name` if it stays.
llvm::StringRef portedName(const RuleSet &rules, llvm::StringRef name,
                           uint8_t place = anyPlaceInCode);

/// Whether the text at `location` stands in a file of the user's. Not what ## or # has made.
bool isSpelledByUser(const clang::SourceManager &sources, clang::SourceLocation location);

/// Whether `declaration`, or another of the same entity, is in a system header; CUDA's are.
bool isDeclaredBySystem(const clang::NamedDecl &declaration);

/// Whether the user's code declares it, and no header of CUDA's or of a library's: in a class or
/// namespace; of what is global, what it defines and does not only say is there.
bool isUsersOwn(const clang::NamedDecl &declaration);

/// Whether the port knows by `pattern` a name in one of CUDA's namespaces: cuda::barrier.
bool isOfQualifiedName(const Pattern &pattern);

/// Declared in no class and in no namespace, as everything of CUDA's in C is.
bool isGlobal(const clang::NamedDecl &declaration);

/// The user's files that a translation unit has entered, in order, each once.
class UserFiles {
public:
  void registerPreprocessor(clang::Preprocessor &preprocessor);
  const std::vector<clang::FileID> &files() const { return entered; }

private:
  std::vector<clang::FileID> entered;
};

} // namespace musaport

#endif // MUSAPORT_ANALYSIS_PORTED_NAMES_H
