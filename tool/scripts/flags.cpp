//===- scripts/flags.cpp - ports nvcc's flags -------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "scripts/flags.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <functional>

using llvm::StringRef;

namespace musaport {
namespace {

/// What a flag becomes, with its argument in the place of $value.
std::string withValue(std::string to, StringRef value) {
  if (const size_t at = to.find("$value"); at != std::string::npos)
    to.replace(at, 6, value.str());
  return to;
}

/// A word of a flag's argument. What -Xcompiler and its like are given are flags for mcc, too,
/// which compiles for both.
struct ArgumentWord {
  StringRef text;
  std::optional<FlagUse> flag;
  std::string to; ///< of a flag that does not stay

  bool stays() const { return !flag || !flag->rule->edits(); }
  bool goes() const { return !stays() && to.empty(); }
};

/// The words, which are separated by commas. None if one of them is a flag that goes with others.
/// `mayBeFlags`: of nvcc's.
std::optional<std::vector<ArgumentWord>> readArgument(const RuleSet &rules, const FlagPlace &place,
                                                      bool mayBeFlags) {
  llvm::SmallVector<StringRef, 4> parts = {place.argument};
  if (!place.isWhole)
    parts = splitOutsideReferences(place.argument, ',');
  std::vector<ArgumentWord> words;
  for (size_t i = 0; i < parts.size(); ++i) {
    ArgumentWord word;
    word.text = parts[i];
    if (mayBeFlags)
      word.flag =
          findFlag(rules, word.text,
                   i + 1 < parts.size() ? std::optional(parts[i + 1]) : place.behind, place.of);
    if (!word.stays()) {
      StringRef to = word.flag->rule->to;
      if (word.flag->takesNext || to == "$value" || to.contains("$arch"))
        return std::nullopt;
      word.to = withValue(to.str(), word.flag->value);
    }
    words.push_back(std::move(word));
  }
  return words;
}

/// What the words become, separated as they were.
std::string joined(llvm::ArrayRef<ArgumentWord> words) {
  std::string all;
  for (const ArgumentWord &word : words) {
    if (word.goes())
      continue;
    if (!all.empty())
      all += ',';
    all += word.stays() ? word.text.str() : word.to;
  }
  return all;
}

/// What is left of a flag is its argument, between what stands around $value.
void keepArgument(ScriptPorter &porter, const FlagPlace &place, llvm::ArrayRef<ArgumentWord> words,
                  StringRef separator) {
  if (place.quotedArgument.empty())
    return;
  auto [before, after] = place.use.rule->to.split("$value");
  auto replace = [&](ByteRange range, StringRef text) {
    if (porter.buffer.slice(range.begin, range.end) != text)
      porter.edit(range, text.str());
  };
  StringRef kept = place.use.takesNext ? place.quotedArgument : place.quotedWord;
  uint32_t end = porter.rangeOf(kept).begin; // of what stays so far
  bool isFirst = true;
  for (const ArgumentWord &word : words) {
    const ByteRange range = porter.rangeOf(word.text);
    if (word.goes()) {
      porter.count(*word.flag->rule, range, word.text, {});
      continue;
    }
    replace({end, range.begin}, isFirst ? before : separator);
    isFirst = false;
    end = range.end;
    if (!word.flag)
      porter.portCompilersWord(word.text);
    else
      porter.applyRule(*word.flag->rule, word.text, range, word.to);
  }
  replace({end, porter.rangeOf(kept).end}, after);
}

} // namespace

void warnOfLoneFlag(ScriptPorter &porter, StringRef word, FlagsOf of) {
  llvm::SmallVector<const Rule *, 4> found;
  porter.rules.script(RuleKind::Flag, word, found);
  bool isLone = false;
  for (const Rule *rule : found) {
    const size_t end = rule->from.find_first_of(" =");
    if (!applies(*rule, of) || rule->from.take_front(end) != word)
      continue;
    if (rule->status == Status::Keep)
      return;
    isLone |= end != StringRef::npos;
  }
  if (isLone)
    porter.sayFlagStays(porter.rangeOf(word), word, of == FlagsOf::Nvcc,
                        "its value is not next to it",
                        "write both for mcc, which takes Clang's flags");
}

void warnOfComposedFlag(ScriptPorter &porter, StringRef word, FlagsOf of) {
  llvm::SmallVector<const Rule *, 4> found;
  porter.rules.script(RuleKind::Flag, word, found);
  if (llvm::any_of(found, [&](const Rule *rule) {
        return applies(*rule, of) && word.starts_with(rule->from.split('$').first);
      }))
    porter.sayFlagStays(porter.rangeOf(word), word, of == FlagsOf::Nvcc,
                        "it is put together from parts",
                        "write it for mcc, which takes Clang's flags");
}

void warnOfSearchedFlag(ScriptPorter &porter, StringRef word, FlagsOf of) {
  llvm::SmallVector<const Rule *, 4> found;
  porter.rules.script(RuleKind::Flag, word, found);
  if (llvm::any_of(found, [&](const Rule *rule) {
        const StringRef flag = rule->from.split('$').first;
        return applies(*rule, of) && rule->edits() && rule->status != Status::Keep &&
               (flag.starts_with(word) || word.starts_with(flag));
      }))
    porter.sayFlagStays(porter.rangeOf(word), word, /*isDevice=*/false,
                        "it is searched for among flags that are ported",
                        "search for the flag that mcc has in its place");
}

FlagPort portFlag(ScriptPorter &porter, const FlagPlace &place, llvm::StringSet<> &architectures) {
  const Rule &rule = *place.use.rule;
  if (rule.status == Status::Keep || !rule.edits()) {
    porter.applyRule(rule, place.shown, porter.rangeOf(place.shown), {});
    return {.isNextDone = rule.status != Status::Keep};
  }
  const ByteRange range = porter.rangeOf(place.shown);
  if (!place.isReadable) {
    porter.sayFlagStays(range, place.shown, place.of == FlagsOf::Nvcc,
                        "musa-port cannot read its quoted part",
                        "write it for mcc, which takes Clang's flags");
    return {.isNextDone = false};
  }
  std::string to = rule.to.str();
  if (const size_t at = to.find("$arch"); at != std::string::npos)
    to.replace(at, 5, porter.architectureFor(place.shown));
  const bool keepsArgument = rule.to.contains("$value");
  const bool isAllArgument = rule.to == "$value";
  std::vector<ArgumentWord> words;
  if (keepsArgument) {
    auto read = readArgument(porter.rules, place, /*mayBeFlags=*/isAllArgument);
    if (!read) {
      porter.sayFlagStays(range, place.shown, place.of == FlagsOf::Nvcc,
                          "passes on a flag that is also one of nvcc's",
                          "write it for mcc, which compiles host and device code");
      return {};
    }
    words = std::move(*read);
    to = withValue(std::move(to), joined(words));
  }
  // $(addprefix -Xcompiler ,...) has no argument of its own.
  const bool isEmpty = to.empty() && !(keepsArgument && place.argument.empty());
  const bool vanishes = isEmpty || (rule.to.contains("$arch") && !architectures.insert(to).second);
  const bool goes = vanishes || (keepsArgument && place.use.takesNext);
  const bool nextGoes = place.use.takesNext && (vanishes || !keepsArgument);
  const bool isOne =
      keepsArgument ? !isAllArgument || llvm::count_if(words, std::not_fn(&ArgumentWord::goes)) < 2
                    : !StringRef(to).contains(' ');
  if ((vanishes && !place.mayVanish) || (goes && !place.mayGo) || (nextGoes && !place.mayNextGo) ||
      (!isOne && !place.hasRoom)) {
    porter.sayFlagStays(range, place.shown, place.of == FlagsOf::Nvcc, place.needed,
                        vanishes ? "mcc does not need it; remove it"
                                 : "for mcc it is '" + to + "'");
    return {};
  }
  porter.count(rule, range, place.shown, to);
  if (keepsArgument && !vanishes)
    keepArgument(porter, place, words, isAllArgument ? place.separator : ",");
  else if (!goes)
    porter.edit(porter.rangeOf(place.quotedWord), llvm::join(llvm::split(to, ' '), place.blank));
  return {.goes = goes, .nextGoes = nextGoes};
}

} // namespace musaport
