//===- dataflow/guard_uses.cpp ----------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "dataflow/guard_uses.h"

#include "clang/Lex/Lexer.h"

using llvm::StringRef;

namespace musaport {
namespace {

/// The word behind the # of the directive that `at` stands in; empty in code.
StringRef directiveOf(StringRef buffer, llvm::ArrayRef<Token> tokens, size_t at) {
  if (!(tokens[at].flags & Token::InDirective))
    return {};
  while (at > 0 && !(tokens[at].flags & Token::StartOfLine))
    --at;
  return at + 1 < tokens.size() ? buffer.substr(tokens[at + 1].offset, tokens[at + 1].length) : "#";
}

} // namespace

std::optional<GuardUse> GuardUses::expandedAt(const clang::SourceManager &sources,
                                              clang::SourceLocation location) {
  while (location.isMacroID()) {
    if (sources.isMacroArgExpansion(location)) {
      location = sources.getImmediateSpellingLoc(location);
      continue;
    }
    const clang::SourceLocation name = sources.getImmediateExpansionRange(location).getBegin();
    const clang::SourceLocation written = sources.getSpellingLoc(name);
    const unsigned length =
        clang::Lexer::MeasureTokenLength(written, sources, clang::LangOptions());
    const GuardRule *rule = rules.guard(StringRef(sources.getCharacterData(written), length));
    if (rule != nullptr && written.isFileID() && !sources.isInSystemHeader(written) &&
        sources.getFileEntryRefForID(sources.getFileID(written)))
      return useAt(sources, *rule, written);
    location = name;
  }
  return std::nullopt;
}

GuardUse GuardUses::useAt(const clang::SourceManager &sources, const GuardRule &rule,
                          clang::SourceLocation name) {
  GuardUse use;
  use.rule = &rule;
  const auto [file, offset] = sources.getDecomposedLoc(name);
  use.file = file;
  StringRef buffer = sources.getBufferData(file);
  auto [entry, isNew] = files.try_emplace(file);
  if (isNew && whyNotTokenized(buffer).empty())
    entry->second = tokenize(buffer);
  use.tokens = entry->second;
  const Token *at = llvm::lower_bound(use.tokens, offset, [](const Token &token, unsigned wanted) {
    return token.offset < wanted;
  });
  if (at != use.tokens.end() && at->offset == offset) {
    const auto index = static_cast<size_t>(at - use.tokens.begin());
    use.translation = translateGuard(rule, rules.direction(), buffer, use.tokens, index,
                                     directiveOf(buffer, use.tokens, index), /*numbers=*/{});
  }
  return use;
}

} // namespace musaport
