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

/// A token of an #if's condition, all macros expanded and `defined` answered.
struct ConditionToken {
  clang::tok::TokenKind kind = clang::tok::unknown;
  std::string text; ///< of a number or name
};

std::optional<int64_t> integerOf(llvm::StringRef literal);

/// Applies a binary operator; nullopt if there is no value, as of a division by zero.
std::optional<int64_t> applyOperator(clang::tok::TokenKind kind, int64_t left, int64_t right);

/// As the preprocessor computes it: names are 0. nullopt if it is no condition.
std::optional<int64_t> evaluateCondition(llvm::ArrayRef<ConditionToken> tokens);

} // namespace musaport

#endif // MUSAPORT_DATAFLOW_CONDITION_H
