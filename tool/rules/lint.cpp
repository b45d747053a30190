//===- rules/lint.cpp - faults of rule files --------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "rules/lint.h"

#include "rules/embedded.h"
#include "rules/names.h"
#include "rules/pattern.h"
#include "source/text_places.h"

#include "clang/Basic/IdentifierTable.h"
#include "clang/Basic/LangOptions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

#include <algorithm>
#include <array>
#include <memory>
#include <tuple>

namespace musaport {
namespace {

constexpr llvm::StringLiteral duplicateId = "musa-rule-duplicate";
constexpr llvm::StringLiteral shadowedId = "musa-rule-shadowed";
constexpr llvm::StringLiteral identityId = "musa-rule-identity";
constexpr llvm::StringLiteral unbalancedId = "musa-rule-unbalanced";
constexpr llvm::StringLiteral neverMatchesId = "musa-rule-never-matches";

/// A rule of one of the files, or what of a guard or a path takes part in the comparison of rules.
struct Entry {
  size_t file;
  Rule rule;
  std::shared_ptr<const Pattern> pattern; ///< of a Pattern
};

/// Tokens in one spelling: blanks between all of them, wildcards numbered instead of named.
std::string normalized(llvm::ArrayRef<PatternToken> tokens) {
  std::string result;
  llvm::StringMap<size_t> wildcards;
  for (const PatternToken &token : tokens) {
    if (token.wildcard)
      result += "$" + std::to_string(
                          wildcards.try_emplace(token.spelling, wildcards.size()).first->second);
    else
      result += token.spelling;
    result += ' ';
  }
  return result;
}

/// True if `a` applies wherever `b` does, as far as their `when` goes.
bool covers(const Rule &a, const Rule &b) {
  const bool archs = a.archs == 0 || (b.archs != 0 && (b.archs & ~a.archs) == 0);
  // Without a limit a rule applies everywhere but in strings.
  const bool contexts = a.contexts == 0 ? (b.contexts & InString) == 0
                                        : b.contexts != 0 && (b.contexts & ~a.contexts) == 0;
  return archs && contexts;
}

bool decideAlike(const Rule &a, const Rule &b) { return a.to == b.to && a.edits() == b.edits(); }

class Linter {
public:
  explicit Linter(llvm::ArrayRef<RuleFile> files);

  std::vector<Diagnostic> run(bool withDefaults);

private:
  Diagnostic &report(llvm::StringRef id, const Entry &entry, const llvm::Twine &message,
                     Severity severity = Severity::Warning);
  std::string place(const Entry &entry) const {
    return files[entry.file].path + ":" + std::to_string(entry.rule.line);
  }

  void collect();
  void compareSameNames();
  void reportPair(const Entry &winner, const Entry &loser);
  void compareGuards();
  void comparePaths();
  void findShadowedPatterns();
  void findShadowedByWiderNames();
  void compareWithDefaults();
  void checkIdentity(const Entry &entry);
  void checkBalance(const Entry &entry);
  void checkCanMatch(const Entry &entry);
  void checkSpellingOfHeader(const Entry &entry);

  llvm::ArrayRef<RuleFile> files;
  std::vector<TextPlaces> places; ///< of each file
  std::vector<Entry> entries;     ///< file by file, as written there
  llvm::StringMap<llvm::SmallVector<const Rule *, 1>>
      defaultHeaders; ///< by their names in lower case
  clang::LangOptions language;
  clang::IdentifierTable keywords;
  std::vector<Diagnostic> diagnostics;
};

clang::LangOptions cxx20() {
  clang::LangOptions options;
  options.CPlusPlus = options.CPlusPlus11 = options.CPlusPlus14 = options.CPlusPlus17 =
      options.CPlusPlus20 = true;
  options.Bool = options.WChar = true;
  return options;
}

Linter::Linter(llvm::ArrayRef<RuleFile> files)
    : files(files), language(cxx20()), keywords(language) {
  places.reserve(files.size());
  for (const RuleFile &file : files)
    places.emplace_back(file.path, file.text);
}

Diagnostic &Linter::report(llvm::StringRef id, const Entry &entry, const llvm::Twine &message,
                           Severity severity) {
  const TextPlaces &text = places[entry.file];
  diagnostics.push_back(
      text.diagnostic(id, severity, placeOfRule(text, entry.rule.line, entry.rule.from), message));
  return diagnostics.back();
}

void Linter::collect() {
  for (size_t i = 0; i < files.size(); ++i) {
    for (const Rule &rule : files[i].rules) {
      Entry entry{i, rule, nullptr};
      if (rule.kind == RuleKind::Pattern) {
        llvm::Expected<Pattern> pattern = compilePattern(rule);
        if (!pattern) {
          report(neverMatchesId, entry,
                 "the pattern " + quote(rule.from) +
                     " can never match: " + printable(llvm::toString(pattern.takeError())));
          continue;
        }
        entry.pattern = std::make_shared<const Pattern>(std::move(*pattern));
      }
      entries.push_back(std::move(entry));
    }
  }
}

void Linter::reportPair(const Entry &winner, const Entry &loser) {
  const std::string name = quote(loser.rule.from);
  if (winner.file == loser.file) {
    report(duplicateId, loser, name + " is given twice")
        .notes.push_back("the first is in line " + std::to_string(winner.rule.line) +
                         ", and it wins");
  } else if (decideAlike(winner.rule, loser.rule)) {
    report(duplicateId, loser, name + " is given in two files")
        .notes.push_back("the other is " + place(winner));
  } else {
    report(shadowedId, loser,
           "the rule for " + name + " is never used: " + place(winner) + " comes before it")
        .notes.push_back("of two files, the later wins");
  }
}

/// Rules of one kind for one name: all but the one that comes first are of no use where it applies.
void Linter::compareSameNames() {
  llvm::StringMap<llvm::SmallVector<const Entry *, 1>> byName;
  for (const Entry &entry : entries) {
    std::string key(1, static_cast<char>('0' + static_cast<int>(entry.rule.kind)));
    key += entry.pattern ? normalized(entry.pattern->from) : entry.rule.from.str();
    byName[key].push_back(&entry);
  }
  for (const auto &item : byName) {
    auto group = item.second;
    if (group.size() < 2)
      continue;
    // As RuleSet orders them.
    llvm::stable_sort(group, [](const Entry *a, const Entry *b) {
      return std::tuple(b->file, !a->rule.isLimited()) < std::tuple(a->file, !b->rule.isLimited());
    });
    for (size_t i = 1; i < group.size(); ++i) {
      const auto *winner =
          std::find_if(group.begin(), group.begin() + static_cast<std::ptrdiff_t>(i),
                       [&](const Entry *other) { return covers(other->rule, group[i]->rule); });
      if (winner != group.begin() + static_cast<std::ptrdiff_t>(i))
        reportPair(**winner, *group[i]);
    }
  }
}

Entry asEntry(size_t file, const GuardRule &guard) {
  Rule rule;
  rule.line = guard.line;
  rule.from = guard.macro;
  rule.to = guard.to;
  return {file, rule, nullptr};
}

Entry asEntry(size_t file, const PathRule &path) {
  Rule rule;
  rule.line = path.line;
  rule.from = path.from;
  rule.to = path.to;
  return {file, rule, nullptr};
}

void Linter::compareGuards() {
  llvm::StringMap<Entry> last;
  for (size_t i = 0; i < files.size(); ++i) {
    for (const GuardRule &guard : files[i].guards) {
      Entry entry = asEntry(i, guard);
      auto [earlier, isNew] = last.try_emplace(guard.macro, entry);
      if (!isNew) {
        reportPair(/*winner=*/entry, /*loser=*/earlier->second);
        earlier->second = entry;
      }
    }
  }
  for (const Entry &entry : entries) {
    if (entry.rule.kind != RuleKind::Identifier)
      continue;
    auto guard = last.find(entry.rule.from);
    if (guard != last.end())
      report(duplicateId, entry, quote(entry.rule.from) + " is also a guard")
          .notes.push_back("the guard is " + place(guard->second) +
                           "; its 'to' is for every use that is not a comparison");
  }
}

void Linter::comparePaths() {
  llvm::StringMap<Entry> last;
  for (size_t i = 0; i < files.size(); ++i) {
    for (const PathRule &path : files[i].paths) {
      Entry entry = asEntry(i, path);
      if (path.from == path.to)
        report(identityId, entry, quote(path.from) + " is mapped to itself");
      auto [earlier, isNew] = last.try_emplace(path.from, entry);
      if (!isNew) {
        reportPair(entry, earlier->second);
        earlier->second = entry;
      }
    }
  }
}

/// True if `inner` matches inside of everything that `outer` matches, and is tried no later.
bool isInside(const Pattern &inner, const Pattern &outer) {
  if (llvm::any_of(inner.from, [](const PatternToken &token) { return token.wildcard; }))
    return false; // equal ones are found by name
  for (size_t shift = 0; shift + inner.from.size() <= outer.from.size(); ++shift) {
    auto equal = [&](size_t i) {
      const PatternToken &a = inner.from[i], &b = outer.from[shift + i];
      return a.kind == b.kind && !b.wildcard && a.spelling == b.spelling;
    };
    if (shift + inner.anchor <= outer.anchor &&
        llvm::all_of(llvm::seq<size_t>(0, inner.from.size()), equal))
      return true;
  }
  return false;
}

/// A later file's ".is_cuda()" comes before an earlier file's "x.is_cuda()". In one file the longer
/// comes first.
void Linter::findShadowedPatterns() {
  llvm::StringMap<llvm::SmallVector<const Entry *, 1>> byAnchor;
  for (const Entry &entry : entries)
    if (entry.pattern)
      byAnchor[entry.pattern->from[entry.pattern->anchor].spelling].push_back(&entry);
  for (const Entry &outer : entries) {
    if (!outer.pattern)
      continue;
    const Entry *winner = nullptr;
    for (unsigned i = 0; i <= outer.pattern->anchor && !winner; ++i) {
      auto candidates = byAnchor.find(outer.pattern->from[i].spelling);
      if (candidates == byAnchor.end())
        continue;
      for (const Entry *inner : candidates->second)
        if (inner->file > outer.file && inner->pattern->from.size() < outer.pattern->from.size() &&
            covers(inner->rule, outer.rule) && isInside(*inner->pattern, *outer.pattern))
          winner = inner;
    }
    if (winner)
      report(shadowedId, outer,
             "the rule for " + quote(outer.rule.from) + " is never used: " +
                 quote(winner->rule.from) + ", " + place(*winner) + ", comes before it")
          .notes.push_back("of two files, the later wins");
  }
}

/// A later file's `cuda/*` comes before an earlier file's `cuda/std/*`, its `cuda` before
/// `at::cuda`, and its `-arch=$value` before `-arch=sm_$value`.
void Linter::findShadowedByWiderNames() {
  constexpr llvm::StringLiteral value = "$value";
  auto isWildcard = [&](const Rule &rule) {
    return rule.kind == RuleKind::Flag ? rule.from.ends_with(value) : rule.from.ends_with("*");
  };
  auto fixedPart = [&](const Rule &rule) {
    return rule.from.drop_back(rule.kind == RuleKind::Flag ? value.size() : 1);
  };
  std::vector<const Entry *> wide;
  for (const Entry &entry : entries)
    if (entry.rule.kind == RuleKind::Namespace || entry.rule.kind == RuleKind::Flag ||
        ((entry.rule.kind == RuleKind::Header || entry.rule.kind == RuleKind::CMakeVariable) &&
         isWildcard(entry.rule)))
      wide.push_back(&entry);
  for (const Entry *narrow : wide) {
    auto comesBefore = [&](const Entry *other) {
      const Rule &a = other->rule, &b = narrow->rule;
      if (other->file <= narrow->file || a.kind != b.kind || a.from == b.from || !covers(a, b))
        return false;
      if (a.kind == RuleKind::Namespace) // one at top level is not the end of another
        return a.from.contains("::") && b.from.ends_with(("::" + a.from).str());
      return isWildcard(a) && fixedPart(a).size() < b.from.size() &&
             b.from.starts_with(fixedPart(a));
    };
    auto winner = llvm::find_if(wide, comesBefore);
    if (winner != wide.end())
      report(shadowedId, *narrow,
             "the rule for " + quote(narrow->rule.from) + " is never used: " +
                 quote((*winner)->rule.from) + ", " + place(**winner) + ", comes before it")
          .notes.push_back("of two files, the later wins");
  }
}

void Linter::compareWithDefaults() {
  const embedded::Tables &tables = embedded::tables();
  llvm::StringMap<const Rule *> others; // the kinds that embedded::find() does not find
  for (const Rule &rule : tables.rules.drop_front(tables.indexed)) {
    if (rule.kind != RuleKind::Pattern) {
      others[rule.from] = &rule;
      continue;
    }
    if (llvm::Expected<Pattern> pattern = compilePattern(rule))
      others[normalized(pattern->from)] = &rule;
    else
      llvm::consumeError(pattern.takeError());
  }
  for (const Entry &entry : entries) {
    const Rule *standard = nullptr;
    for (const Rule &rule :
         embedded::find(tables, entry.rule.kind, embedded::lookupKey(entry.rule)))
      if (rule.from == entry.rule.from && covers(entry.rule, rule))
        standard = &rule;
    auto other =
        others.find(entry.pattern ? normalized(entry.pattern->from) : entry.rule.from.str());
    if (!standard && other != others.end() && other->second->kind == entry.rule.kind)
      standard = other->second;
    if (!standard || decideAlike(*standard, entry.rule))
      continue;
    auto decision = [](const Rule &rule) {
      return rule.edits() ? "becomes " + quote(rule.to) : std::string("stays");
    };
    report(shadowedId, entry,
           quote(entry.rule.from) + " " + decision(entry.rule) + " here and " +
               decision(*standard) + " by the default rules",
           Severity::Remark)
        .notes.push_back("the default rule is " + tables.files[standard->file].path.str() + ":" +
                         std::to_string(standard->line));
  }
}

void Linter::checkIdentity(const Entry &entry) {
  const Rule &rule = entry.rule;
  // A name that stays and behaves differently is a fine rule.
  if (rule.status != Status::Supported && rule.status != Status::Unverified)
    return;
  const bool same = entry.pattern ? entry.pattern->changes.empty() : rule.from == rule.to;
  if (same)
    report(identityId, entry, quote(rule.from) + " is mapped to itself")
        .notes.push_back("to keep a name, give its rule the status 'keep'");
}

/// How many more of each bracket are opened than closed.
std::array<int, 3> openBrackets(llvm::ArrayRef<PatternToken> tokens) {
  std::array<int, 3> open = {};
  for (const PatternToken &token : tokens) {
    switch (token.kind) {
    case clang::tok::l_paren:
      ++open[0];
      break;
    case clang::tok::r_paren:
      --open[0];
      break;
    case clang::tok::l_square:
      ++open[1];
      break;
    case clang::tok::r_square:
      --open[1];
      break;
    case clang::tok::l_brace:
      ++open[2];
      break;
    case clang::tok::r_brace:
      --open[2];
      break;
    default:
      break;
    }
  }
  return open;
}

void Linter::checkBalance(const Entry &entry) {
  const Rule &rule = entry.rule;
  auto complain = [&](const llvm::Twine &what, const llvm::Twine &hint) {
    // A pattern of the kind writes what no compiler takes.
    const Severity severity = rule.kind == RuleKind::Pattern ? Severity::Error : Severity::Warning;
    report(unbalancedId, entry, quote(rule.from) + " -> " + quote(rule.to) + ": " + what, severity)
        .notes.push_back(hint.str());
  };
  if (!rule.edits() || rule.to.empty())
    return;
  switch (rule.kind) {
  case RuleKind::Pattern: {
    llvm::ArrayRef<PatternToken> from = entry.pattern->from, to = entry.pattern->to;
    if (openBrackets(from) != openBrackets(to))
      return complain("the brackets of the two sides differ",
                      "what was balanced before is not afterwards");
    if (to.empty())
      return;
    // "::cuda::" -> "::musa:", or a :: that is lost, glues or cuts names.
    auto isColon = [](const PatternToken &token) {
      return token.kind == clang::tok::coloncolon || token.kind == clang::tok::colon;
    };
    auto differs = [&](const PatternToken &a, const PatternToken &b) {
      return (isColon(a) || isColon(b)) && a.kind != b.kind;
    };
    if (differs(from.front(), to.front()))
      return complain("the sides begin with '" + from.front().spelling + "' and '" +
                          to.front().spelling + "'",
                      "the names before it are cut off or joined");
    if (differs(from.back(), to.back()))
      return complain("the sides end with '" + from.back().spelling + "' and '" +
                          to.back().spelling + "'",
                      "is a ':' missing or one too many?");
    return;
  }
  case RuleKind::Identifier:
    if (openBrackets(patternTokens(rule.to)) != std::array<int, 3>{})
      complain("unbalanced brackets", "what was balanced before is not afterwards");
    return;
  case RuleKind::HeaderPart:
  case RuleKind::IdentifierPart: {
    llvm::StringRef edge = rule.kind == RuleKind::HeaderPart ? "/" : "_";
    if (rule.from.starts_with(edge) != rule.to.starts_with(edge) ||
        rule.from.ends_with(edge) != rule.to.ends_with(edge))
      complain("only one side begins or ends with '" + edge + "'",
               "the words around it are joined or cut");
    else if (rule.kind == RuleKind::HeaderPart && rule.from.starts_with(".") &&
             !rule.to.contains('.'))
      complain("the '.' is lost", "a file name keeps its extension");
    return;
  }
  default:
    return; // parseRuleFile() sees to it
  }
}

/// Text between the tokens of a pattern that is not white space.
bool hasComment(const Pattern &pattern) {
  uint32_t end = 0;
  llvm::StringRef text = pattern.rule->from;
  for (const PatternToken &token : pattern.from) {
    if (!text.slice(end, token.offset).trim().empty())
      return true;
    end = token.end;
  }
  return !text.substr(end).trim().empty();
}

void Linter::checkCanMatch(const Entry &entry) {
  const Rule &rule = entry.rule;
  const std::string name = quote(rule.from);
  const bool hasSpace = rule.from.find_first_of(" \t") != llvm::StringRef::npos;
  switch (rule.kind) {
  case RuleKind::Identifier:
    if (!rule.from.starts_with("_") && keywords.get(rule.from).isKeyword(language))
      report(neverMatchesId, entry, name + " is a keyword of C++, not a name");
    break;
  case RuleKind::IdentifierPart:
    if (rule.from.find_first_not_of('_') == llvm::StringRef::npos)
      report(neverMatchesId, entry, name + " is not a part of a name: it has only underscores");
    break;
  case RuleKind::Header:
  case RuleKind::HeaderPart:
    if (hasSpace)
      report(neverMatchesId, entry,
             "no #include has white space in its name, but " + name + " does")
          .notes.push_back(rule.kind == RuleKind::HeaderPart
                               ? "a key that contains '/' or ends like a file name stands for a "
                                 "part of an include path"
                               : "is the space a typo?");
    break;
  case RuleKind::Pattern:
    // The matcher finds neither: comments are no tokens, and a string matches as a whole.
    if (hasComment(*entry.pattern))
      report(neverMatchesId, entry,
             "the comment in " + name + " matches nothing; comments are not looked at");
    if (llvm::any_of(entry.pattern->from, [](const PatternToken &token) {
          return clang::tok::isStringLiteral(static_cast<clang::tok::TokenKind>(token.kind));
        }))
      report(neverMatchesId, entry, "the string in " + name + " matches only exactly this string",
             Severity::Remark);
    break;
  default:
    break;
  }
  const bool isScript = rule.kind >= RuleKind::CMakeCommand;
  constexpr unsigned ofFlags = InDevice | InFlags;
  if (rule.kind == RuleKind::Flag && rule.contexts != 0 && (rule.contexts & ofFlags) == 0)
    report(neverMatchesId, entry, "a flag is never in a source file, but 'when' asks for one")
        .notes.push_back("for a flag, 'in' can only be 'device' or 'flags'");
  else if (isScript && rule.kind != RuleKind::Flag && rule.contexts != 0)
    report(neverMatchesId, entry,
           name + " is ported everywhere in a build script: 'in' has no effect")
        .notes.push_back("leave 'in' out");
  else if (!isScript && rule.contexts != 0 && (rule.contexts & ~ofFlags) == 0)
    report(neverMatchesId, entry, name + " is not a flag, but 'when' asks for one")
        .notes.push_back("flags are in the table 'flags' of the section 'build'");
  if (rule.kind == RuleKind::CMakeCommand && rule.from != rule.from.lower())
    report(neverMatchesId, entry, "commands are looked up in lower case, but " + name + " is not")
        .notes.push_back("write '" + rule.from.lower() + "'");
  if (rule.kind == RuleKind::Environment && !isIdentifier(rule.from))
    report(neverMatchesId, entry, name + " is not a valid name of an environment variable");
  if (rule.kind == RuleKind::Program && rule.from.contains('/'))
    report(neverMatchesId, entry, "a program is named without its folder, but " + name + " has one")
        .notes.push_back("folders are in the table 'folders'");
  if (rule.kind == RuleKind::Folder && rule.from.ends_with("/"))
    report(neverMatchesId, entry, name + " ends with '/', but folders are looked up without it");
  const bool isHeader = rule.kind == RuleKind::Header || rule.kind == RuleKind::HeaderPart;
  if (isHeader && rule.contexts != 0 && (rule.contexts & InInclude) == 0)
    report(neverMatchesId, entry, "a header is only in an #include, which 'when' excludes");
  if (!isHeader && !isScript && rule.contexts == InInclude)
    report(neverMatchesId, entry, name + " is never in an #include, but 'when' asks for one")
        .notes.push_back("a rule for an #include is in the section 'headers'");
}

/// <Aten/cuda/CUDAContext.h> for <ATen/...>: found in print, and silently without effect.
void Linter::checkSpellingOfHeader(const Entry &entry) {
  if (entry.rule.kind != RuleKind::Header)
    return;
  const std::string lower = entry.rule.from.lower();
  bool isKnown = false;
  llvm::StringRef similar;
  for (const Rule *rule : defaultHeaders.lookup(lower)) {
    isKnown |= rule->from == entry.rule.from;
    similar = rule->from;
  }
  if (!isKnown && !similar.empty())
    report(neverMatchesId, entry,
           "no header is called " + quote(entry.rule.from) + "; upper and lower case matter")
        .notes.push_back("did you mean " + quote(similar) + "?");
}

std::vector<Diagnostic> Linter::run(bool withDefaults) {
  collect();
  if (withDefaults)
    for (const Rule &rule : embedded::tables().rules)
      if (rule.kind == RuleKind::Header)
        defaultHeaders[rule.from.lower()].push_back(&rule);
  compareSameNames();
  compareGuards();
  comparePaths();
  findShadowedPatterns();
  findShadowedByWiderNames();
  for (const Entry &entry : entries) {
    checkIdentity(entry);
    checkBalance(entry);
    checkCanMatch(entry);
    checkSpellingOfHeader(entry);
  }
  if (withDefaults)
    compareWithDefaults();

  llvm::StringMap<size_t> fileOrder;
  for (size_t i = 0; i < files.size(); ++i)
    fileOrder.try_emplace(files[i].path, i);
  llvm::stable_sort(diagnostics, [&](const Diagnostic &a, const Diagnostic &b) {
    auto rank = [&](const Diagnostic &diagnostic) {
      return std::tuple(fileOrder.lookup(diagnostic.place.file), diagnostic.place.line,
                        diagnostic.place.column, diagnostic.id,
                        llvm::StringRef(diagnostic.message));
    };
    return rank(a) < rank(b);
  });
  return std::move(diagnostics);
}

} // namespace

std::vector<Diagnostic> lintRules(llvm::ArrayRef<RuleFile> files, bool withDefaults) {
  return Linter(files).run(withDefaults);
}

} // namespace musaport
