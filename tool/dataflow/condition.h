//===- dataflow/condition.h - the value of a condition ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_DATAFLOW_CONDITION_H
#define MUSAPORT_DATAFLOW_CONDITION_H

#include "clang/Basic/TokenKinds.h"
#include "llvm/ADT/ArrayRef.h"

#include <cstdint>
#include <optional>
#include <string>

namespace musaport {

/// A token of an #if's condition, after macro expansion and evaluation of `defined`.
struct ConditionToken {
  clang::tok::TokenKind kind = clang::tok::unknown;
  std::string text; ///< set for numbers and names
};

std::optional<int64_t> integerOf(llvm::StringRef literal);

/// Applies a binary operator; nullopt if the result is undefined, such as division by zero.
std::optional<int64_t> applyOperator(clang::tok::TokenKind kind, int64_t left, int64_t right);

/// Evaluates as the preprocessor does: names are 0. Nullopt if the tokens are not a valid
/// condition.
std::optional<int64_t> evaluateCondition(llvm::ArrayRef<ConditionToken> tokens);

} // namespace musaport

#endif // MUSAPORT_DATAFLOW_CONDITION_H
