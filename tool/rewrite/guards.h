//===- rewrite/guards.h - comparisons of versions and architectures -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `__CUDA_ARCH__ >= 800` and `CUDA_VERSION >= 11040`: a plain rename would compare MUSA's numbers
// with NVIDIA's. Instead, architectures are compared with the corresponding MUSA threshold, and
// versions through a macro that gives a CUDA level.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_REWRITE_GUARDS_H
#define MUSAPORT_REWRITE_GUARDS_H

#include "report/diagnostic.h"
#include "rules/direction.h"
#include "rules/rule.h"
#include "source/tokens.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace musaport {

struct TokenEdit {
  size_t token = 0;
  std::string text;
};

struct GuardTranslation {
  /// In token order; empty if the guard cannot be translated and stays as it is.
  llvm::SmallVector<TokenEdit, 3> edits;
  bool comparison = false;
  /// What a comparison is on each GPU of the other side, or at each level; nothing if they differ.
  std::optional<bool> answer;
  /// The result uses a level macro, which <musa_port/cuda_level.h> defines.
  bool needsLevel = false;
  /// What to tell the user; nothing if the message is empty.
  llvm::StringRef id;
  Severity severity = Severity::Error;
  std::string message;
  std::string note;
};

/// Translates the use of `rule.macro` at tokens[at]. `directive`: the word after the # ("if",
/// "define") of the directive that contains the token; empty in ordinary code. `numbers`: see
/// TreeContext.
GuardTranslation translateGuard(const GuardRule &rule, Direction direction, llvm::StringRef buffer,
                                llvm::ArrayRef<Token> tokens, size_t at, llvm::StringRef directive,
                                const llvm::StringMap<unsigned> &numbers);

} // namespace musaport

#endif // MUSAPORT_REWRITE_GUARDS_H
