//===- source/suggestion.cpp ----------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "source/suggestion.h"

namespace musaport {

std::string didYouMean(llvm::StringRef word, llvm::ArrayRef<std::string> known) {
  // A third of a word may be wrong, as with Clang's corrections.
  unsigned nearest = static_cast<unsigned>((word.size() + 2) / 3) + 1;
  std::string best;
  for (const std::string &other : known) {
    const unsigned distance = word.edit_distance(other, /*AllowReplacements=*/true, nearest);
    if (distance < nearest) {
      nearest = distance;
      best = other;
    }
  }
  return best.empty() ? "" : "; did you mean '" + best + "'?";
}

} // namespace musaport
