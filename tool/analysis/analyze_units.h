//===- analysis/analyze_units.h - many units, each on its own ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_ANALYSIS_ANALYZE_UNITS_H
#define MUSAPORT_ANALYSIS_ANALYZE_UNITS_H

#include "analysis/findings_cache.h"
#include "source/worker_processes.h"

namespace musaport {

struct AnalyzeUnitsOptions {
  unsigned processes = 1; ///< at a time
  TaskLimits limits;      ///< of a unit
  const FindingsCache *cache = nullptr;
};

/// What was found in the unit with a given number. `isCached`: it was not parsed.
using ReceiveFindings = llvm::function_ref<void(size_t unit, UnitFindings found, bool isCached)>;

/// Analyzes each unit, except those that the cache knows, in a process of its own, and calls
/// `receive` for all of them in their order, as soon as it can. A unit that cannot be read, on
/// which the parser crashes, or that exceeds a limit, has an error without a place. Returns early
/// if the user interrupts. `begin`: called when a unit is begun. Fails if no process can be
/// started.
llvm::Error analyzeUnits(llvm::ArrayRef<TranslationUnit> units, const Analysis &analysis,
                         FileSnapshot &snapshot, const ParseHeaders &headers,
                         const AnalyzeUnitsOptions &options, ReceiveFindings receive,
                         llvm::function_ref<void(size_t unit)> begin);

} // namespace musaport

#endif // MUSAPORT_ANALYSIS_ANALYZE_UNITS_H
