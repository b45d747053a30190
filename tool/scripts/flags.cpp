//===- scripts/flags.cpp - flags of nvcc ------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "scripts/flags.h"

using llvm::StringRef;

namespace musaport {

std::optional<FlagUse> findFlag(const RuleSet &rules, StringRef word, std::optional<StringRef> next,
                                bool device) {
  llvm::SmallVector<const Rule *, 4> found;
  if (!word.starts_with("-"))
    return std::nullopt;
  rules.script(RuleKind::Flag, word, found);
  std::optional<FlagUse> best;
  for (const Rule *rule : found) {
    if (rule->contexts != 0 && !((rule->contexts & InDevice) && device))
      continue;
    StringRef head = rule->from;
    const bool hasValue = head.consume_back("$value");
    FlagUse use;
    use.rule = rule;
    if (const size_t blank = head.find(' '); blank != StringRef::npos) {
      StringRef tail = head.substr(blank + 1);
      if (word != head.take_front(blank) || !next || !next->starts_with(tail) ||
          (next->size() == tail.size()) == hasValue)
        continue;
      use.takesNext = true;
      use.value = next->drop_front(tail.size());
    } else if (hasValue) {
      if (!word.starts_with(head) || word.size() == head.size())
        continue;
      use.value = word.drop_front(head.size());
    } else if (word != head) {
      continue;
    }
    // Of one file's rules the one that has the argument in it.
    if (!best || (best->rule->file == rule->file && !best->value.empty() && !hasValue))
      best = use;
  }
  return best;
}

namespace {

/// What a flag becomes, with its argument in the place of $value.
std::string withValue(std::string to, StringRef value) {
  if (const size_t at = to.find("$value"); at != std::string::npos)
    to.replace(at, 6, value.str());
  return to;
}

/// What is left of a flag is its argument: one word, or several that are separated by commas.
void keepArgument(ScriptPorter &porter, const FlagPlace &place) {
  if (place.quotedArgument.empty())
    return;
  StringRef kept = place.use.takesNext ? place.quotedArgument : place.quotedWord;
  const JsonRange argument = porter.rangeOf(place.argument);
  if (porter.rangeOf(kept).begin != argument.begin)
    porter.edit({porter.rangeOf(kept).begin, argument.begin}, "");
  if (porter.rangeOf(kept).end != argument.end)
    porter.edit({argument.end, porter.rangeOf(kept).end}, "");
  porter.separate(place.argument, place.separator);
}

} // namespace

FlagPort portFlag(ScriptPorter &porter, const FlagPlace &place, llvm::StringSet<> &architectures) {
  const Rule &rule = *place.use.rule;
  if (rule.status == Status::Keep || !rule.edits()) {
    porter.applyRule(rule, place.word, porter.rangeOf(place.word), {});
    return {};
  }
  const JsonRange range = porter.rangeOf(place.shown);
  if (!place.isReadable) {
    porter.warnOfFlag(range, place.shown, "what is quoted in it is not looked at",
                      "write it for mcc, which takes Clang's flags");
    return {.isNextDone = false};
  }
  std::string to = rule.to.str();
  const size_t arch = to.find("$arch");
  if (arch != std::string::npos)
    to.replace(arch, 5, porter.architectureFor(place.shown));
  const bool vanishes =
      to.empty() || (arch != std::string::npos && !architectures.insert(to).second);
  const bool keepsArgument = to == "$value";
  const bool goes = vanishes || (keepsArgument && place.use.takesNext);
  const bool nextGoes = place.use.takesNext && !keepsArgument;
  to = withValue(std::move(to), place.argument);
  if ((vanishes && !place.mayVanish) || (goes && !place.mayGo) || (nextGoes && !place.mayNextGo)) {
    porter.warnOfFlag(range, place.shown, place.needed,
                      vanishes ? "mcc needs no such flag; take it out"
                               : "for mcc it is '" + to + "'");
    return {};
  }
  porter.recorder.count(rule, range, place.shown, to);
  if (keepsArgument)
    keepArgument(porter, place);
  else if (!goes)
    porter.edit(porter.rangeOf(place.quotedWord), to);
  return {.isNextDone = !keepsArgument, .goes = goes, .nextGoes = nextGoes};
}

} // namespace musaport
