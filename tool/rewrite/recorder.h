//===- rewrite/recorder.h - what was done to a source, and why --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Records uses of names for the report, diagnostics for the user, and decisions for `explain`. `i`
// is always the index of the token concerned.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_REWRITE_RECORDER_H
#define MUSAPORT_REWRITE_RECORDER_H

#include "edits/result.h"
#include "rewrite/dead_branches.h"
#include "rewrite/directives.h"
#include "rewrite/line_counter.h"
#include "rewrite/source_text.h"
#include "rewrite/tree_context.h"

#include <optional>
#include <string>
#include <vector>

namespace musaport {

class Recorder {
public:
  /// `shownPath`: the file's name in diagnostics. `decisions`: see FilePorter::port().
  Recorder(const TreeContext &context, llvm::StringRef shownPath, const SourceText &text,
           const DirectiveTracker &directives, const DeadBranches &branches,
           std::vector<Decision> *decisions)
      : context(context), rules(context.rules), shownPath(shownPath), text(text),
        directives(directives), branches(branches), decisions(decisions), lines(text.buffer) {}

  // --- Uses of names. Uses with the same outcome share an entry. These functions return its index
  // in FileResult::uses; it is counted once the edit is certain.

  size_t useOf(NameUse use, size_t i);
  /// `rule` turns `name` into `to`.
  size_t useOf(const Rule &rule, llvm::StringRef name, llvm::StringRef to, size_t i);
  /// The same without a rule: a file of the tree has a new name.
  size_t useOfTree(llvm::StringRef name, llvm::StringRef to, size_t i);
  /// The use of an include of `header` that the port inserts before tokens[i].
  size_t useOfInclude(llvm::StringRef header, size_t i);
  void count(size_t use) { ++result.uses[use].count; }

  /// `name` stays. `rule` may be null.
  void leave(size_t i, llvm::StringRef name, Outcome outcome, const Rule *rule,
             llvm::StringRef reason);
  /// `name` stays because `rule` says that MUSA has no counterpart.
  void leaveUnsupported(size_t i, llvm::StringRef name, const Rule &rule);
  /// `name` stays because of a `keep` rule. Names that nobody would mistake for CUDA's
  /// (thrust/sort.h) are left out of the report.
  void keep(size_t i, llvm::StringRef name, const Rule &rule, bool looksLikeCudas);

  /// The header name in `range` refers to a file of the tree.
  void includeOfTree(TokenRange range);

  // --- Diagnostics

  /// `note`: may be empty. Of what the port never compiles nothing is said.
  Diagnostic &diagnose(size_t i, llvm::StringRef id, Severity severity, std::string message,
                       llvm::StringRef note);
  /// Reports a rule that needs the user's attention and turns `name` into `to`: once per name and
  /// file.
  void report(size_t i, llvm::StringRef name, const Rule &rule, llvm::StringRef to);
  /// The same, but only if `name` is deprecated.
  void reportDeprecated(size_t i, llvm::StringRef name, const Rule &rule);
  /// For Diagnostic::once.
  std::string onceInFile(const llvm::Twine &key) const { return (shownPath + "\n" + key).str(); }

  // --- Decisions

  /// Records a decision made at tokens[i] about `range`; by default, about that token.
  void decide(size_t i, std::string verdict, llvm::StringRef library = {},
              llvm::StringRef note = {}, std::optional<TokenRange> range = std::nullopt);
  void decide(size_t i, std::string verdict, const Rule &rule,
              std::optional<TokenRange> range = std::nullopt);
  /// "cudaMalloc -> musaMalloc by ..."
  std::string describe(const Rule &rule, llvm::StringRef from, llvm::StringRef to) const {
    return describeEdit(rule, rules, from, to);
  }
  /// "rules/cuda-runtime.json:12", the place of a Rule or GuardRule.
  template <typename AnyRule> std::string place(const AnyRule &rule) const {
    return rules.file(rule.file).path.str() + ":" + std::to_string(rule.line);
  }

  /// The line that tokens[i] is in, without its ending.
  llvm::StringRef lineOf(size_t i) { return lines.at(text.tokens[i].offset).text; }

  /// Adds the counts and diagnostics of porting a text that is inserted at tokens[i].
  void addNested(size_t i, FileResult nested);
  /// Adds those of porting `source`, which is a part of tokens[i] and those behind it, and begins
  /// at `offset`.
  void addSource(size_t i, uint32_t offset, llvm::StringRef source, FileResult ported,
                 std::vector<Decision> made);

  FileResult result; ///< everything except the edits

private:
  void addUses(size_t i, FileResult &nested);
  void reportUnsupported(size_t i, llvm::StringRef name, const Rule &rule);
  /// Whether tokens[i] asks for a name that MUSA lacks, or is never compiled: the answer is right.
  bool needsNoDecision(size_t i) const;
  /// Whether nobody has seen the header that the rule names in MUSA's place.
  bool mayBeMissing(const Rule &rule, llvm::StringRef header) const;
  /// Whether a function returns the text of tokens[i]: whoever gets it may compare it.
  bool isReturned(size_t i) const;
  /// Whether a string literal of the file is one of CUDA's names, or how they begin: texts are
  /// compared with it.
  bool hasNameInQuotes();

  const TreeContext &context;
  const RuleSet &rules;
  const llvm::StringRef shownPath;
  const SourceText &text;
  const DirectiveTracker &directives;
  const DeadBranches &branches;
  std::vector<Decision> *const decisions;
  LineCounter lines;
  std::optional<bool> hasQuotedName; ///< once it is asked for
  Diagnostic unsaid;                 ///< takes what is said of dead branches
  UseIndex useIndex;
};

} // namespace musaport

#endif // MUSAPORT_REWRITE_RECORDER_H
