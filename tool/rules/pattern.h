//===- rules/pattern.h - token patterns -------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A pattern rule, compiled: its tokens, the identifier it is looked up by, and which of its tokens
// are replaced. Only what differs between the two sides is edited, so that other rules still see
// the rest, above all what the wildcards matched.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_RULES_PATTERN_H
#define MUSAPORT_RULES_PATTERN_H

#include "rules/rule.h"
#include "source/tokens.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace musaport {

struct PatternToken {
  std::string spelling;                ///< for a wildcard: its name without the $
  uint16_t kind = clang::tok::unknown; ///< a clang::tok::TokenKind
  bool wildcard = false;
  uint32_t offset = 0; ///< in the rule's text
  uint32_t end = 0;
};

/// Tokens [fromFirst, fromLast) of a pattern's `from` become [toFirst, toLast) of its `to`.
struct PatternChange {
  unsigned fromFirst = 0, fromLast = 0;
  unsigned toFirst = 0, toLast = 0;
};

struct Pattern {
  const Rule *rule = nullptr;
  std::vector<PatternToken> from;
  std::vector<PatternToken> to;
  /// Index in `from` of the identifier the pattern is looked up by. No wildcard stands before it.
  unsigned anchor = 0;
  /// What differs, in order; empty for a rule that does not edit.
  std::vector<PatternChange> changes;
};

/// The tokens of one side of a pattern.
std::vector<PatternToken> patternTokens(llvm::StringRef text);

/// Fails with a reason if `rule` (a Pattern) can never match: no identifier before its first
/// wildcard, a wildcard that nothing ends, a wildcard in `to` that `from` lacks, text that is no
/// token.
llvm::Expected<Pattern> compilePattern(const Rule &rule);

/// The first identifier of a pattern, which says whose the pattern is: `DeviceType` of
/// `DeviceType::CUDA`, `is_cuda` of `.is_cuda()`.
llvm::StringRef firstNameOf(const Pattern &pattern);

/// Tokens [first, last) are replaced by `text` (first == last: an insertion before token `first`,
/// which exists).
struct PatternEdit {
  size_t first = 0;
  size_t last = 0;
  std::string text;
};

/// Where a pattern matched: tokens [begin, end), context included; and what to edit there, in
/// order. There are no edits if the pattern's rule does not edit.
struct PatternMatch {
  size_t begin = 0;
  size_t end = 0;
  llvm::SmallVector<PatternEdit, 1> edits;
};

/// Tries `pattern` with its anchor at tokens[at].
std::optional<PatternMatch> matchPattern(const Pattern &pattern, llvm::StringRef buffer,
                                         llvm::ArrayRef<Token> tokens, size_t at);

} // namespace musaport

#endif // MUSAPORT_RULES_PATTERN_H
