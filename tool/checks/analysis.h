//===- checks/analysis.h - checks of a translation unit ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_CHECKS_ANALYSIS_H
#define MUSAPORT_CHECKS_ANALYSIS_H

#include "checks/finding.h"
#include "checks/parse.h"
#include "rules/rule_set.h"

#include "llvm/ADT/ArrayRef.h"

namespace musaport {

struct CheckDescription;

struct UnitFindings {
  std::vector<Finding> findings; ///< each once, by file and place
  std::vector<ParseError> errors;
};

/// Parses `unit` once a view and shows it to all `checks`. Code behind `#if __CUDA_ARCH__` is that
/// of the GPU of NVIDIA's that the architecture of `rules` is taken for when guards are ported.
llvm::Expected<UnitFindings> analyze(const TranslationUnit &unit, llvm::ArrayRef<View> views,
                                     llvm::ArrayRef<const CheckDescription *> checks,
                                     const RuleSet &rules, const ParseHeaders &headers);

} // namespace musaport

#endif // MUSAPORT_CHECKS_ANALYSIS_H
