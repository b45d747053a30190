//===- checks/ignored.cpp --------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "checks/ignored.h"

using llvm::StringRef;

namespace musaport {
namespace {

/// `line` may go on behind its end.
bool silences(StringRef line, StringRef id) {
  line = line.take_until([](char c) { return c == '\n'; });
  for (StringRef begin : {"//", "/*"})
    for (size_t at = line.find(begin); at != StringRef::npos; at = line.find(begin, at + 1)) {
      StringRef comment = line.substr(at + begin.size()).ltrim();
      if (!comment.consume_front("musa-port: ignore("))
        continue;
      auto [ids, reason] = comment.split(')');
      reason = reason.trim();
      reason.consume_back("*/");
      if (reason.trim().empty())
        continue;
      while (!ids.empty()) {
        const auto [first, rest] = ids.split(',');
        if (first.trim() == id)
          return true;
        ids = rest;
      }
    }
  return false;
}

} // namespace

bool isIgnored(StringRef text, size_t offset, StringRef id) {
  const size_t lineBegin = text.take_front(offset).rfind('\n') + 1; // npos + 1 is 0
  if (silences(text.substr(lineBegin), id))
    return true;
  if (lineBegin == 0)
    return false;
  const size_t above = text.take_front(lineBegin - 1).rfind('\n') + 1;
  StringRef line = text.slice(above, lineBegin - 1).ltrim();
  return (line.starts_with("//") || line.starts_with("/*")) && silences(line, id);
}

} // namespace musaport
