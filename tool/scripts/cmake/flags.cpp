//===- scripts/cmake/flags.cpp - ports nvcc's flags -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "scripts/cmake/flags.h"

#include "scripts/flags.h"

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

/// Quotes for nvcc, as in code=\"sm_70,compute_70\", are no hindrance where nothing of the value
/// stays.
bool isReadable(const FlagUse &use) {
  const size_t quotes = use.value.count("\\\"");
  return quotes == use.value.count('\\') &&
         (quotes == 0 || (quotes % 2 == 0 && !use.rule->to.contains("$value")));
}

} // namespace

void portFlag(Porter &porter, Command &command, size_t i, llvm::StringSet<> &architectures) {
  std::vector<Word> &words = command.words;
  Word &word = words[i];
  auto textBehind = [&](size_t at) {
    const bool isBeside = at + 1 < words.size() && words[at + 1].at.group == word.at.group;
    return isBeside ? std::optional(words[at + 1].text) : std::nullopt;
  };
  const std::optional<FlagUse> use = findFlag(porter.rules, word.text, textBehind(i), word.flags);
  if (!use) {
    if (!textBehind(i))
      warnOfLoneFlag(porter, word.text, word.flags);
    return;
  }
  Word *next = use->takesNext ? &words[i + 1] : nullptr;
  const Argument &kept = command.arguments[next ? next->argument : word.argument];
  FlagPlace place;
  place.use = *use;
  place.word = place.quotedWord = word.text;
  place.shown = next ? porter.buffer.slice(word.begin, next->range().end) : word.text;
  place.behind = textBehind(next ? i + 1 : i);
  place.argument = place.quotedArgument = use->value;
  place.isReadable = isReadable(*use) && !(next && next->text.contains('"'));
  place.mayGo = canDrop(command, word);
  place.mayNextGo = next && canDrop(command, *next);
  place.needed = "'" + command.name.str() + "' may need this argument";
  place.of = word.flags;
  place.separator = isText(kept) ? " " : ";";
  const Argument &argument = command.arguments[word.argument];
  const bool isArgument = !argument.isQuoted && argument.text.size() == word.text.size();
  place.blank = isArgument ? " " : isText(argument) ? " " : ";";
  place.hasRoom = !isArgument || argument.role == Role::Value || canDrop(command, word);
  const FlagPort port = musaport::portFlag(porter, place, architectures);
  word.isDone = true;
  word.isDropped = port.goes;
  if (next) {
    next->isDone = port.isNextDone;
    next->isDropped = port.nextGoes;
  }
}

} // namespace musaport::cmake
