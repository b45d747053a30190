//===- findings/ignores.h - which findings are said -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_FINDINGS_IGNORES_H
#define MUSAPORT_FINDINGS_IGNORES_H

#include "report/report.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace musaport {

/// Whether a run looks for findings of an ID.
enum class Looked : uint8_t { No, Yes, NoSuchCheck };

/// Takes the findings away that the report's comments silence, and the comments with them. Those
/// that silence nothing become findings (musa-unused-ignore), if what they name was looked for.
void applyIgnores(Report &report, llvm::function_ref<Looked(llvm::StringRef id)> looked);

/// Of findings that are to be shown once (Diagnostic::once), the first.
void sayOnce(std::vector<Diagnostic> &diagnostics);

/// By file and place.
void sortByPlace(std::vector<Diagnostic> &diagnostics);

} // namespace musaport

#endif // MUSAPORT_FINDINGS_IGNORES_H
