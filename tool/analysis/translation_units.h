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

/// The arguments of a build: real path of a file -> its arguments.
using BuildArguments = llvm::StringMap<TranslationUnit>;

/// Reads `folder`/compile_commands.json. Of the arguments of nvcc and other compilers, including
/// those in response files, keeps those that affect parsing: macros, include folders, headers
/// included first, the language version. Also determines whether the file is CUDA (by its name or
/// -x cu) and whether it is built without fp64 (torch_musa's -mathx-disable-fp64). An error names
/// the file and what is wrong with it.
llvm::Expected<BuildArguments> readBuildArguments(llvm::StringRef folder);

/// One translation unit per CUDA source (.cu) of `tree` and per C++ source that uses CUDA, in the
/// tree's order. A source that another CUDA file includes is a part of that one, unless `build`
/// knows it. A C++ source uses CUDA if it includes a header or contains a name that `rules`
/// take for CUDA's. For a file that `build` does not know, the include folders are those through
/// which the tree's includes reach its own files, and the macros those that turn CUDA on. Fails if
/// a file cannot be read.
llvm::Expected<std::vector<TranslationUnit>>
translationUnits(const Tree &tree, const BuildArguments &build, const RuleSet &rules);

} // namespace musaport

#endif // MUSAPORT_ANALYSIS_TRANSLATION_UNITS_H
