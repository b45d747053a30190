//===- rules/side_names.h - does a name look like CUDA's? -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_RULES_SIDE_NAMES_H
#define MUSAPORT_RULES_SIDE_NAMES_H

#include "rules/direction.h"

#include "llvm/ADT/StringRef.h"

namespace musaport {

/// True for an identifier of the families that `side` and its libraries name things by. Such a name
/// that no rule knows gets a remark; it is never edited (docs/reference/rules.md, "Names").
bool looksLike(const Side &side, llvm::StringRef identifier);

/// The same for the name in an #include, of the side that is ported from.
bool looksLikeHeader(Direction direction, llvm::StringRef name);

} // namespace musaport

#endif // MUSAPORT_RULES_SIDE_NAMES_H
