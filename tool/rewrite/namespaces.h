//===- rewrite/namespaces.h - does a token name a given namespace? -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_REWRITE_NAMESPACES_H
#define MUSAPORT_REWRITE_NAMESPACES_H

#include "rewrite/scopes.h"
#include "rewrite/source_text.h"

namespace musaport {

/// Whether tokens[i] is the last component of the namespace `qualified` ("at::cuda"), either fully
/// spelled or completed by the enclosing scopes. `scopes`: the scopes around tokens[i].
bool namesNamespace(llvm::StringRef qualified, const SourceText &text, const ScopeTracker &scopes,
                    size_t i);

} // namespace musaport

#endif // MUSAPORT_REWRITE_NAMESPACES_H
