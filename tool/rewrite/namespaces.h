//===- rewrite/namespaces.h - is a name that of a namespace? ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_REWRITE_NAMESPACES_H
#define MUSAPORT_REWRITE_NAMESPACES_H

#include "rewrite/scopes.h"
#include "rewrite/source_text.h"

namespace musaport {

/// Whether tokens[i] is the last component of the namespace `qualified` ("at::cuda"), as it is
/// spelled there, or with what the scopes around it add. `scopes`: those of tokens[i].
bool namesNamespace(llvm::StringRef qualified, const SourceText &text, const ScopeTracker &scopes,
                    size_t i);

} // namespace musaport

#endif // MUSAPORT_REWRITE_NAMESPACES_H
