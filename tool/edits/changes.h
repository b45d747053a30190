//===- edits/changes.h - edits with their reasons ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_EDITS_CHANGES_H
#define MUSAPORT_EDITS_CHANGES_H

#include "edits/result.h"
#include "report/source_view.h"

namespace musaport {

/// Pairs each edit of a file with the decision that caused it. That is the decision whose range
/// contains the edit and begins last or, if there is none, the first decision inside the edit.
std::vector<Change> changesOf(llvm::ArrayRef<Edit> edits, std::vector<Decision> decisions);

} // namespace musaport

#endif // MUSAPORT_EDITS_CHANGES_H
