//===- ptx/branch_choices.h - #ifs within a statement -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_PTX_BRANCH_CHOICES_H
#define MUSAPORT_PTX_BRANCH_CHOICES_H

#include "source/tokens.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace musaport::ptx {

inline constexpr size_t mostBranchChoices = 16;

/// Whether the condition of a directive is true, by its # and the word behind it; nothing if both
/// may be.
using ConditionAnswer =
    llvm::function_ref<std::optional<bool>(const Token &hash, llvm::StringRef word)>;

inline std::optional<bool> eitherMayBe(const Token & /*hash*/, llvm::StringRef /*word*/) {
  return std::nullopt;
}

/// What `tokens` of `buffer` are with each choice of the branches of the #ifs among them.
/// Conditions that are spelled alike choose alike. Nothing if there are more than
/// mostBranchChoices, an #if without its #endif, or another directive.
std::vector<std::vector<Token>>
choicesOfBranches(llvm::StringRef buffer, llvm::ArrayRef<Token> tokens, ConditionAnswer isTrue);

} // namespace musaport::ptx

#endif // MUSAPORT_PTX_BRANCH_CHOICES_H
