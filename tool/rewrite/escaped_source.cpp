//===- rewrite/escaped_source.cpp -------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "rewrite/escaped_source.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using llvm::StringRef;

namespace musaport {
namespace {

bool isPlain(StringRef literal) {
  return literal.size() > 1 && literal.front() == '"' && literal.back() == '"';
}

/// Not prose that has the word.
bool definesDeviceCode(StringRef source) {
  return (source.contains("__global__") || source.contains("__device__")) && source.contains('{');
}

std::string escaped(StringRef text) {
  std::string result;
  for (const char c : text) {
    if (c == '"' || c == '\\')
      result += '\\';
    if (c == '\n')
      result += "\\n";
    else
      result += c;
  }
  return result;
}

} // namespace

std::optional<EscapedSource> EscapedSource::find(const SourceText &text, size_t i) {
  if (i > 0 && text.isStringLiteral(i - 1))
    return std::nullopt;
  EscapedSource result;
  result.range = {i, i};
  while (text.isStringLiteral(result.range.last) && isPlain(text.bytes(result.range.last)))
    ++result.range.last;
  const auto [first, last] = result.range;
  if (first == last || text.isStringLiteral(last))
    return std::nullopt;
  result.begin = text.tokens[first].offset;
  const StringRef all = text.buffer.slice(result.begin, text.tokens[last - 1].end());
  if (!definesDeviceCode(all))
    return std::nullopt;
  result.bytes.assign(all.size(), ' ');
  result.continues.resize(all.size());
  for (size_t at = first; at < last; ++at)
    result.add(text.bytes(at), text.tokens[at].offset - result.begin);
  return result;
}

/// `at`: where the literal begins in the source.
void EscapedSource::add(StringRef literal, size_t at) {
  contents.push_back({at + 1, at + literal.size() - 1});
  bool isQuoted = false;
  for (size_t i = 1; i + 1 < literal.size(); ++i) {
    if (literal[i] != '\\') {
      bytes[at + i] = literal[i];
      continue;
    }
    const size_t backslash = i++;
    switch (literal[i]) {
    case 'n': // what is behind it begins a line
      bytes[at + backslash] = '\n';
      isQuoted = false;
      break;
    case '"': // blanks are outside of the source's literals and headers' names
      bytes[at + (isQuoted ? backslash : i)] = '"';
      isQuoted = !isQuoted;
      break;
    case '\\':
      if (literal.substr(i + 1).starts_with("\\\"")) { // an escaped quote of the source's
        bytes[at + i + 1] = '\\';
        bytes[at + i + 2] = '"';
        i += 2;
      } else {
        bytes[at + i] = '\\';
      }
      break;
    case '\'':
      bytes[at + i] = '\'';
      break;
    default: // of one character that is no token
      break;
    }
    for (size_t rest = backslash + 1; rest <= i; ++rest)
      continues.set(at + rest);
  }
}

std::optional<EscapedSource::Placed> EscapedSource::place(const Edit &edit) const {
  size_t first = edit.offset, last = first + edit.length;
  const auto content = llvm::find_if(contents, [&](const Content &one) {
    return edit.length == 0 ? first <= one.end : first < one.end;
  });
  if (content == contents.end())
    return std::nullopt;
  first = std::max(first, content->begin);
  last = std::max(last, first);
  if (last > content->end)
    return std::nullopt;
  while (edit.length > 0 && first > content->begin && continues[first])
    --first;
  while (last < content->end && continues[last])
    ++last;
  if (edit.length == 0)
    first = last;
  const auto token = range.first + static_cast<size_t>(content - contents.begin());
  return Placed{token,
                {static_cast<uint32_t>(begin + first), static_cast<uint32_t>(last - first),
                 escaped(edit.text)}};
}

} // namespace musaport
