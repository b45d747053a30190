//===- scripts/copied_script.cpp --------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "scripts/copied_script.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using llvm::StringRef;

namespace musaport {
namespace {

bool isFileNameCharacter(char c) {
  return llvm::isAlnum(c) || c == '_' || c == '-' || c == '.' || c == '+';
}

/// Whether a comment of most languages begins at `at`. What scripts write may have an #include.
bool isComment(StringRef buffer, size_t lineStart, size_t at) {
  return buffer[at] == '#' && llvm::all_of(buffer.slice(lineStart, at), llvm::isSpace) &&
         !buffer.substr(at + 1).ltrim(" \t").starts_with("include");
}

/// The rule that gives a program another name, or null.
const Rule *programRule(const RuleSet &rules, StringRef name) {
  llvm::SmallVector<const Rule *, 4> found;
  rules.script(RuleKind::Program, name, found);
  auto renames = llvm::find_if(found, [](const Rule *rule) { return rule->edits(); });
  return renames == found.end() ? nullptr : *renames;
}

} // namespace

std::vector<Diagnostic> checkBuildScript(StringRef shownPath, StringRef buffer,
                                         const llvm::StringMap<std::string> &renamed,
                                         const RuleSet &rules) {
  const Direction direction = rules.direction();
  const Side &from = sourceSide(direction);
  std::vector<Diagnostic> diagnostics;
  llvm::StringSet<> reported;
  uint32_t line = 1;
  size_t lineStart = 0;
  // Every file that gets a new name by its extension has ".cu" in it; the others' names have none
  // in common.
  for (size_t at = 0; at < buffer.size();) {
    if (buffer[at] == '\n') {
      ++line;
      lineStart = ++at;
      continue;
    }
    if (isComment(buffer, lineStart, at)) {
      at = std::min(buffer.find('\n', at), buffer.size());
      continue;
    }
    if (!isFileNameCharacter(buffer[at])) {
      ++at;
      continue;
    }
    size_t end = at;
    while (end < buffer.size() && isFileNameCharacter(buffer[end]))
      ++end;
    StringRef name = buffer.slice(at, end).rtrim('.'); // the end of a sentence
    const bool glob = at > 0 && (buffer[at - 1] == '*' || buffer[at - 1] == '%' ||
                                 buffer[at - 1] == '}' || buffer[at - 1] == ']');
    auto known = renamed.find(name);
    std::string newName;
    if (known != renamed.end())
      newName = known->second;
    else if (glob && !renamed.empty() &&
             (name == from.sourceExtension || name == from.headerExtension))
      newName = renameExtension(name, direction);
    else if (const Rule *program = programRule(rules, name))
      newName = program->to.str();
    if (!newName.empty() && reported.insert(name).second) {
      Diagnostic diagnostic;
      diagnostic.id = "musa-build-script";
      diagnostic.severity = Severity::Warning;
      diagnostic.place = {shownPath.str(), line, static_cast<uint32_t>(at - lineStart + 1)};
      diagnostic.sourceLine = buffer.slice(lineStart, buffer.find('\n', at)).rtrim('\r').str();
      diagnostic.length = static_cast<uint32_t>(name.size());
      diagnostic.message = glob ? "this pattern finds '*" + name.str() +
                                      "' files, which are now called '*" + newName + "'"
                                : "'" + name.str() + "' is now called '" + newName + "'";
      diagnostic.notes.push_back("build scripts are copied as they are; change the name here");
      diagnostics.push_back(std::move(diagnostic));
    }
    at = end;
  }
  return diagnostics;
}

} // namespace musaport
