//===- rules/names.h - the shapes of names ----------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_RULES_NAMES_H
#define MUSAPORT_RULES_NAMES_H

#include "source/name_characters.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"

#include <algorithm>

namespace musaport {

/// Non-ASCII bytes count as letters, as in C++ identifiers.
inline bool isIdentifier(llvm::StringRef text) {
  return !text.empty() && !llvm::isDigit(text.front()) && llvm::all_of(text, isIdentifierByte);
}

/// The element of `names` that `name` is probably a typo of; empty if none is close.
inline llvm::StringRef mostSimilar(llvm::StringRef name, llvm::ArrayRef<llvm::StringRef> names) {
  llvm::StringRef best;
  unsigned bestDistance = static_cast<unsigned>(std::min<size_t>(name.size() / 3, 3)) + 1;
  for (llvm::StringRef candidate : names) {
    unsigned distance = name.edit_distance(candidate, /*AllowReplacements=*/true, bestDistance);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

} // namespace musaport

#endif // MUSAPORT_RULES_NAMES_H
