//===- rewrite/pending_edits.h - edits that may give way --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The edits of a file while it is ported, in terms of its tokens. One that covers more tokens, or
// is the user's, takes the place of others.
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
  /// A place in FileResult::uses: what the edit is counted as.
  using Use = size_t;
  static constexpr Use notCounted = ~Use(0);

  /// Of two edits that overlap, the one of the higher rank stays: a user's before a default one,
  /// then the longer one, in tokens.
  using Rank = uint32_t;
  static constexpr Rank ofToken = 1;
  static constexpr Rank highestDefault = (1u << 16) - 1;
  static Rank rankOf(const Rule &rule, size_t tokens) {
    return (rule.owner == Owner::User ? highestDefault + 1 : 0) + static_cast<Rank>(tokens);
  }

  explicit PendingEdits(const SourceText &text) : text(text) {}

  /// tokens[i] becomes `to`. Backslash-newlines in it stay, so that lines keep their numbers.
  void replaceToken(size_t i, std::string to, Use use);
  /// The header name in `range` becomes `to`, with its delimiters; false if it is that already.
  bool replaceHeader(TokenRange range, std::string to, Use use);
  /// A part of tokens[i], [offset, offset + length) of the file, becomes `to`.
  void replaceWithin(size_t i, uint32_t offset, uint32_t length, llvm::StringRef to, Use use);
  /// All of `range` becomes `to`; comments between its tokens stay. An empty range: `to` is put
  /// before its first token.
  void replace(TokenRange range, llvm::StringRef to, Use use, Rank rank);
  /// Puts `line` before the line that begins with tokens[i].
  void insertLine(size_t i, std::string line, Use use);

  bool covers(size_t i) const;
  /// Whether an edit within `range` has a higher rank.
  bool hasAbove(Rank rank, TokenRange range) const;
  /// Takes back what was done to `range` with a lower rank; false if that is not all that was done
  /// to it.
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
