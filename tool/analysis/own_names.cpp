//===- analysis/own_names.cpp -----------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "analysis/own_names.h"

#include "source/name_characters.h"
#include "source/tokens.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

using llvm::StringRef;

namespace musaport {
namespace {

/// barrier of cuda::barrier
StringRef lastWord(StringRef name) { return name.substr(name.rfind(':') + 1); }

/// Whether tokens[i], the last word of `name`, stands for it and may be CUDA's.
bool mayBeCudas(StringRef text, llvm::ArrayRef<Token> tokens, size_t i, StringRef name) {
  std::string storage;
  auto is = [&](size_t at, clang::tok::TokenKind kind) { return tokens[at].is(kind); };
  auto isWord = [&](size_t at, StringRef word) {
    return tokens[at].isIdentifier() && spelling(text, tokens[at], storage) == word;
  };
  if (const auto [space, member] = name.split("::"); !member.empty()) {
    if (i < 2 || !is(i - 1, clang::tok::coloncolon) || !isWord(i - 2, space))
      return false;
    i -= 2;
  }
  return i == 0 || !(is(i - 1, clang::tok::period) || is(i - 1, clang::tok::arrow));
}

bool hasWord(StringRef text, StringRef word) {
  for (size_t at = text.find(word); at != StringRef::npos; at = text.find(word, at + 1)) {
    const size_t end = at + word.size();
    if ((at == 0 || !isNameCharacter(text[at - 1])) &&
        (end == text.size() || !isNameCharacter(text[end])))
      return true;
  }
  return false;
}

} // namespace

OwnNames::OwnNames(llvm::ArrayRef<ResolvedName> resolved) {
  for (const ResolvedName &each : resolved)
    if (each.whose == ResolvedName::Whose::Declared)
      names.try_emplace(each.name);
  for (const ResolvedName &each : resolved)
    if (each.whose == ResolvedName::Whose::Cudas)
      names.erase(each.name);
  for (const ResolvedName &each : resolved)
    if (auto own = names.find(each.name); own != names.end())
      own->second.emplace(each.file, each.offset);
}

void OwnNames::visitSource(StringRef file, StringRef text) {
  if (!whyNotTokenized(text).empty())
    return; // nor is it ported
  llvm::StringMap<llvm::SmallVector<std::string, 1>> byLastWord;
  for (const auto &[name, places] : names)
    byLastWord[lastWord(name)].push_back(name);
  const std::vector<Token> tokens = tokenize(text);
  std::string storage;
  for (size_t i = 0; i < tokens.size(); ++i) {
    const auto found = tokens[i].isIdentifier()
                           ? byLastWord.find(spelling(text, tokens[i], storage))
                           : byLastWord.end();
    if (found == byLastWord.end())
      continue;
    llvm::erase_if(found->second, [&](const std::string &name) {
      if (!mayBeCudas(text, tokens, i, name) ||
          names.at(name).contains({file.str(), tokens[i].offset}))
        return false;
      names.erase(name);
      return true;
    });
  }
}

void OwnNames::visitScript(StringRef text) {
  std::erase_if(names, [&](const auto &own) { return hasWord(text, own.first); });
}

llvm::StringSet<> OwnNames::all() const {
  llvm::StringSet<> result;
  for (const auto &[name, places] : names)
    result.insert(name);
  return result;
}

} // namespace musaport
