//===- rules/rule_set.cpp - lookup of rules ---------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "rules/rule_set.h"

#include "rules/embedded.h"
#include "rules/names.h"
#include "rules/reverse.h"
#include "rules/table_storage.h"
#include "source/text_places.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <array>
#include <mutex>
#include <tuple>
#include <utility>

namespace musaport {
namespace {

using RuleList = llvm::SmallVector<const Rule *, 1>;
using RuleIndex = llvm::DenseMap<llvm::StringRef, RuleList>;

/// Of a user's rules that are looked up together: the later file's first, then the longer, then
/// those with a `when`, which would never apply behind one without.
void sortByPrecedence(RuleList &rules) {
  llvm::stable_sort(rules, [](const Rule *a, const Rule *b) {
    auto rank = [](const Rule *rule) {
      return std::tuple(-int(rule->file), -int64_t(rule->from.size()), !rule->isLimited());
    };
    return rank(a) < rank(b);
  });
}

bool matchesWildcard(const Rule &rule, RuleKind kind, llvm::StringRef name) {
  return rule.kind == kind && name.starts_with(rule.from.drop_back());
}

} // namespace

struct RuleSet::Impl {
  unsigned architecture = 0;
  Direction direction = Direction::CudaToMusa;
  std::optional<embedded::Tables> defaults; ///< none without the embedded rules
  embedded::TableStorage reversedDefaults;  ///< behind `defaults`, if they are read backwards
  std::vector<Diagnostic> faults;
  std::vector<RuleFile> userFiles;
  std::vector<FileInfo> files;

  std::array<RuleIndex, ruleKinds> indexes; ///< the user's, by kind
  std::vector<const Rule *> wildcards;      ///< the user's and the default's, of all kinds
  std::vector<const Rule *> identifierParts, headerParts;
  std::vector<Pattern> patterns; ///< in order of precedence
  llvm::DenseMap<llvm::StringRef, llvm::SmallVector<const Pattern *, 1>> patternsByAnchor;
  llvm::DenseMap<llvm::StringRef, GuardRule> guards;
  std::vector<PathRule> paths;
  uint8_t contexts = 0;

  /// See origin().
  std::once_flag originsMade;
  llvm::DenseMap<llvm::StringRef, Origin> identifierOrigins, headerOrigins;

  bool applies(const Rule &rule) const {
    return rule.archs == 0 || (rule.archs & (1u << architecture)) != 0;
  }

  void addDefaults();
  void reverseDefaults();
  void reverseUserFile(RuleFile &file);
  void addUserFile(RuleFile &file, uint16_t number);
  void addPattern(const Rule &rule);
  void finish();
  void lookUp(RuleKind kind, llvm::StringRef key, llvm::SmallVectorImpl<const Rule *> &out) const;
  void appendWildcards(RuleKind kind, llvm::StringRef name,
                       llvm::SmallVectorImpl<const Rule *> &out) const;
};

void RuleSet::Impl::addDefaults() {
  defaults = embedded::tables();
  if (direction == Direction::MusaToCuda)
    reverseDefaults();
  contexts = defaults->contexts;
  files.reserve(defaults->files.size());
  for (const embedded::File &file : defaults->files)
    files.push_back({file.path, file.library, file.title, /*isDefault=*/true, file.package});
}

void RuleSet::Impl::reverseDefaults() {
  ReversedRules reversed = reverseRules(defaults->rules, defaults->guards, defaults->paths);
  reversedDefaults.files = defaults->files.vec();
  reversedDefaults.rules = std::move(reversed.rules);
  reversedDefaults.guards = std::move(reversed.guards);
  reversedDefaults.paths = std::move(reversed.paths);
  reversedDefaults.portsDeclared = defaults->portsDeclared.vec();
  reversedDefaults.finish();
  defaults = reversedDefaults.tables();
}

void RuleSet::Impl::reverseUserFile(RuleFile &file) {
  ReversedRules reversed = reverseRules(file.rules, file.guards, file.paths);
  const TextPlaces places(file.path, file.text);
  for (const ReversedRules::Left &left : reversed.left) {
    faults.push_back(places.diagnostic(
        "musa-rule-no-reverse", Severity::Warning, placeOfRule(places, left.line, left.from),
        "the rule for " + quote(left.from) + " does not apply to --direction m2c"));
    faults.back().notes.push_back(left.reason);
  }
  file.rules = std::move(reversed.rules);
  file.guards = std::move(reversed.guards);
  file.paths = std::move(reversed.paths);
}

void RuleSet::Impl::addUserFile(RuleFile &file, uint16_t number) {
  files.push_back({file.path, file.library, file.title, /*isDefault=*/false, file.package});
  for (Rule &rule : file.rules) {
    rule.file = number;
    rule.owner = Owner::User;
    if (!applies(rule))
      continue;
    contexts |= rule.contexts;
    switch (rule.kind) {
    case RuleKind::Pattern:
      addPattern(rule);
      break;
    case RuleKind::IdentifierPart:
      identifierParts.push_back(&rule);
      break;
    case RuleKind::HeaderPart:
      headerParts.push_back(&rule);
      break;
    default:
      if (llvm::StringRef key = embedded::lookupKey(rule); !key.empty())
        indexes[size_t(rule.kind)][key].push_back(&rule);
      else
        wildcards.push_back(&rule);
    }
  }
  for (GuardRule &guard : file.guards) {
    guard.file = number;
    guards[guard.macro] = guard;
  }
  for (PathRule &path : file.paths) {
    path.file = number;
    paths.push_back(path);
  }
}

void RuleSet::Impl::addPattern(const Rule &rule) {
  if (llvm::Expected<Pattern> pattern = compilePattern(rule))
    patterns.push_back(std::move(*pattern));
  else
    llvm::consumeError(pattern.takeError()); // parseRuleFile() has refused it
}

void RuleSet::Impl::finish() {
  for (RuleIndex &index : indexes)
    for (auto &[key, rules] : index)
      sortByPrecedence(rules);

  if (defaults) {
    for (const Rule &rule : defaults->rules.drop_front(defaults->indexed)) {
      if (!applies(rule))
        continue;
      if (rule.kind == RuleKind::Pattern)
        addPattern(rule);
      else
        wildcards.push_back(&rule);
    }
    for (const GuardRule &guard : defaults->guards)
      guards.try_emplace(guard.macro, guard);
    paths.insert(paths.end(), defaults->paths.begin(), defaults->paths.end());
  }

  // The user's files have the higher numbers; the default's do not compete by theirs.
  const size_t firstUserFile = defaults ? defaults->files.size() : 0;
  auto fileRank = [&](uint16_t file) { return file < firstUserFile ? 0 : -int(file); };
  llvm::stable_sort(wildcards, [&](const Rule *a, const Rule *b) {
    auto rank = [&](const Rule *rule) {
      return std::tuple(fileRank(rule->file), -int64_t(rule->from.size()), !rule->isLimited());
    };
    return rank(a) < rank(b);
  });
  llvm::stable_sort(patterns, [&](const Pattern &a, const Pattern &b) {
    auto rank = [&](const Pattern &pattern) {
      return std::tuple(fileRank(pattern.rule->file), -int64_t(pattern.from.size()),
                        !pattern.rule->isLimited());
    };
    return rank(a) < rank(b);
  });
  for (const Pattern &pattern : patterns)
    patternsByAnchor[pattern.from[pattern.anchor].spelling].push_back(&pattern);
  llvm::stable_sort(paths, [&](const PathRule &a, const PathRule &b) {
    return std::tuple(fileRank(a.file), -int64_t(a.from.size())) <
           std::tuple(fileRank(b.file), -int64_t(b.from.size()));
  });
  for (std::vector<const Rule *> *parts : {&identifierParts, &headerParts})
    llvm::stable_sort(*parts, [](const Rule *a, const Rule *b) {
      auto rank = [](const Rule *rule) {
        return std::tuple(-int64_t(rule->from.size()), -int(rule->file), !rule->isLimited());
      };
      return rank(a) < rank(b);
    });
}

void RuleSet::Impl::lookUp(RuleKind kind, llvm::StringRef key,
                           llvm::SmallVectorImpl<const Rule *> &out) const {
  out.clear();
  const RuleIndex &index = indexes[size_t(kind)];
  if (!index.empty())
    if (auto found = index.find(key); found != index.end())
      out.append(found->second.begin(), found->second.end());
  if (!defaults)
    return;
  for (const Rule &rule : embedded::find(*defaults, kind, key))
    if (applies(rule))
      out.push_back(&rule);
}

void RuleSet::Impl::appendWildcards(RuleKind kind, llvm::StringRef name,
                                    llvm::SmallVectorImpl<const Rule *> &out) const {
  for (const Rule *rule : wildcards)
    if (matchesWildcard(*rule, kind, name))
      out.push_back(rule);
}

RuleSet::RuleSet(const Options &options, std::vector<RuleFile> userFiles)
    : impl(std::make_unique<Impl>()) {
  impl->architecture = options.architecture;
  impl->direction = options.direction;
  if (options.defaults)
    impl->addDefaults();
  impl->userFiles = std::move(userFiles);
  for (RuleFile &file : impl->userFiles) {
    if (options.direction == Direction::MusaToCuda)
      impl->reverseUserFile(file);
    impl->addUserFile(file, static_cast<uint16_t>(impl->files.size()));
  }
  impl->finish();
}

RuleSet::~RuleSet() = default;

Direction RuleSet::direction() const { return impl->direction; }
llvm::ArrayRef<Diagnostic> RuleSet::faults() const { return impl->faults; }

void RuleSet::identifier(llvm::StringRef name, llvm::SmallVectorImpl<const Rule *> &out) const {
  impl->lookUp(RuleKind::Identifier, name, out);
}

void RuleSet::namespaces(llvm::StringRef name, llvm::SmallVectorImpl<const Rule *> &out) const {
  impl->lookUp(RuleKind::Namespace, name, out);
}

void RuleSet::header(llvm::StringRef name, llvm::SmallVectorImpl<const Rule *> &out) const {
  impl->lookUp(RuleKind::Header, name, out);
  impl->appendWildcards(RuleKind::Header, name, out);
}

void RuleSet::script(RuleKind kind, llvm::StringRef name,
                     llvm::SmallVectorImpl<const Rule *> &out) const {
  impl->lookUp(kind, kind == RuleKind::Flag ? embedded::flagName(name) : name, out);
  impl->appendWildcards(kind, name, out);
}

bool RuleSet::hasDefaults() const { return impl->defaults.has_value(); }
const Architecture &RuleSet::architecture() const { return architectures()[impl->architecture]; }

void RuleSet::patterns(llvm::StringRef name, llvm::SmallVectorImpl<const Pattern *> &out) const {
  out.clear();
  if (auto found = impl->patternsByAnchor.find(name); found != impl->patternsByAnchor.end())
    out.append(found->second.begin(), found->second.end());
}

llvm::ArrayRef<const Rule *> RuleSet::identifierParts() const { return impl->identifierParts; }
llvm::ArrayRef<const Rule *> RuleSet::headerParts() const { return impl->headerParts; }

const GuardRule *RuleSet::guard(llvm::StringRef macro) const {
  auto found = impl->guards.find(macro);
  return found == impl->guards.end() ? nullptr : &found->second;
}

llvm::ArrayRef<PathRule> RuleSet::paths() const { return impl->paths; }

const RuleSet::FileInfo &RuleSet::file(uint16_t index) const { return impl->files[index]; }
size_t RuleSet::fileCount() const { return impl->files.size(); }

const RuleSet::Origin *RuleSet::origin(RuleKind kind, llvm::StringRef name) const {
  std::call_once(impl->originsMade, [this] {
    RuleList known;
    forEach([&](const Rule &rule) {
      if (!rule.edits() || rule.to == rule.from)
        return;
      impl->lookUp(rule.kind, rule.to, known);
      if (!known.empty()) // a name on both sides: mma.h
        return;
      const bool isHeader = rule.kind == RuleKind::Header;
      if (!isHeader && rule.kind != RuleKind::Identifier)
        return;
      auto &origins = isHeader ? impl->headerOrigins : impl->identifierOrigins;
      Origin &origin = origins.try_emplace(rule.to, rule.from, rule.owner, false).first->second;
      origin.isVerified |= rule.status != Status::Unverified;
    });
    forEachGuard([this](const GuardRule &guard) {
      impl->identifierOrigins.try_emplace(guard.to, guard.macro, Owner::Cuda);
    });
  });
  const auto &origins = kind == RuleKind::Header ? impl->headerOrigins : impl->identifierOrigins;
  auto found = origins.find(name);
  return found == origins.end() ? nullptr : &found->second;
}

bool RuleSet::portsDeclared(llvm::StringRef library) const {
  if (impl->defaults &&
      llvm::any_of(impl->defaults->portsDeclared,
                   [&](const embedded::PortsDeclared &entry) { return entry.library == library; }))
    return true;
  return llvm::any_of(impl->userFiles, [&](const RuleFile &file) {
    return llvm::is_contained(file.portsDeclared, library);
  });
}

void RuleSet::forEachPattern(llvm::function_ref<void(const Pattern &)> visit) const {
  for (const Pattern &pattern : impl->patterns)
    visit(pattern);
}

void RuleSet::forEachGuard(llvm::function_ref<void(const GuardRule &)> visit) const {
  // In an order that does not depend on addresses.
  std::vector<const GuardRule *> guards;
  for (const auto &[macro, guard] : impl->guards)
    guards.push_back(&guard);
  llvm::sort(guards, [](const GuardRule *a, const GuardRule *b) {
    return std::tuple(a->file, a->line) < std::tuple(b->file, b->line);
  });
  for (const GuardRule *guard : guards)
    visit(*guard);
}

uint8_t RuleSet::contexts() const { return impl->contexts; }

void RuleSet::forEach(llvm::function_ref<void(const Rule &)> visit) const {
  if (impl->defaults)
    for (uint32_t number : impl->defaults->order)
      if (const Rule &rule = impl->defaults->rules[number]; impl->applies(rule))
        visit(rule);
  for (const RuleFile &file : impl->userFiles)
    for (const Rule &rule : file.rules)
      if (impl->applies(rule))
        visit(rule);
}

} // namespace musaport
