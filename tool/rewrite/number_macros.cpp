//===- rewrite/number_macros.cpp --------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "rewrite/number_macros.h"

#include "rewrite/source_text.h"

#include <map>

using llvm::StringRef;

namespace musaport {
namespace {

/// Which numbers may be architectures, of NVIDIA's or of MUSA's.
constexpr unsigned least = 100, greatest = 2000;

class NumberFinder {
public:
  explicit NumberFinder(const SourceText &text) : text(text) {}

  std::vector<NumberMacro> run() {
    std::vector<size_t> others; // names of macros that are something else
    for (size_t i = 0; i + 2 < text.tokens.size(); ++i) {
      if (!text.startsLine(i) || text.directiveAt(i) != "define" || !follows(i + 2))
        continue;
      const unsigned value = isDefault(i) ? 0 : valueOf(i + 2);
      if (value < least || value > greatest)
        others.push_back(i + 2);
      else if (auto [known, isNew] = values.try_emplace(text.bytes(i + 2), value);
               !isNew && known->second != value)
        known->second = 0;
    }
    for (size_t name : others)
      if (auto known = values.find(text.bytes(name)); known != values.end())
        known->second = 0;
    std::vector<NumberMacro> found;
    found.reserve(values.size());
    for (const auto &[name, value] : values)
      found.push_back({name.str(), value});
    return found;
  }

private:
  /// Whether tokens[i] goes on with the line before it.
  bool follows(size_t i) const {
    return i < text.tokens.size() && text.isInDirective(i) && !text.startsLine(i);
  }

  /// The build may set what stands behind #ifndef NAME.
  bool isDefault(size_t i) const {
    return i >= 3 && text.is(i - 3, clang::tok::hash) && text.directiveAt(i - 3) == "ifndef" &&
           text.bytes(i - 1) == text.bytes(i + 2);
  }

  /// The number that the macro stands for: 700 or (700). 0 for anything else.
  unsigned valueOf(size_t name) const {
    size_t at = name + 1;
    const bool hasParentheses = follows(at) && text.is(at, clang::tok::l_paren) &&
                                (text.tokens[at].flags & Token::LeadingSpace);
    at += hasParentheses;
    if (!follows(at) || !text.is(at, clang::tok::numeric_constant))
      return 0;
    unsigned value = 0;
    if (text.bytes(at).rtrim("uUlL").getAsInteger(0, value) || follows(at + 1 + hasParentheses))
      return 0;
    return value;
  }

  const SourceText &text;
  std::map<StringRef, unsigned> values;
};

} // namespace

std::vector<NumberMacro> findNumberMacros(StringRef buffer, llvm::ArrayRef<Token> tokens) {
  const SourceText text{buffer, tokens};
  return NumberFinder(text).run();
}

} // namespace musaport
