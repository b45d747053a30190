//===- scripts/cmake/languages.h - names of languages -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where nothing says that a word CUDA is the language, what is done with it does: a loop over
// languages sets CMAKE_${lang}_FLAGS.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_SCRIPTS_CMAKE_LANGUAGES_H
#define MUSAPORT_SCRIPTS_CMAKE_LANGUAGES_H

#include "rules/rule_set.h"
#include "scripts/cmake/command.h"

namespace musaport::cmake {

/// Whether a variable's name says that it holds some: LANGUAGES, MY_LANG; not CLANG.
bool isCalledLanguage(llvm::StringRef variable);

/// Whether the variable of a loop is used as one. `loop`: the foreach().
bool loopsOverLanguages(llvm::StringRef buffer, const CMakeScript &script, const Command &loop,
                        const RuleSet &rules);

} // namespace musaport::cmake

#endif // MUSAPORT_SCRIPTS_CMAKE_LANGUAGES_H
