//===- edits/changes.h - edits with their reasons ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_EDITS_CHANGES_H
#define MUSAPORT_EDITS_CHANGES_H

#include "edits/result.h"
#include "report/source_view.h"

namespace musaport {

/// The edits of a file, each with the decision that made it: of those about a place that contains
/// the edit's, the one that begins last, or else the first one within the edit.
std::vector<Change> changesOf(llvm::ArrayRef<Edit> edits, std::vector<Decision> decisions);

} // namespace musaport

#endif // MUSAPORT_EDITS_CHANGES_H
