//===- rules/reverse.cpp ---------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "rules/reverse.h"

#include "rules/names.h"
#include "rules/pattern.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

#include <tuple>

using llvm::StringRef;

namespace musaport {
namespace {

/// How certain a rule is read backwards, the most certain first.
unsigned rankOf(const Rule &rule) {
  switch (rule.status) {
  case Status::Supported:
    return 0;
  case Status::Keep:
    return 1;
  case Status::Unverified:
    return 2;
  case Status::Differs:
  case Status::Unsupported:
    return 3;
  }
  return 3;
}

class Reversal {
public:
  void add(const Rule &rule);
  void add(const GuardRule &guard);
  void add(const PathRule &path);
  ReversedRules finish();

private:
  void leave(uint16_t file, uint32_t line, StringRef from, std::string reason) {
    result.left.push_back({file, line, from, std::move(reason)});
  }
  std::string whyNot(const Rule &forward, const Rule &backward) const;

  struct Candidate {
    Rule rule;                                              ///< read backwards
    std::tuple<unsigned, int64_t, uint16_t, uint32_t> rank; ///< the lowest wins
  };

  ReversedRules result;
  std::vector<Candidate> candidates;
  llvm::MapVector<StringRef, GuardRule> levels; ///< the guard that a level stands for
  llvm::StringMap<size_t> pathsByName;
};

/// Why `forward` has no reverse; empty if `backward` is it.
std::string Reversal::whyNot(const Rule &forward, const Rule &backward) const {
  if (forward.status == Status::Unsupported)
    return "'" + forward.to.str() + "' is only a substitute for something that MUSA lacks";
  if (forward.to.empty())
    return "the rule deletes what it matches";
  if (backward.kind == RuleKind::Pattern)
    if (llvm::Expected<Pattern> pattern = compilePattern(backward); !pattern)
      return "the pattern '" + backward.from.str() +
             "' can never match: " + llvm::toString(pattern.takeError());
  return {};
}

void Reversal::add(const Rule &rule) {
  // Sources name the environment's variables, too; the other kinds are of build scripts alone.
  const bool isOfSources = rule.kind <= RuleKind::HeaderPart || rule.kind == RuleKind::Environment;
  if (!isOfSources || !rule.hasReverse)
    return;
  Rule backward = rule;
  if (rule.status != Status::Keep) {
    if (!rule.edits())
      return;
    backward.from = rule.to;
    backward.to = rule.from;
    if (rule.kind == RuleKind::Header && (rule.to.starts_with("\"") || rule.to.starts_with("<")))
      backward.from = rule.to.drop_front().drop_back();
    if (rule.kind == RuleKind::Identifier && !isIdentifier(rule.to))
      backward.kind = RuleKind::Pattern;
    // Whoever writes MUSA's name knows that there is one, and CUDA's is certain.
    if (rule.status == Status::Unverified)
      backward.status = rule.note.empty() ? Status::Supported : Status::Differs;
    if (std::string reason = whyNot(rule, backward); !reason.empty())
      return leave(rule.file, rule.line, rule.from, std::move(reason));
  }
  // Of names the longest, of patterns the most general: x.is_cuda() before x.type().is_cuda().
  const int64_t size = static_cast<int64_t>(rule.from.size());
  const int64_t order = rule.kind == RuleKind::Pattern ? size : -size;
  candidates.push_back({backward, {rankOf(rule), order, rule.file, rule.line}});
}

/// MUSA's own version cannot be compared with CUDA's numbers: it becomes CUDA's macro where it is
/// not compared. A level is CUDA's version under another name.
void Reversal::add(const GuardRule &guard) {
  GuardRule backward = guard;
  backward.macro = guard.to;
  backward.to = guard.macro;
  backward.least = 0; // MUSA counts its versions differently
  backward.level = {};
  if (guard.kind == GuardRule::Kind::Architecture || guard.to != guard.level)
    result.guards.push_back(backward);
  if (guard.kind == GuardRule::Kind::Architecture)
    return;
  // Of several macros the shortest: CUDA_VERSION.
  auto [known, isNew] = levels.insert({guard.level, guard});
  if (!isNew && guard.macro.size() < known->second.macro.size())
    known->second = guard;
}

void Reversal::add(const PathRule &path) {
  if (path.to.empty())
    return leave(path.file, path.line, path.from, "the rule deletes what it matches");
  auto [known, isNew] = pathsByName.try_emplace(path.to, result.paths.size());
  if (!isNew)
    return leave(path.file, path.line, path.from,
                 "'" + result.paths[known->second].to.str() + "' becomes '" + path.to.str() +
                     "', too");
  result.paths.push_back({path.file, path.line, path.to, path.from});
}

ReversedRules Reversal::finish() {
  llvm::StringMap<size_t> best;
  auto keyOf = [](const Rule &rule) {
    return (llvm::Twine(unsigned(rule.kind)) + " " + llvm::Twine(unsigned(rule.contexts)) + " " +
            llvm::Twine(unsigned(rule.archs)) + " " + rule.from)
        .str();
  };
  for (size_t i = 0; i < candidates.size(); ++i) {
    auto [known, isNew] = best.try_emplace(keyOf(candidates[i].rule), i);
    if (!isNew && candidates[i].rank < candidates[known->second].rank)
      known->second = i;
  }
  for (const Candidate &candidate : candidates) {
    Rule &winner = candidates[best.lookup(keyOf(candidate.rule))].rule;
    if (winner.status == Status::Supported && candidate.rule.status == Status::Differs &&
        winner.owner == candidate.rule.owner) {
      winner.status = Status::Differs;
      winner.note = "other CUDA names become this one, too, but behave differently";
    }
  }
  for (const Candidate &candidate : candidates) {
    const Rule &rule = candidate.rule;
    const Rule &winner = candidates[best.lookup(keyOf(rule))].rule;
    if (&rule == &winner)
      result.rules.push_back(rule);
    else if (rule.status != Status::Keep)
      leave(rule.file, rule.line, rule.to,
            winner.status == Status::Keep
                ? "'" + rule.from.str() + "' is CUDA's name, too"
                : "'" + winner.to.str() + "' becomes '" + rule.from.str() + "', too");
  }
  for (const auto &[level, guard] : levels) {
    Rule rule;
    rule.file = guard.file;
    rule.line = guard.line;
    rule.from = guard.level;
    rule.to = guard.macro;
    result.rules.push_back(rule);
  }
  if (!levels.empty()) { // CUDA's own header defines what the level's header does
    Rule rule;
    rule.kind = RuleKind::Header;
    rule.file = levels.front().second.file;
    rule.line = levels.front().second.line;
    rule.from = levelHeader;
    rule.to = "cuda.h";
    result.rules.push_back(rule);
  }
  llvm::stable_sort(result.left, [](const ReversedRules::Left &a, const ReversedRules::Left &b) {
    return std::tuple(a.file, a.line) < std::tuple(b.file, b.line);
  });
  return std::move(result);
}

} // namespace

ReversedRules reverseRules(llvm::ArrayRef<Rule> rules, llvm::ArrayRef<GuardRule> guards,
                           llvm::ArrayRef<PathRule> paths) {
  Reversal reversal;
  for (const Rule &rule : rules)
    reversal.add(rule);
  for (const GuardRule &guard : guards)
    reversal.add(guard);
  for (const PathRule &path : paths)
    reversal.add(path);
  return reversal.finish();
}

} // namespace musaport
