//===- rewrite/pending_edits.h - edits that may give way --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The edits of a file while it is ported, in terms of its tokens. An edit that covers more tokens,
// or that comes from the user's rules, replaces others.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_REWRITE_PENDING_EDITS_H
#define MUSAPORT_REWRITE_PENDING_EDITS_H

#include "edits/edit.h"
#include "edits/result.h"
#include "rewrite/source_text.h"

#include <cstdint>
#include <string>
#include <vector>

namespace musaport {

class PendingEdits {
public:
  /// An index into FileResult::uses: what the edit counts as.
  using Use = size_t;
  static constexpr Use notCounted = ~Use(0);

  /// Of two overlapping edits, the one with the higher rank wins: the user's before a default one,
  /// then the one with more tokens.
  using Rank = uint32_t;
  static constexpr Rank ofToken = 1;
  static constexpr Rank highestDefault = (1u << 16) - 1;
  static Rank rankOf(const Rule &rule, size_t tokens) {
    return (rule.owner == Owner::User ? highestDefault + 1 : 0) + static_cast<Rank>(tokens);
  }

  explicit PendingEdits(const SourceText &text) : text(text) {}

  /// tokens[i] becomes `to`. Backslash-newlines in it stay, so that line numbers do not change.
  void replaceToken(size_t i, std::string to, Use use);
  /// The header name in `range` becomes `to`, delimiters included; false if nothing changes.
  bool replaceHeader(TokenRange range, std::string to, Use use);
  /// The bytes [offset, offset + length) of the file, which are part of tokens[i], become `to`.
  void replaceWithin(size_t i, uint32_t offset, uint32_t length, llvm::StringRef to, Use use);
  /// All of `range` becomes `to`; comments between its tokens stay. If `range` is empty, inserts
  /// `to` before its first token.
  void replace(TokenRange range, llvm::StringRef to, Use use, Rank rank);
  /// Puts `lines` before the line that begins with tokens[i].
  void insertLines(size_t i, llvm::ArrayRef<llvm::StringRef> lines, Use use);

  bool covers(size_t i) const;
  /// Whether an edit within `range` has a higher rank than `rank`.
  bool hasAbove(Rank rank, TokenRange range) const;
  /// Undoes the edits to `range` if all of them lie within it and rank below `rank`. Otherwise
  /// changes nothing and returns false.
  bool takeBack(TokenRange range, Rank rank);

  /// The edits in order; counts their uses.
  std::vector<Edit> finish(std::vector<NameUse> &uses);

private:
  struct Pending {
    TokenRange tokens;
    Edit edit;
    Use use = notCounted;
    Rank rank = ofToken;
  };
  void add(Pending pending);

  const SourceText &text;
  std::vector<Pending> edits; ///< in order
};

} // namespace musaport

#endif // MUSAPORT_REWRITE_PENDING_EDITS_H
