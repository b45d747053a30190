//===- analysis/translation_units.h - what is parsed, and how ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_ANALYSIS_TRANSLATION_UNITS_H
#define MUSAPORT_ANALYSIS_TRANSLATION_UNITS_H

#include "analysis/parse.h"
#include "rules/rule_set.h"
#include "source/tree.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace musaport {

/// The arguments of a build, by real path of the file.
using BuildArguments = llvm::StringMap<TranslationUnit>;

/// From `folder`/compile_commands.json. Of nvcc's and other compilers' arguments those are kept
/// that say what is parsed, in response files, too: macros, folders of headers, headers included
/// first, the language's version; whether it is CUDA (by its name, or -x cu); and whether it is
/// without fp64 (torch_musa's -mathx-disable-fp64). An error names the file and what is wrong with
/// it.
llvm::Expected<BuildArguments> readBuildArguments(llvm::StringRef folder);

/// One a CUDA source (.cu) of `tree` and one a C++ source that uses CUDA: it includes a header, or
/// has a name, that by `rules` is CUDA's. In the tree's order. For a file that `build` does not
/// know, the folders of headers are worked out: those through which the tree's includes lead to its
/// own files. An error if a file cannot be read.
llvm::Expected<std::vector<TranslationUnit>>
translationUnits(const Tree &tree, const BuildArguments &build, const RuleSet &rules);

} // namespace musaport

#endif // MUSAPORT_ANALYSIS_TRANSLATION_UNITS_H
