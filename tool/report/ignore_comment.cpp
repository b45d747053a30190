//===- report/ignore_comment.cpp -------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "report/ignore_comment.h"

#include "llvm/ADT/SmallVector.h"

using llvm::StringRef;

namespace musaport {
namespace {

constexpr StringRef marker = "musa-port: ignore(";

/// The offset in `line` where the comment begins whose first word is at `word`; npos if none does.
size_t commentBegin(StringRef line, size_t word, CommentStyle style) {
  StringRef before = line.take_front(word).rtrim(" \t");
  if (style == CommentStyle::Script)
    return before.ends_with("#") ? before.rtrim('#').size() : StringRef::npos;
  return before.ends_with("//") || before.ends_with("/*") ? before.size() - 2 : StringRef::npos;
}

/// Whether there is nothing but a comment in `line`.
bool isOnlyComment(StringRef line, CommentStyle style) {
  line = line.trim(" \t");
  if (style == CommentStyle::Script)
    return line.starts_with("#");
  return line.starts_with("//") ||
         (line.starts_with("/*") && line.find("*/", 2) == line.size() - 2);
}

} // namespace

std::vector<IgnoreComment> findIgnoreComments(StringRef shownPath, StringRef text,
                                              CommentStyle style) {
  std::vector<IgnoreComment> found;
  uint32_t line = 1;
  size_t counted = 0; // newlines before this are in `line`
  for (size_t at = text.find(marker); at != StringRef::npos; at = text.find(marker, at + 1)) {
    const size_t lineBegin = text.take_front(at).rfind('\n') + 1; // npos + 1 is 0
    StringRef sourceLine =
        text.substr(lineBegin).take_until([](char c) { return c == '\n' || c == '\r'; });
    line += static_cast<uint32_t>(text.slice(counted, lineBegin).count('\n'));
    counted = lineBegin;
    const size_t begin = commentBegin(sourceLine, at - lineBegin, style);
    auto [ids, reason] = sourceLine.substr(at - lineBegin + marker.size()).split(')');
    if (begin == StringRef::npos)
      continue;
    IgnoreComment comment;
    comment.place = {shownPath.str(), line, static_cast<uint32_t>(begin + 1)};
    comment.sourceLine = sourceLine.str();
    llvm::SmallVector<StringRef, 4> parts;
    ids.split(parts, ',', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
    for (StringRef id : parts)
      comment.ids.push_back(id.trim().str());
    reason = reason.trim();
    if (style == CommentStyle::Cpp)
      reason.consume_back("*/");
    comment.hasReason = !reason.trim().empty();
    comment.line = isOnlyComment(sourceLine, style) ? line + 1 : line;
    found.push_back(std::move(comment));
  }
  return found;
}

} // namespace musaport
