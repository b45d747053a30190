//===- findings/ignores.h - which findings are shown ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_FINDINGS_IGNORES_H
#define MUSAPORT_FINDINGS_IGNORES_H

#include "report/report.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace musaport {

/// Whether a run looks for findings with a given ID.
enum class Looked : uint8_t { No, Yes, NoSuchCheck };

/// Removes the findings that the report's ignore comments silence, and these comments. A comment
/// that silences nothing becomes a finding (musa-unused-ignore) if the run looked for what it
/// names.
void applyIgnores(Report &report, llvm::function_ref<Looked(llvm::StringRef id)> looked);

/// Keeps only the first of the findings that are to be shown once (Diagnostic::once).
void sayOnce(std::vector<Diagnostic> &diagnostics);

/// Sorts by file and place.
void sortByPlace(std::vector<Diagnostic> &diagnostics);

} // namespace musaport

#endif // MUSAPORT_FINDINGS_IGNORES_H
