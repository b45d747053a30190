//===- rewrite/unknown_names.h - names that no rule knows -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_REWRITE_UNKNOWN_NAMES_H
#define MUSAPORT_REWRITE_UNKNOWN_NAMES_H

#include "rewrite/known_names.h"
#include "rewrite/scopes.h"
#include "rewrite/source_port.h"

namespace musaport {

/// Says so if the identifier tokens[i] looks like one of the source side's, and neither a rule nor
/// the tree knows it: an error if a function of a library is called, which cannot compile.
void reportUnknownName(SourcePort &port, const ScopeTracker &scopes, size_t i, llvm::StringRef word,
                       const KnownName &known);

} // namespace musaport

#endif // MUSAPORT_REWRITE_UNKNOWN_NAMES_H
