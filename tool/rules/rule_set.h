//===- rules/rule_set.h - looking rules up ----------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All rules of one run, for one architecture. Every list that is returned is in order of
// precedence (docs/reference/rules.md, "Which rule wins"): the first entry that applies wins.
// Immutable after construction, so threads share it.
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
    bool defaults = true;      ///< the embedded rules below the user's
    unsigned architecture = 0; ///< index into architectures()
    Direction direction = Direction::CudaToMusa;
  };

  /// `userFiles` in the order given: of two, the later wins. They are written for CUDA -> MUSA,
  /// whatever the direction is.
  RuleSet(const Options &options, std::vector<RuleFile> userFiles);
  ~RuleSet();
  RuleSet(const RuleSet &) = delete;
  RuleSet &operator=(const RuleSet &) = delete;

  Direction direction() const;
  /// Warnings ([musa-rule-no-reverse]) about the user's rules, if they are read backwards.
  llvm::ArrayRef<Diagnostic> faults() const;

  /// The look-ups replace the content of `out`. They allocate only for what `out` cannot hold.

  /// Rules for the whole identifier `name`.
  void identifier(llvm::StringRef name, llvm::SmallVectorImpl<const Rule *> &out) const;
  /// Patterns whose anchor is `name`; user's first, then longer ones first.
  void patterns(llvm::StringRef name, llvm::SmallVectorImpl<const Pattern *> &out) const;
  /// Namespace rules whose last component is `name`.
  void namespaces(llvm::StringRef name, llvm::SmallVectorImpl<const Rule *> &out) const;
  /// Rules for the header `name` (without delimiters): whole names before wildcard ones.
  void header(llvm::StringRef name, llvm::SmallVectorImpl<const Rule *> &out) const;
  /// Rules of a kind of build scripts' (RuleKind) for `name`: whole names before those with a *. A
  /// flag is looked up by what is before its = or blank, and each rule found has to be held against
  /// all of it.
  void script(RuleKind kind, llvm::StringRef name, llvm::SmallVectorImpl<const Rule *> &out) const;
  /// The user's rules for parts of identifiers and of include paths, longer ones first.
  llvm::ArrayRef<const Rule *> identifierParts() const;
  llvm::ArrayRef<const Rule *> headerParts() const;
  /// The guard rule for `macro`, or null.
  const GuardRule *guard(llvm::StringRef macro) const;
  /// The user's before the default's, longer `from` first.
  llvm::ArrayRef<PathRule> paths() const;

  /// The file a rule stands in: its library and path are what reports name.
  struct FileInfo {
    llvm::StringRef path;
    llvm::StringRef library;
    llvm::StringRef title;
    bool isDefault = true;
    llvm::StringRef package; ///< see RuleFile
  };
  const FileInfo &file(uint16_t index) const;
  size_t fileCount() const;

  /// A name that some rule or guard makes another of, and whose name that is.
  struct Origin {
    llvm::StringRef name;
    Owner owner = Owner::Cuda;
  };
  /// Of what name the port makes `name`, an Identifier or a Header; null if of none, or if both
  /// sides have the name. The table for it is made at the first question.
  const Origin *origin(RuleKind kind, llvm::StringRef name) const;

  /// True if the names of `library` are ported even where the tree declares them.
  bool portsDeclared(llvm::StringRef library) const;

  /// All patterns in order of precedence, and the guards that apply, file by file.
  void forEachPattern(llvm::function_ref<void(const Pattern &)> visit) const;
  void forEachGuard(llvm::function_ref<void(const GuardRule &)> visit) const;

  /// The contexts (Context bits) that some rule is limited to; InString: strings are worth a look.
  uint8_t contexts() const;

  /// Whether the embedded rules are below the user's.
  bool hasDefaults() const;

  /// The architecture that is ported for.
  const Architecture &architecture() const;

  /// Every rule for this architecture, file by file as written there.
  void forEach(llvm::function_ref<void(const Rule &)> visit) const;

private:
  struct Impl;
  std::unique_ptr<Impl> impl;
};

} // namespace musaport

#endif // MUSAPORT_RULES_RULE_SET_H
