//===- rewrite/namespaces.h - does a token name a given namespace? -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_REWRITE_NAMESPACES_H
#define MUSAPORT_REWRITE_NAMESPACES_H

#include "rewrite/scopes.h"
#include "rewrite/source_text.h"
#include "rules/rule_set.h"
#include "source/include_resolver.h"

namespace musaport {

/// Whether tokens[i] is the last component of the namespace `qualified` ("at::cuda"), either fully
/// spelled or completed by the enclosing scopes. `scopes`: the scopes around tokens[i].
bool namesNamespace(llvm::StringRef qualified, const SourceText &text, const ScopeTracker &scopes,
                    size_t i);

/// Whether the file includes a header that a rule has in the folder of CUDA's namespace
/// (<cuda/atomic>), and that is no file of the tree. `file`: index in the tree.
bool includesLibcudacxx(llvm::StringRef buffer, llvm::ArrayRef<Token> tokens, const RuleSet &rules,
                        const IncludeResolver &includes, size_t file);

} // namespace musaport

#endif // MUSAPORT_REWRITE_NAMESPACES_H
