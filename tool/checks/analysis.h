//===- checks/analysis.h - checks of a translation unit ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_CHECKS_ANALYSIS_H
#define MUSAPORT_CHECKS_ANALYSIS_H

#include "checks/finding.h"
#include "checks/parse.h"
#include "rules/rule_set.h"

#include "llvm/ADT/ArrayRef.h"

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

struct UnitFindings {
  std::vector<Finding> findings; ///< each once, by file and place
  std::vector<ParseError> errors;
  unsigned views = 0; ///< that were parsed
};

/// Parses `unit` as it is compiled for the device and shows it to all checks; then for the host, if
/// the own files ask which of the two it is. C++ is parsed for the host alone. Code behind `#if
/// __CUDA_ARCH__` is that of the GPU of NVIDIA's that the architecture of the rules is taken for
/// when guards are ported.
llvm::Expected<UnitFindings> analyze(const TranslationUnit &unit, const Analysis &analysis,
                                     const ParseHeaders &headers);

} // namespace musaport

#endif // MUSAPORT_CHECKS_ANALYSIS_H
