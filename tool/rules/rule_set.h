//===- rules/rule_set.h - lookup of rules -----------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All rules of a run, for one architecture. Every returned list is in order of precedence
// (docs/reference/rules.md, "Which rule wins"): the first entry that applies wins. Immutable after
// construction, so threads can share it.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_RULES_RULE_SET_H
#define MUSAPORT_RULES_RULE_SET_H

#include "rules/architecture.h"
#include "rules/direction.h"
#include "rules/pattern.h"
#include "rules/rule.h"
#include "rules/rule_file.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <memory>
#include <vector>

namespace musaport {

class RuleSet {
public:
  struct Options {
    bool defaults = true; ///< include the embedded rules, with lower precedence than the user's
    unsigned architecture = 0; ///< index into architectures()
    Direction direction = Direction::CudaToMusa;
  };

  /// `userFiles` are in the order given: a later file wins. They are written for CUDA -> MUSA,
  /// whatever `direction` is.
  RuleSet(const Options &options, std::vector<RuleFile> userFiles);
  ~RuleSet();
  RuleSet(const RuleSet &) = delete;
  RuleSet &operator=(const RuleSet &) = delete;

  Direction direction() const;
  /// Warnings ([musa-rule-no-reverse]) about the user's rules, if they are reversed.
  llvm::ArrayRef<Diagnostic> faults() const;

  /// The lookups below replace the content of `out`. They allocate memory only if `out` is too
  /// small.

  /// Rules for the whole identifier `name`.
  void identifier(llvm::StringRef name, llvm::SmallVectorImpl<const Rule *> &out) const;
  /// Patterns whose anchor is `name`; user's first, then longer ones first.
  void patterns(llvm::StringRef name, llvm::SmallVectorImpl<const Pattern *> &out) const;
  /// Namespace rules whose last component is `name`.
  void namespaces(llvm::StringRef name, llvm::SmallVectorImpl<const Rule *> &out) const;
  /// Rules for the header `name` (without delimiters): whole names before names with a wildcard.
  void header(llvm::StringRef name, llvm::SmallVectorImpl<const Rule *> &out) const;
  /// Rules of `kind`, one of the kinds for build scripts, for `name`: whole names before names with
  /// a *. A flag is looked up by its part before `=` or a space, so the caller must match each rule
  /// found against the whole flag.
  void script(RuleKind kind, llvm::StringRef name, llvm::SmallVectorImpl<const Rule *> &out) const;
  /// The user's rules for parts of identifiers and of include paths, longer ones first.
  llvm::ArrayRef<const Rule *> identifierParts() const;
  llvm::ArrayRef<const Rule *> headerParts() const;
  /// The guard rule for `macro`, or null.
  const GuardRule *guard(llvm::StringRef macro) const;
  /// The user's path rules before the default ones, longer `from` first.
  llvm::ArrayRef<PathRule> paths() const;

  /// The file of a rule. Reports name its library and path.
  struct FileInfo {
    llvm::StringRef path;
    llvm::StringRef library;
    llvm::StringRef title;
    bool isDefault = true;
    llvm::StringRef package; ///< see RuleFile
  };
  const FileInfo &file(uint16_t index) const;
  size_t fileCount() const;

  /// The source name of a rule or guard, and who owns it.
  struct Origin {
    llvm::StringRef name;
    Owner owner = Owner::Cuda;
    bool isVerified = true; ///< some rule for the target's name is more than Status::Unverified
  };
  /// The name that the port turns into `name`, an Identifier or a Header. Null if there is none, or
  /// if both sides have `name`. The first call builds the table.
  const Origin *origin(RuleKind kind, llvm::StringRef name) const;

  /// Whether names of `library` are ported even where the tree declares them.
  bool portsDeclared(llvm::StringRef library) const;
  /// Whether the rule's name stays where the tree declares it: a framework's, unless the rules say
  /// otherwise of its library.
  bool yieldsToTree(const Rule &rule) const {
    return rule.owner == Owner::Framework && !portsDeclared(file(rule.file).library);
  }

  /// These visit all patterns, in order of precedence, and all guards that apply, file by file.
  void forEachPattern(llvm::function_ref<void(const Pattern &)> visit) const;
  void forEachGuard(llvm::function_ref<void(const GuardRule &)> visit) const;

  /// The union of the Context bits that rules are limited to. With InString, strings have to be
  /// searched.
  uint8_t contexts() const;

  /// Whether the embedded rules are included.
  bool hasDefaults() const;
  /// Whether they port from CUDA to MUSA: then a port also mends what no rule can say.
  bool portsFromCuda() const { return hasDefaults() && direction() == Direction::CudaToMusa; }

  /// The target architecture.
  const Architecture &architecture() const;

  /// Visits every rule for this architecture, by file, in the order written there.
  void forEach(llvm::function_ref<void(const Rule &)> visit) const;

private:
  struct Impl;
  std::unique_ptr<Impl> impl;
};

} // namespace musaport

#endif // MUSAPORT_RULES_RULE_SET_H
