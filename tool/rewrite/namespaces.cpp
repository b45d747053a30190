//===- rewrite/namespaces.cpp -----------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "rewrite/namespaces.h"

#include "llvm/ADT/SmallVector.h"

#include <algorithm>

using llvm::StringRef;

namespace musaport {
namespace {

using Components = llvm::ArrayRef<StringRef>;

bool beginsWith(Components scope, Components components) {
  return scope.take_front(components.size()) == components;
}

bool isWord(const SourceText &text, size_t i, StringRef word) {
  return text.tokens[i].isIdentifier() && text.bytes(i) == word;
}

/// The components that stand before tokens[i]. The word before a `::cuda` is none of them, such as
/// `return` or a type's `const`.
llvm::SmallVector<StringRef, 4> qualifiersOf(const SourceText &text, size_t i) {
  llvm::SmallVector<StringRef, 4> spelled;
  while (text.isQualified(i)) {
    i -= 2;
    spelled.insert(spelled.begin(), text.bytes(i));
  }
  return spelled;
}

/// `spelled::name` for the namespace `wanted::name`.
bool isSpelled(Components spelled, Components wanted, Components scope) {
  if (wanted.empty())
    return false;
  if (spelled.size() >= wanted.size())
    return std::equal(wanted.rbegin(), wanted.rend(), spelled.rbegin());
  // native::cuda inside of namespace at: the scope spells the rest.
  const size_t rest = wanted.size() - spelled.size();
  return std::equal(spelled.rbegin(), spelled.rend(), wanted.rbegin()) &&
         beginsWith(scope, wanted.take_front(rest));
}

} // namespace

bool namesNamespace(StringRef qualified, const SourceText &text, const ScopeTracker &scopes,
                    size_t i) {
  llvm::SmallVector<StringRef, 4> wanted;
  qualified.split(wanted, "::");
  wanted.pop_back(); // tokens[i]
  const llvm::SmallVector<StringRef, 4> spelled = qualifiersOf(text, i);
  if (!spelled.empty())
    return isSpelled(spelled, wanted, scopes.path());

  const bool followsKeyword = i > 0 && isWord(text, i - 1, "namespace");
  const bool isUsed = text.is(i + 1, clang::tok::coloncolon) || followsKeyword;
  if (wanted.empty()) // a namespace at top level
    return isUsed;
  if (i > 0 && text.is(i - 1, clang::tok::coloncolon))
    return false; // ::cuda
  const bool opens = followsKeyword && !(i > 1 && isWord(text, i - 2, "using"));
  if (opens)
    return scopes.path() == Components(wanted);
  return isUsed && (beginsWith(scopes.path(), wanted) ||
                    (wanted.size() == 1 && scopes.isUsed(wanted.front())));
}

bool includesLibcudacxx(StringRef buffer, llvm::ArrayRef<Token> tokens, const RuleSet &rules,
                        const IncludeResolver &includes, size_t file) {
  const std::string folder = (sourceSide(rules.direction()).word + "/").str();
  llvm::SmallVector<const Rule *, 2> found;
  for (const Token &token : tokens) {
    if (!token.is(clang::tok::header_name))
      continue;
    const StringRef header = buffer.substr(token.offset, token.length);
    const StringRef name = header.drop_front().drop_back();
    if (!name.starts_with(folder))
      continue;
    rules.header(name, found);
    if (!found.empty() && found.front()->owner == Owner::Cuda && found.front()->edits() &&
        !includes.resolve(file, name, IncludeResolver::formOf(header)))
      return true;
  }
  return false;
}

} // namespace musaport
