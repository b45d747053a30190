//===- rules/pattern.h - token patterns -------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A compiled pattern rule: its tokens, the identifier it is looked up by, and the tokens it
// replaces. Only the tokens that differ between `from` and `to` are edited. Other rules still apply
// to the rest, above all to what the wildcards matched.
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
  std::string spelling;                ///< a wildcard's name has no $
  uint16_t kind = clang::tok::unknown; ///< a clang::tok::TokenKind
  bool wildcard = false;
  uint32_t offset = 0; ///< byte offset in the rule's text
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
  /// Index in `from` of the identifier the pattern is looked up by. No wildcard precedes it.
  unsigned anchor = 0;
  /// The differences between `from` and `to`, in order; empty if the rule does not edit.
  std::vector<PatternChange> changes;
};

/// The tokens of one side of a pattern.
std::vector<PatternToken> patternTokens(llvm::StringRef text);

/// Compiles `rule`, whose kind is Pattern. Fails with the reason if it can never match: no
/// identifier precedes the first wildcard, nothing ends a wildcard, `to` has a wildcard that `from`
/// lacks, or some text is not a token.
llvm::Expected<Pattern> compilePattern(const Rule &rule);

/// The identifier that tells which library the pattern is about: the first one, `DeviceType` of
/// `DeviceType::CUDA`, and the last one of a chain of members, `is_cuda` of `.type().is_cuda()`.
llvm::StringRef libraryNameOf(const Pattern &pattern);

/// Replaces tokens [first, last) with `text`. If first == last, inserts `text` before token
/// `first`, which exists.
struct PatternEdit {
  size_t first = 0;
  size_t last = 0;
  std::string text;
};

/// A match of a pattern: the tokens [begin, end) it covers, including context, and the edits to
/// make there, in order. There are none if the rule does not edit.
struct PatternMatch {
  size_t begin = 0;
  size_t end = 0;
  llvm::SmallVector<PatternEdit, 1> edits;
};

/// Matches `pattern` with its anchor at tokens[at]; nullopt if it does not match there.
std::optional<PatternMatch> matchPattern(const Pattern &pattern, llvm::StringRef buffer,
                                         llvm::ArrayRef<Token> tokens, size_t at);

} // namespace musaport

#endif // MUSAPORT_RULES_PATTERN_H
