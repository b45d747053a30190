//===- scripts/cmake/flags.cpp - flags of nvcc ------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "scripts/cmake/flags.h"

using llvm::StringRef;

namespace musaport::cmake {
namespace {

bool canDrop(const Command &command, const Word &word) {
  const Argument &argument = command.arguments[word.argument];
  if (argument.isDroppable || word.at.guard != CMakeWord::noGuard)
    return true;
  const bool isOneOfSeveral = argument.text.size() > word.text.size();
  if (!argument.isQuoted) // of a;b
    return argument.role == Role::Value && isOneOfSeveral;
  return traitsOf(argument.role).share == Share::Whole || isOneOfSeveral;
}

/// Whether words of the argument are separated by blanks, and not each one of a list.
bool isText(const Argument &argument) {
  return argument.text.contains(' ') || argument.role == Role::Text ||
         argument.role == Role::PropertyValue ||
         (argument.role == Role::Value && argument.isQuoted);
}

} // namespace

void portFlag(Porter &porter, Command &command, size_t i, llvm::StringSet<> &architectureFlags) {
  std::vector<Word> &words = command.words;
  Word &word = words[i];
  const std::optional<FlagUse> use =
      findFlag(porter.rules, word.text,
               i + 1 < words.size() && words[i + 1].at.group == word.at.group
                   ? std::optional(words[i + 1].text)
                   : std::nullopt,
               word.isDevice);
  if (!use)
    return;
  const Rule &rule = *use->rule;
  Word *second = use->takesNext ? &words[i + 1] : nullptr;
  StringRef value = use->value;

  word.isDone = true;
  StringRef shown = second ? porter.buffer.slice(word.begin, second->range().end) : word.text;
  const JsonRange range{word.begin, second ? second->range().end : word.range().end};
  if (rule.status == Status::Keep || !rule.edits()) {
    porter.applyRule(rule, word.text, word.range(), {});
    if (second)
      second->isDone = true;
    return;
  }
  if (value.contains('\\') || (second && second->text.contains('"')))
    return porter.warnOfFlag(range, shown, "what is quoted in it is not looked at",
                             "write it for mcc, which takes Clang's flags");
  std::string to = rule.to.str();
  const bool isArchitecture = StringRef(to).contains("$arch");
  if (size_t at = to.find("$arch"); at != std::string::npos)
    to.replace(at, 5, porter.rules.architecture().name.str());
  const bool repeats = isArchitecture && !architectureFlags.insert(to).second;
  const bool keepsValue = to == "$value";
  // What would have to go: the flag, its value, or both.
  const bool drops = to.empty() || repeats || second;
  if (drops && (!canDrop(command, word) || (second && !keepsValue && !canDrop(command, *second)))) {
    porter.warnOfFlag(range, shown, "'" + command.name + "' may need a word here",
                      to.empty() || repeats ? "mcc needs no such flag; take it out"
                                            : "for mcc it is '" + withValue(to, value) + "'");
    if (second)
      second->isDone = true;
    return;
  }
  porter.recorder.count(rule, range, shown, keepsValue ? value : to);
  if (keepsValue) { // what is left is a word, or some, of its own
    if (second)
      word.isDropped = true;
    else
      porter.edit({word.begin, porter.rangeOf(value).begin}, "");
    // Several of them are separated by commas.
    const Argument &argument = command.arguments[second ? second->argument : word.argument];
    porter.separate(value, isText(argument) ? " " : ";");
    return;
  }
  to = withValue(std::move(to), value);
  if (to.empty() || repeats)
    word.isDropped = true;
  else
    porter.edit(word.range(), to);
  if (second)
    second->isDropped = second->isDone = true;
}

} // namespace musaport::cmake
