//===- rewrite/computed_includes.cpp ----------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "rewrite/computed_includes.h"

#include "rewrite/path_macros.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <algorithm>

using llvm::StringRef;

namespace musaport {

void ComputedIncludes::visit(TokenRange tokens) {
  for (size_t i = tokens.first; i < tokens.last;) {
    if (text.is(i, clang::tok::string_literal)) {
      visitHeader({i, i + 1}, text.bytes(i));
      ++i;
      continue;
    }
    const TokenRange inside = betweenAngles(tokens, i);
    const auto [first, last] = inside;
    if (first < last) {
      const StringRef name = bytes(inside);
      bool isWhole = true;
      for (size_t at = first; at < last; ++at)
        isWhole &= !isMacro(at);
      if (isWhole || isKnownHeader(name))
        visitHeader({i, last + 1}, bytes({i, last + 1}));
      else
        visitPath(inside);
      i = last + 1;
      continue;
    }
    size_t end = i;
    while (end < tokens.last && isOfPath(text.tokens[end]) && (end == i || isJoined(end)))
      ++end;
    if (end > i)
      visitPath({i, end});
    i = std::max(end, i + 1);
  }
}

bool ComputedIncludes::isParameter(size_t i) const {
  return text.tokens[i].isIdentifier() && llvm::is_contained(parameters, text.bytes(i));
}

bool ComputedIncludes::isMacro(size_t i) const {
  return text.tokens[i].isIdentifier() &&
         (isParameter(i) || port.context.includeMacros.contains(text.bytes(i)));
}

bool ComputedIncludes::isKnownHeader(StringRef name) const {
  llvm::SmallVector<const Rule *, 2> rules;
  port.rules.header(name, rules);
  return !rules.empty() ||
         port.context.includes.resolve(port.file, name, IncludeResolver::Form::Angled);
}

TokenRange ComputedIncludes::betweenAngles(TokenRange tokens, size_t i) const {
  if (text.is(i, clang::tok::less))
    for (size_t close = i + 1; close < tokens.last; ++close)
      if (text.is(close, clang::tok::greater))
        return {i + 1, close};
  return {i, i};
}

bool ComputedIncludes::isJoined(size_t i) const {
  return text.tokens[i].offset == text.tokens[i - 1].end();
}

void ComputedIncludes::visitPath(TokenRange tokens) {
  const auto [first, last] = tokens;
  if (last == first + 1 && text.tokens[first].isIdentifier()) {
    if (!text.is(last, clang::tok::l_paren) && !isParameter(first))
      nameFolder(first);
    return;
  }
  // A path with other characters, or over several lines, is read only in part.
  const auto goesOn = [&](size_t i, bool isJoined) {
    return isJoined && text.isInDirective(i) && !text.startsLine(i) && !isDelimiter(text.tokens[i]);
  };
  bool isWhole = !text.is(first, clang::tok::minus) && last - first <= longestPath;
  isWhole &= !goesOn(first - 1, isJoined(first));
  const bool isLast = last >= text.tokens.size();
  const StringRef gap =
      isLast ? StringRef()
             : text.buffer.slice(text.tokens[last - 1].end(), text.tokens[last].offset);
  isWhole &= isLast || !goesOn(last, gap.empty() || gap.contains('\\'));
  bool hasMacros = false, hasParameters = false;
  for (size_t i = first; i < last; ++i) {
    isWhole &= (text.tokens[i].flags & Token::Spliced) == 0 && (i == first || isJoined(i));
    hasMacros |= isMacro(i);
    hasParameters |= isParameter(i);
  }
  if (!isWhole)
    return nameUnknown(tokens);
  const StringRef name = bytes(tokens);
  if (name.contains('.') && !hasParameters && (!hasMacros || isKnownHeader(name)))
    return visitHeader(tokens, name);
  const std::string path = spell(tokens, /*macros=*/true);
  const size_t begin = renameFile(tokens, path);
  renameFolders(tokens, path, begin);
  if (begin == path.size())
    nameUnknown(tokens);
}

StringRef ComputedIncludes::bytes(TokenRange tokens) const {
  return text.buffer.slice(text.tokens[tokens.first].offset, text.tokens[tokens.last - 1].end());
}

std::string ComputedIncludes::spell(TokenRange tokens, bool macros) const {
  std::string path;
  for (size_t i = tokens.first; i < tokens.last; ++i)
    path += isParameter(i) || (macros && isMacro(i)) ? std::string(text.tokens[i].length, '$')
                                                     : text.bytes(i).str();
  return path;
}

void ComputedIncludes::nameUnknown(TokenRange tokens) {
  const StringRef name = bytes(tokens);
  if (name.ends_with(port.source.headerExtension) || name.ends_with(port.source.sourceExtension))
    port.recorder.diagnose(tokens.first, "musa-unknown-header", Severity::Warning,
                           "the port does not know which file '" + name.str() +
                               "' is in an include that macros make",
                           "if it is a file of the tree, write the name that it has in the port");
}

size_t ComputedIncludes::renameFile(TokenRange tokens, StringRef path) {
  const size_t macro = path.rfind('$');
  const size_t begin =
      macro == StringRef::npos ? 0 : std::min(path.find('/', macro), path.size()) + 1;
  if (begin >= path.size() || !path.substr(begin).contains('.'))
    return path.size();
  const StringRef name = path.substr(begin);
  const auto file = port.context.includes.resolve(port.file, name, IncludeResolver::Form::Angled);
  if (!file || file->otherwise)
    return path.size();
  if (file->newName != name)
    replace(tokens, begin, path.size(), file->newName);
  return begin;
}

void ComputedIncludes::renameFolders(TokenRange tokens, StringRef path, size_t end) {
  const RenamedFolders &folders = port.context.includes.folders();
  llvm::SmallVector<RenamedFolders::Name, 2> names(folders.namesIn(path));
  // A word may be a macro in other files alone.
  for (const RenamedFolders::Name &name : folders.namesIn(spell(tokens, /*macros=*/false)))
    if (path.slice(name.begin, name.end).contains('$'))
      names.push_back(name);
  for (const RenamedFolders::Name &name : names)
    if (name.end <= end)
      replace(tokens, name.begin, name.end, name.text);
}

void ComputedIncludes::nameFolder(size_t i) {
  const StringRef word = text.bytes(i);
  for (const RenamedFolders::Name &name : port.context.includes.folders().namesIn(word))
    port.recorder.diagnose(i, "musa-dangling-include", Severity::Error,
                           "includes are made of '" + word.str() + "', a folder that becomes '" +
                               name.text + "'",
                           "write '" + name.text +
                               "' if only includes are made of it; else, if it names a namespace, "
                               "too, give the includes a macro of their own");
}

void ComputedIncludes::replace(TokenRange tokens, size_t begin, size_t end, StringRef to) {
  const size_t offset = text.tokens[tokens.first].offset;
  TokenRange part{tokens.last, tokens.last};
  for (size_t i = tokens.first; i < tokens.last; ++i)
    if (text.tokens[i].offset >= offset + begin && text.tokens[i].end() <= offset + end) {
      part.first = std::min(part.first, i);
      part.last = i + 1;
    }
  if (part.first == tokens.last)
    return;
  const StringRef from = text.buffer.slice(offset + begin, offset + end);
  port.edits.replace(part, to, port.recorder.useOfTree(from, to, part.first),
                     static_cast<PendingEdits::Rank>(part.last - part.first));
  port.recorder.decide(part.first, "a part of an include's path", NameUse::ofTree, {}, part);
}

} // namespace musaport
