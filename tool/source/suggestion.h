//===- source/suggestion.h - what a wrong word may have meant -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_SOURCE_SUGGESTION_H
#define MUSAPORT_SOURCE_SUGGESTION_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace musaport {

/// "; did you mean 'X'?", with the nearest of the words that are known; empty if none is near.
std::string didYouMean(llvm::StringRef word, llvm::ArrayRef<std::string> known);

} // namespace musaport

#endif // MUSAPORT_SOURCE_SUGGESTION_H
