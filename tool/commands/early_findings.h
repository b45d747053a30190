//===- commands/early_findings.h - what is shown before the end -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_COMMANDS_EARLY_FINDINGS_H
#define MUSAPORT_COMMANDS_EARLY_FINDINGS_H

#include "analysis/resolved_names.h"
#include "report/report.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringMap.h"

namespace musaport {

/// Of a run that parses: which findings are certain already, though not all sources are parsed.
/// They are the parser's, and those of a port that knows nothing of the parser. Of the latter, one
/// about a name of CUDA's waits until a source uses that name as CUDA's: until then, it may be the
/// tree's.
class EarlyFindings {
public:
  /// `port`: what that port reports. `waits`: whether findings with an ID wait for the end, because
  /// the parser knows more.
  EarlyFindings(Report port, llvm::function_ref<bool(llvm::StringRef id)> waits);

  /// Those that no source can refute, once, and in the order of the report.
  std::vector<Diagnostic> beforeParsing();
  /// `found`: in a source that was parsed; `names`: what it uses.
  std::vector<Diagnostic> afterParsing(std::vector<Diagnostic> found,
                                       llvm::ArrayRef<ResolvedName> names);

private:
  /// Without what comments silence.
  std::vector<Diagnostic> spoken(std::vector<Diagnostic> diagnostics) const;

  std::vector<Diagnostic> certain;                  ///< those before parsing
  llvm::StringMap<std::vector<Diagnostic>> ofNames; ///< those that wait for a name
  std::vector<IgnoreComment> ignores;
};

} // namespace musaport

#endif // MUSAPORT_COMMANDS_EARLY_FINDINGS_H
