//===- scripts/cmake/languages.h - names of languages -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// If nothing else says whether a word CUDA is the language, the way it is used does: a loop over
// languages sets CMAKE_${lang}_FLAGS.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_SCRIPTS_CMAKE_LANGUAGES_H
#define MUSAPORT_SCRIPTS_CMAKE_LANGUAGES_H

#include "rules/rule_set.h"
#include "scripts/cmake/command.h"

namespace musaport::cmake {

/// Whether a variable holds languages, judging by its name: LANGUAGES, MY_LANG; not CLANG.
bool isCalledLanguage(llvm::StringRef variable);

/// Whether a loop's variable is used as a language. `loop`: the foreach().
bool loopsOverLanguages(llvm::StringRef buffer, const CMakeScript &script, const Command &loop,
                        const RuleSet &rules);

} // namespace musaport::cmake

#endif // MUSAPORT_SCRIPTS_CMAKE_LANGUAGES_H
