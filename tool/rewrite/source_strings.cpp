//===- rewrite/source_strings.cpp -------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "rewrite/source_strings.h"

#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace musaport {
namespace {

/// How many literals before and behind one are looked at.
constexpr size_t mostParts = 64;

/// Whether one of the literals around tokens[i] shows that they make a source.
bool isInSource(const SourceText &text, size_t i) {
  constexpr StringRef signs[] = {"__global__", "__device__", "#include <", "#include \""};
  size_t first = i;
  while (first > 0 && i - first < mostParts && text.isStringLiteral(first - 1))
    --first;
  for (size_t at = first; at < i + mostParts && text.isStringLiteral(at); ++at)
    if (llvm::any_of(signs, [&](StringRef sign) { return text.bytes(at).contains(sign); }))
      return true;
  return false;
}

} // namespace

StringRef sourceInString(const SourceText &text, size_t i) {
  const StringRef literal = text.bytes(i);
  const size_t quote = literal.find('"');
  if (quote == 0 || quote == StringRef::npos || literal[quote - 1] != 'R')
    return {};
  const size_t open = literal.find('(', quote), close = literal.rfind(')');
  if (open == StringRef::npos || close == StringRef::npos || close < open || !isInSource(text, i))
    return {};
  return literal.slice(open + 1, close);
}

} // namespace musaport
