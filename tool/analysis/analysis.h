//===- analysis/analysis.h - checks of a translation unit -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_ANALYSIS_ANALYSIS_H
#define MUSAPORT_ANALYSIS_ANALYSIS_H

#include "analysis/finding.h"
#include "analysis/parse.h"
#include "analysis/resolved_names.h"
#include "rules/rule_set.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <functional>

namespace musaport {

struct CheckDescription;

/// What is the same for all units of a run.
struct Analysis {
  llvm::ArrayRef<const CheckDescription *> checks;
  const RuleSet &rules;
  /// Whether findings in a file (absolute) are wanted. What is in others, and in system headers, is
  /// parsed and not checked.
  std::function<bool(llvm::StringRef file)> isOwn;
  std::vector<std::string> viewMacros; ///< see viewMacros()
};

/// What translation units of one folder, with the same arguments and of one language, have before
/// their first line: CUDA's own headers, parsed once in a view.
struct Preamble {
  std::string precompiled;               ///< empty if it cannot be shared
  std::vector<std::string> headerMacros; ///< see ViewQuestions
};

/// Can be shared if it has no errors and nothing but system headers: checks look at what the
/// preprocessor does in others.
Preamble precompilePreamble(const TranslationUnit &unit, View view, const Analysis &analysis,
                            const ParseHeaders &headers);

/// Null: a unit has to read it itself.
using FindPreamble = llvm::function_ref<const Preamble *(View)>;

struct UnitFindings {
  std::vector<Finding> findings;   ///< each once, by file and place
  std::vector<ResolvedName> names; ///< each once
  std::vector<ParseError> errors;
  unsigned views = 0; ///< that were parsed
};

/// Parses `unit` as it is compiled for the device and shows it to all checks; then for the host, if
/// the own files ask which of the two it is. C++ is parsed for the host alone. Code behind `#if
/// __CUDA_ARCH__` is that of the GPU of NVIDIA's that the architecture of the rules is taken for
/// when guards are ported.
llvm::Expected<UnitFindings> analyze(const TranslationUnit &unit, const Analysis &analysis,
                                     const ParseHeaders &headers,
                                     FindPreamble preambleFor = nullptr);

} // namespace musaport

#endif // MUSAPORT_ANALYSIS_ANALYSIS_H
