//===- scripts/cmake/porter.cpp - what a script's passes share --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "scripts/cmake/porter.h"

#include "rules/side_names.h"

#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace musaport::cmake {

StringRef soleVariable(StringRef text) {
  return text.consume_front("${") && text.consume_back("}") ? text : StringRef();
}

std::optional<StringRef> Porter::behindToolkit(StringRef path) {
  for (const CMakeReference &reference : findReferences(path))
    if (holdsOf(path, reference) == Holds::Toolkit)
      return path.substr(reference.end);
  return std::nullopt;
}

/// MY_LIBS, x_LIBRARY: where it is linked may be in a function, or in another project.
static bool isCalledLibraries(StringRef variable) {
  return llvm::any_of(std::initializer_list<StringRef>{"_LIBS", "_LIBRARIES", "_LIB", "_LIBRARY"},
                      [&](StringRef end) { return variable.ends_with_insensitive(end); });
}

Holds Porter::holdsOf(StringRef variable) {
  StringRef name = variable;
  const bool isEnvironment = name.consume_front("ENV{") && name.consume_back("}");
  const Rule *rule = isEnvironment ? ruleFor(RuleKind::Environment, name)
                                   : ruleFor(RuleKind::CMakeVariable, variable);
  if (rule && rule->holds != Holds::Anything)
    return rule->holds;
  if (context.scripts.toolkits.contains(variable))
    return Holds::Toolkit;
  if (context.scripts.compilers.contains(variable))
    return Holds::Program;
  const auto near = llvm::ArrayRef(loops).take_back(std::min(loops.size(), deepestLoop));
  if (context.scripts.languages.contains(variable) || llvm::is_contained(near, variable))
    return Holds::Languages;
  return context.scripts.libraries.contains(variable) || isCalledLibraries(variable)
             ? Holds::Libraries
             : Holds::Anything;
}

Holds Porter::holdsOf(StringRef text, const CMakeReference &reference) {
  StringRef name = text.slice(reference.nameBegin, reference.nameEnd);
  if (reference.kind == CMakeReference::Kind::Environment)
    return holdsOf(("ENV{" + name + "}").str());
  return holdsOf(name);
}

bool Porter::isCudaLanguage(StringRef word) {
  const Rule *rule = ruleFor(RuleKind::CMakeLanguage, word);
  return rule && rule->edits();
}

const Rule *Porter::applyVariable(StringRef name, ByteRange range, bool isReference) {
  rules.script(RuleKind::CMakeVariable, name, found);
  const Rule *rule = found.empty() ? nullptr : found.front();
  // A reference in the name stands for what a rule's * does, or for something unknown.
  if (!rule || (!rule->from.ends_with("*") && name.contains('$'))) {
    if (looksLike(cudaSide(), name) && !context.scripts.variables.contains(name) && isReference)
      recorder.leave(nullptr, range, name, Outcome::Unknown, "no rule knows it");
    return nullptr;
  }
  if (isDeclared(*rule, name)) {
    recorder.leave(rule, range, name, Outcome::Declared, "declared by the tree");
    return nullptr;
  }
  if (rule->from.ends_with("*")) {
    const auto length = static_cast<uint32_t>(rule->from.size() - 1);
    const std::string to = (rule->to.drop_back() + name.drop_front(length)).str();
    if (rule->edits() && rule->status != Status::Keep) {
      edit({range.begin, range.begin + length}, rule->to.drop_back().str());
      recorder.count(*rule, range, name, to);
      return rule;
    }
  }
  applyRule(*rule, name, range, rule->to);
  return rule;
}

void Porter::replaceByLevel(const Rule &rule, ByteRange range, StringRef name) {
  edit(range, rule.level.str());
  Rule level = rule; // the level is what it is: nothing in it differs
  level.status = Status::Supported;
  recorder.count(level, range, name, rule.level);
}

void Porter::remove(Argument &argument) {
  argument.isDropped = true;
  const CMakeToken &token = script.tokens[argument.token];
  uint32_t begin = token.offset;
  size_t before = argument.token;
  while (before > 0 && (script.tokens[before - 1].kind == CMakeToken::Kind::Space ||
                        script.tokens[before - 1].kind == CMakeToken::Kind::Newline))
    --before;
  // What is behind a comment on a line must not move up to it.
  const CMakeToken &neighbour = script.tokens[before - 1];
  if (neighbour.kind != CMakeToken::Kind::LineComment &&
      (neighbour.kind != CMakeToken::Kind::Open || before == argument.token))
    begin = neighbour.end();
  edit({begin, token.end()}, "");
}

void Porter::sayOfLanguage(StringRef word, Severity severity) {
  const Rule *rule = ruleFor(RuleKind::CMakeLanguage, word);
  diagnose(severity, rangeOf(word), "'" + word + "' stays; it may mean the language",
           "the language is called '" + rule->to + "' now");
}

void Porter::warnOfVersion(ByteRange range, StringRef name) {
  recorder
      .diagnose("musa-version-value", Severity::Warning, range,
                "'" + name + "' becomes a MUSA version, which is numbered differently")
      .notes.push_back("compare it with a MUSA version");
}

} // namespace musaport::cmake
