//===- rewrite/escaped_source.cpp -------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "rewrite/escaped_source.h"

#include "source/name_characters.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>

using llvm::StringRef;

namespace musaport {
namespace {

bool isPlain(StringRef literal) {
  return literal.size() > 1 && literal.front() == '"' && literal.back() == '"';
}

/// Behind "__global__" or "__device__": parameters, and a body. In between may be words, other
/// parentheses (__launch_bounds__), and what is between two literals.
bool continuesAsDefinition(StringRef text) {
  text = text.drop_front(std::min(text.find_first_of("(){};"), text.size()));
  while (text.consume_front("(")) {
    for (int depth = 1; depth > 0;) {
      const size_t at = text.find_first_of("(){};");
      if (at == StringRef::npos || (text[at] != '(' && text[at] != ')'))
        return false;
      depth += text[at] == '(' ? 1 : -1;
      text = text.drop_front(at + 1);
    }
    for (size_t left = text.size() + 1; text.size() < left;) {
      left = text.size();
      text = text.ltrim(" \t\r\n\"").drop_while(isNameCharacter);
      text.consume_front("\\n");
      text.consume_front("\\t");
      text.consume_front("\\r");
    }
    if (text.starts_with("{"))
      return true;
  }
  return false;
}

/// Not prose that has the word. `text`: with escape sequences.
bool definesDeviceCode(StringRef text) {
  for (const StringRef word : {"__global__", "__device__"})
    for (size_t at = text.find(word); at != StringRef::npos; at = text.find(word, at + 1))
      if (continuesAsDefinition(text.drop_front(at + word.size())))
        return true;
  return false;
}

/// The next literal of a string, behind tokens from `i` on that may stand between its literals: a
/// macro (PRIu64), a macro's call (STRING(N)), lines of #if. `i` if there is none.
size_t behindHole(const SourceText &text, size_t i) {
  constexpr size_t longest = 64;
  size_t at = i;
  for (int depth = 0; at < text.tokens.size() && at - i < longest; ++at) {
    if (depth == 0 && !text.isInDirective(at) && text.isStringLiteral(at))
      return at;
    const bool opens = text.is(at, clang::tok::l_paren), closes = text.is(at, clang::tok::r_paren);
    depth += opens ? 1 : closes ? -1 : 0;
    const bool mayStand =
        text.tokens[at].isIdentifier() || text.isInDirective(at) || opens || closes || depth > 0;
    if (!mayStand || depth < 0)
      break;
  }
  return i;
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

EscapedSource::EscapedSource(const SourceText &text, size_t i)
    : first(i), begin(text.tokens[i].offset) {
  for (size_t at = i; text.isStringLiteral(at); at = behindHole(text, at)) {
    if (isPlain(text.bytes(at)))
      literals.push_back(at);
    else if (!text.bytes(at).starts_with("R"))
      break; // of another type
    last = ++at;
  }
  const StringRef all = text.buffer.slice(begin, last > i ? text.tokens[last - 1].end() : begin);
  if (literals.empty() || !definesDeviceCode(all)) {
    literals.clear();
    return;
  }
  bytes.assign(all.size(), ' ');
  continues.resize(all.size());
  for (const size_t at : literals)
    add(text.bytes(at), text.tokens[at].offset - begin);
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
    case '\'':
      bytes[at + i] = '\'';
      break;
    case '\\':
      // An escape sequence of the source's own: its two characters stand side by side.
      if (literal[i + 1] == '\\' && StringRef("\\\"'").contains(literal[i + 2])) {
        bytes[at + i + 1] = '\\';
        bytes[at + i + 2] = literal[i + 2];
        i += 2;
      } else {
        bytes[at + i] = '\\';
      }
      break;
    default: // a character that is no token, perhaps by its number
      while (llvm::isHexDigit(literal[i + 1]) &&
             (literal[backslash + 1] == 'x' || llvm::isDigit(literal[backslash + 1])) &&
             (literal[backslash + 1] == 'x' || i - backslash < 3))
        ++i;
      break;
    }
    for (size_t rest = backslash + 1; rest <= i; ++rest)
      continues.set(at + rest);
  }
}

llvm::SmallVector<EscapedSource::Placed, 1> EscapedSource::place(const Edit &edit) const {
  llvm::SmallVector<Placed, 1> placed;
  const size_t begins = edit.offset, ends = begins + edit.length;
  for (size_t k = 0; k < contents.size(); ++k) {
    const Content &content = contents[k];
    const bool isLast = k + 1 == contents.size();
    // An insertion between two literals is one into the second.
    if (edit.length == 0 ? begins > content.end && !isLast
                         : begins >= content.end || ends <= content.begin)
      continue;
    size_t from = std::clamp(begins, content.begin, content.end);
    size_t to = std::clamp(ends, content.begin, content.end);
    while (edit.length > 0 && from > content.begin && continues[from])
      --from;
    while (to < content.end && continues[to])
      ++to;
    if (edit.length == 0)
      from = to;
    placed.push_back({literals[k],
                      {static_cast<uint32_t>(begin + from), static_cast<uint32_t>(to - from),
                       placed.empty() ? escaped(edit.text) : ""}});
    if (edit.length == 0)
      break;
  }
  return placed;
}

} // namespace musaport
