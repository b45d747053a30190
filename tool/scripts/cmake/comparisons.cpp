//===- scripts/cmake/comparisons.cpp - ports comparisons --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "scripts/cmake/languages.h"
#include "scripts/cmake/passes.h"
#include "source/name_characters.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

#include <array>

using llvm::StringRef;

namespace musaport::cmake {
namespace {

bool isComparison(StringRef word) {
  return llvm::StringSwitch<bool>(word)
      .Cases("VERSION_LESS", "VERSION_GREATER", "VERSION_EQUAL", "VERSION_LESS_EQUAL",
             "VERSION_GREATER_EQUAL", true)
      .Cases("LESS", "GREATER", "EQUAL", "LESS_EQUAL", "GREATER_EQUAL", true)
      .Cases("STREQUAL", "STRLESS", "STRGREATER", "MATCHES", true)
      .Default(false);
}

/// What a variable is compared with: a language, the name of a compiler, a program, architectures.
void portCompared(Porter &porter, const Argument &variable, const Argument &other) {
  StringRef name = variable.text, text = other.text;
  Holds holds = porter.holdsOf(name);
  for (const CMakeReference &reference : findReferences(variable.text)) {
    name = variable.text.slice(reference.nameBegin, reference.nameEnd);
    holds = porter.holdsOf(variable.text, reference);
    // "x${NAME}x" STREQUAL "xCUDAx"
    StringRef before = variable.text.take_front(reference.begin);
    StringRef behind = variable.text.substr(reference.end);
    if (text.size() > before.size() + behind.size() && text.starts_with(before) &&
        text.ends_with(behind))
      text = text.drop_front(before.size()).drop_back(behind.size());
    break;
  }
  if (holds == Holds::Anything && isCalledLanguage(name) && porter.isCudaLanguage(text))
    return porter.sayOfLanguage(text, porter.severityOfLanguage(name));
  // Of a regular expression each alternative.
  for (; !text.empty(); text = text.drop_front()) {
    StringRef word = text.take_while([](char c) { return isNameCharacter(c) || c == '-'; });
    if (holds == Holds::Languages)
      porter.apply(RuleKind::CMakeLanguage, word, porter.rangeOf(word));
    else if (holds == Holds::Compiler)
      porter.apply(RuleKind::CMakeCompiler, word, porter.rangeOf(word));
    else if (holds == Holds::Program)
      porter.apply(RuleKind::Program, word, porter.rangeOf(word));
    else if (holds == Holds::Architectures && isCudaArchitecture(word))
      return porter.warn(porter.rangeOf(other.text),
                         "'" + other.text + "' is compared with MUSA architectures",
                         "for example '" + porter.rules.architecture().name + "'");
    text = text.drop_front(word.size());
    if (text.empty())
      return;
  }
}

/// The rule for the variable that an operand is, or is a reference to, if MUSA has a level for it.
const Rule *levelRule(Porter &porter, StringRef operand) {
  if (operand.consume_front("${"))
    operand.consume_back("}");
  const Rule *rule = porter.ruleFor(RuleKind::CMakeVariable, operand);
  return rule && !rule->level.empty() ? rule : nullptr;
}

bool hasLevel(Porter &porter, const Argument &operand) {
  if (levelRule(porter, operand.text) && (!operand.isQuoted || operand.text.contains('$')))
    return true;
  return llvm::any_of(findReferences(operand.text), [&](const CMakeReference &reference) {
    const Rule *inner = porter.ruleFor(RuleKind::CMakeVariable,
                                       operand.text.slice(reference.nameBegin, reference.nameEnd));
    return inner && !inner->level.empty();
  });
}

/// A number, or a regular expression.
bool isLiteral(const Argument &operand) {
  return !operand.text.contains("${") && operand.text.find_first_of("0123456789") < 4;
}

/// CUDA's versions become the level that MUSA has, where it is compared with another one.
void portVersion(Porter &porter, Argument &operand, const Argument *other) {
  if (!other || !(isLiteral(*other) || hasLevel(porter, *other))) {
    if (hasLevel(porter, operand))
      porter.warnOfVersion(operand.range(), operand.text);
    return;
  }
  const Rule *rule = levelRule(porter, operand.text);
  if (rule && !operand.text.contains('$') && !operand.isQuoted) {
    porter.replaceByLevel(*rule, operand.range(), operand.text);
    operand.maybeVariable = false;
    return;
  }
  for (const CMakeReference &reference : findReferences(operand.text)) {
    if (reference.kind != CMakeReference::Kind::Variable)
      continue;
    StringRef name = operand.text.slice(reference.nameBegin, reference.nameEnd);
    const Rule *inner = porter.ruleFor(RuleKind::CMakeVariable, name);
    if (inner && !inner->level.empty())
      porter.replaceByLevel(*inner,
                            {operand.begin + reference.begin, operand.begin + reference.end}, name);
  }
}

void portCondition(Porter &porter, std::vector<Argument> &arguments) {
  auto operand = [&](size_t i) -> Argument * {
    return i < arguments.size() && !arguments[i].isLiteral ? &arguments[i] : nullptr;
  };
  for (size_t i = 1; i + 1 < arguments.size(); ++i) {
    const Argument &between = arguments[i];
    const std::array<Argument *, 2> sides{operand(i - 1), operand(i + 1)};
    if (between.isQuoted)
      continue;
    if (between.text == "IN_LIST" && sides[0] && sides[1])
      portCompared(porter, *sides[1], *sides[0]);
    if (!isComparison(between.text))
      continue;
    for (auto [side, other] : {std::pair(sides[0], sides[1]), std::pair(sides[1], sides[0])}) {
      if (!side)
        continue;
      if (other)
        portCompared(porter, *side, *other);
      portVersion(porter, *side, other);
    }
  }
}

} // namespace

void portComparisons(Porter &porter, Command &command) {
  for (const Argument &argument : command.arguments)
    if (argument.role == Role::Compared && argument.holder)
      portCompared(porter, command.arguments[*argument.holder], argument);
  if (!command.arguments.empty() && command.arguments[0].role == Role::Operand)
    portCondition(porter, command.arguments);
}

} // namespace musaport::cmake
