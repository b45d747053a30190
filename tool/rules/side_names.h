//===- rules/side_names.h - does a name look like CUDA's? -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_RULES_SIDE_NAMES_H
#define MUSAPORT_RULES_SIDE_NAMES_H

#include "rules/direction.h"

#include "llvm/ADT/StringRef.h"

namespace musaport {

/// Whether `identifier` has the shape of a name of `side` or its libraries. If no rule knows such a
/// name, it gets a remark; it is never edited (docs/reference/rules.md, "Names").
bool looksLike(const Side &side, llvm::StringRef identifier);

/// Whether it has the shape of a function of one of the libraries: cublasSgemm. Programs have many
/// names of their own that look like the runtime's and the driver's, and few that look like these.
bool looksLikeLibraryFunction(const Side &side, llvm::StringRef name);

/// Whether the name in an #include looks so, for the source side of `direction`.
bool looksLikeHeader(Direction direction, llvm::StringRef name);

/// The first member of PyTorch's modules for `side` in a text: torch.cuda.is_available,
/// torch.version.cuda. Empty if there is none.
llvm::StringRef findTorchMember(const Side &side, llvm::StringRef text);

} // namespace musaport

#endif // MUSAPORT_RULES_SIDE_NAMES_H
