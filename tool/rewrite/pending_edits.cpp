//===- rewrite/pending_edits.cpp --------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "rewrite/pending_edits.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using llvm::StringRef;

namespace musaport {

/// A pattern edits tokens behind the one that it is found by, a mirrored guard (800 <= X) one
/// before its macro: the last edits are not always the last in the file.
void PendingEdits::add(Pending pending) {
  auto position = edits.end();
  while (position != edits.begin() && std::prev(position)->edit.offset > pending.edit.offset)
    --position;
  edits.insert(position, std::move(pending));
}

void PendingEdits::replaceToken(size_t i, std::string to, Use use) {
  const Token &token = text.tokens[i];
  if (token.flags & Token::Spliced)
    to += splicesOf(text.bytes(i));
  add({{i, i + 1}, {token.offset, token.length, std::move(to)}, use});
}

bool PendingEdits::replaceHeader(TokenRange range, std::string to, Use use) {
  const Token &first = text.tokens[range.first];
  StringRef old = text.buffer.slice(first.offset, text.tokens[range.last - 1].end());
  if (first.flags & Token::Spliced)
    to.insert(to.size() - 1, splicesOf(old));
  if (to == old)
    return false;
  add({range, {first.offset, static_cast<uint32_t>(old.size()), std::move(to)}, use});
  return true;
}

void PendingEdits::replaceWithin(size_t i, uint32_t offset, uint32_t length, StringRef to,
                                 Use use) {
  add({{i, i + 1}, {offset, length, to.str()}, use});
}

void PendingEdits::replace(TokenRange range, StringRef to, Use use, Rank rank) {
  const auto [first, last] = range;
  const uint32_t begin = text.tokens[first].offset;
  if (first == last)
    return add({range, {begin, 0, to.str()}, use, rank});
  bool onlyBlanks = true;
  for (size_t i = first; i + 1 < last; ++i)
    onlyBlanks &= isBlank(text.buffer.slice(text.tokens[i].end(), text.tokens[i + 1].offset));
  if (onlyBlanks)
    return add({range, {begin, text.tokens[last - 1].end() - begin, to.str()}, use, rank});
  for (size_t i = first; i < last; ++i) {
    const bool isFirst = i == first;
    add({{i, i + 1},
         {text.tokens[i].offset, text.tokens[i].length, isFirst ? to.str() : ""},
         isFirst ? use : notCounted,
         rank});
  }
}

void PendingEdits::insertLines(size_t i, llvm::ArrayRef<StringRef> lines, Use use) {
  const uint32_t offset = text.tokens[i].offset;
  // The indentation, if any, goes to the first new line; the others and the old one get the same.
  size_t lineStart = text.buffer.take_front(offset).rfind('\n') + 1;
  StringRef indentation = text.buffer.slice(lineStart, offset);
  const StringRef end = text.buffer.contains("\r\n") ? "\r\n" : "\n";
  std::string inserted;
  for (StringRef line : lines)
    inserted += (line + end + (isBlank(indentation) ? indentation : StringRef())).str();
  auto position = std::partition_point(edits.begin(), edits.end(), [&](const Pending &pending) {
    return pending.edit.offset < offset;
  });
  edits.insert(position, {{i, i}, {offset, 0, std::move(inserted)}, use});
}

bool PendingEdits::covers(size_t i) const {
  for (const Pending &pending : llvm::reverse(edits)) {
    if (pending.tokens.last <= i)
      return false;
    if (pending.tokens.first <= i)
      return true;
  }
  return false;
}

bool PendingEdits::hasAbove(Rank rank, TokenRange range) const {
  // Edits do not overlap: before one that ends in front of the range, none reaches into it.
  for (const Pending &pending : llvm::reverse(edits)) {
    if (pending.tokens.last <= range.first)
      return false;
    if (pending.tokens.first < range.last && pending.rank > rank)
      return true;
  }
  return false;
}

bool PendingEdits::takeBack(TokenRange range, Rank rank) {
  size_t keep = edits.size();
  while (keep > 0 && edits[keep - 1].tokens.last > range.first) {
    const Pending &pending = edits[keep - 1];
    if (pending.tokens.first >= range.last) // further on: not touched
      return keep == edits.size();
    if (pending.tokens.first < range.first || pending.tokens.last > range.last ||
        pending.rank >= rank)
      return false;
    --keep;
  }
  edits.resize(keep);
  return true;
}

std::vector<Edit> PendingEdits::finish(std::vector<NameUse> &uses) {
  std::vector<Edit> finished;
  finished.reserve(edits.size());
  for (Pending &pending : edits) {
    if (pending.use != notCounted) // the first of several edits counts for all
      ++uses[pending.use].count;
    finished.push_back(std::move(pending.edit));
  }
  return finished;
}

} // namespace musaport
