//===- rewrite/source_strings.cpp -------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "rewrite/source_strings.h"

#include "source/name_characters.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

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

bool portFileName(SourcePort &port, size_t i) {
  StringRef path = port.text.bytes(i);
  if (port.edits.covers(i) || !path.consume_front("\"") || !path.consume_back("\"") ||
      !hasDeviceExtension(path, port.source) || path.contains('\\') ||
      port.directives.word() == "line")
    return false;
  path = path.ltrim('/'); // behind the name of a folder
  const std::optional<IncludeResolver::Resolution> found =
      port.context.includes.resolve(port.file, path, IncludeResolver::Form::Quoted);
  if (!found || found->otherwise || found->newName == path)
    return false;
  const auto at = static_cast<uint32_t>(path.data() - port.text.buffer.data());
  port.edits.replaceWithin(i, at, static_cast<uint32_t>(path.size()), found->newName,
                           port.recorder.useOfTree(path, found->newName, i));
  port.recorder.decide(i, "becomes '" + found->newName + "', as the file does");
  return true;
}

bool portVariable(SourcePort &port, size_t i) {
  StringRef name = port.text.bytes(i);
  if (port.edits.covers(i) || !name.consume_front("\"") || !name.consume_back("\""))
    return false;
  name.consume_back("="); // putenv("NAME=")
  llvm::SmallVector<const Rule *, 2> found;
  if (!name.empty() && llvm::all_of(name, isNameCharacter) && llvm::none_of(name, llvm::isLower))
    port.rules.script(RuleKind::Environment, name, found);
  if (found.empty())
    return false;
  const Rule &rule = *found.front();
  if (rule.status == Status::Keep) {
    port.recorder.keep(i, name, rule, /*looksLikeCudas=*/true);
    port.recorder.decide(i, "kept by " + port.recorder.place(rule) + ": " + rule.note.str());
    return true;
  }
  port.recorder.report(i, name, rule, rule.to);
  if (!rule.edits()) {
    port.recorder.leaveUnsupported(i, name, rule);
    return true;
  }
  const auto at = static_cast<uint32_t>(name.data() - port.text.buffer.data());
  port.edits.replaceWithin(i, at, static_cast<uint32_t>(name.size()), rule.to,
                           port.recorder.useOf(rule, name, rule.to, i));
  port.recorder.decide(i, port.recorder.describe(rule, name, rule.to), rule);
  return true;
}

void portNamesInString(SourcePort &port, KnownNames &names, size_t i) {
  if (port.edits.covers(i))
    return;
  const StringRef text = port.text.bytes(i);
  for (size_t at = 0; at < text.size();) {
    if (!isNameStart(text[at])) {
      ++at;
      continue;
    }
    const StringRef word = text.substr(at).take_while(isNameCharacter);
    for (const Rule *rule : names.lookUp(word).rules) {
      if (!(rule->contexts & InString) || !rule->edits())
        continue;
      port.edits.replaceWithin(i, port.text.tokens[i].offset + static_cast<uint32_t>(at),
                               static_cast<uint32_t>(word.size()), rule->to,
                               port.recorder.useOf(*rule, word, rule->to, i));
      port.recorder.decide(i, port.recorder.describe(*rule, word, rule->to), *rule);
      break;
    }
    at += word.size();
  }
}

} // namespace musaport
