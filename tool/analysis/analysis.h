//===- analysis/analysis.h - checks a translation unit ----------*- C++ -*-===//
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
#include <optional>

namespace musaport {

struct CheckDescription;

/// What all units of a run share.
struct Analysis {
  llvm::ArrayRef<const CheckDescription *> checks;
  const RuleSet &rules;
  /// Whether findings in a file (absolute path) are wanted. Other files, and system headers, are
  /// parsed but not checked.
  std::function<bool(llvm::StringRef file)> isOwn;
  std::vector<std::string> viewMacros; ///< see viewMacros()
};

/// What precedes the first line of translation units that share folder, arguments and language:
/// CUDA's own headers, parsed once per view.
struct Preamble {
  Precompiled precompiled;               ///< empty if the preamble cannot be shared
  std::vector<std::string> headerMacros; ///< see ViewQuestions
  std::vector<std::string> usedMacros;   ///< of TranslationUnit::startMacros
};

/// The preamble can be shared if it has no errors and consists of system headers only: checks have
/// to see what the preprocessor does in other headers.
Preamble precompilePreamble(const TranslationUnit &unit, View view, const Analysis &analysis,
                            const ParseHeaders &headers);

/// Returns nullopt if the unit has to read its preamble itself.
using FindPreamble = llvm::function_ref<std::optional<Preamble>(View)>;

struct UnitFindings {
  std::vector<Finding> findings;   ///< without duplicates, sorted by file and place
  std::vector<ResolvedName> names; ///< without duplicates
  std::vector<ParseError> errors;
  /// Errors of the user's files that were gone when the unit was read with the headers of the
  /// standard library which they lack.
  std::vector<ParseError> lacking;
  unsigned views = 0; ///< number of views parsed
};

/// Parses `unit` as compiled for the device and runs all checks on it; then as compiled for the
/// host, but only if the user's files depend on which of the two it is. C++ is parsed for the host
/// only. __CUDA_ARCH__ has the value of the NVIDIA GPU that the port of guards substitutes for the
/// rules' architecture.
llvm::Expected<UnitFindings> analyze(const TranslationUnit &unit, const Analysis &analysis,
                                     const ParseHeaders &headers,
                                     FindPreamble preambleFor = nullptr);

} // namespace musaport

#endif // MUSAPORT_ANALYSIS_ANALYSIS_H
