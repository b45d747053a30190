//===- rewrite/recorder.h - what was done in a source, and why --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Uses of names for the report, diagnostics for a person, decisions for `explain`. A place is a
// token, called `i` here.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_REWRITE_RECORDER_H
#define MUSAPORT_REWRITE_RECORDER_H

#include "edits/result.h"
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
  /// `shownPath`: how diagnostics name the file. `decisions`: see FilePorter::port().
  Recorder(const TreeContext &context, llvm::StringRef shownPath, const SourceText &text,
           const DirectiveTracker &directives, std::vector<Decision> *decisions)
      : context(context), rules(context.rules), shownPath(shownPath), text(text),
        directives(directives), decisions(decisions), lines(text.buffer) {}

  // --- Uses of names. Those that end alike are one. Each of these returns its place in
  // FileResult::uses; it is counted where that is certain.

  size_t useOf(NameUse use, size_t i);
  /// The rule makes `to` of the name.
  size_t useOf(const Rule &rule, llvm::StringRef name, llvm::StringRef to, size_t i);
  /// No rule does: a file of the tree has a new name.
  size_t useOfTree(llvm::StringRef name, llvm::StringRef to, size_t i);
  void count(size_t use) { ++result.uses[use].count; }

  /// A name that stays. `rule`: may be null.
  void leave(size_t i, llvm::StringRef name, Outcome outcome, const Rule *rule,
             llvm::StringRef reason);
  /// The same by a rule without a MUSA counterpart.
  void leaveUnsupported(size_t i, llvm::StringRef name, const Rule &rule);
  /// The same by a `keep` rule. Names that nobody would take for CUDA's (thrust/sort.h) are not
  /// worth a line in the report.
  void keep(size_t i, llvm::StringRef name, const Rule &rule, bool looksLikeCudas);

  // --- Diagnostics

  /// `note`: may be empty.
  Diagnostic &diagnose(size_t i, llvm::StringRef id, Severity severity, std::string message,
                       llvm::StringRef note);
  /// Tells, once a name and file, of a rule that wants a person's attention and makes `to` of the
  /// name.
  void report(size_t i, llvm::StringRef name, const Rule &rule, llvm::StringRef to);
  /// Of this alone whether the name is deprecated.
  void reportDeprecated(size_t i, llvm::StringRef name, const Rule &rule);
  /// For Diagnostic::once.
  std::string onceInFile(const llvm::Twine &key) const { return (shownPath + "\n" + key).str(); }

  // --- Decisions

  /// What is decided at tokens[i], about all of `range`, which is that token by default.
  void decide(size_t i, std::string verdict, llvm::StringRef library = {},
              llvm::StringRef note = {}, std::optional<TokenRange> range = std::nullopt);
  void decide(size_t i, std::string verdict, const Rule &rule,
              std::optional<TokenRange> range = std::nullopt);
  /// "cudaMalloc -> musaMalloc by ..."
  std::string describe(const Rule &rule, llvm::StringRef from, llvm::StringRef to) const {
    return describeEdit(rule, rules, from, to);
  }
  /// "rules/cuda-runtime.json:12", of a Rule or a GuardRule.
  template <typename AnyRule> std::string place(const AnyRule &rule) const {
    return rules.file(rule.file).path.str() + ":" + std::to_string(rule.line);
  }

  /// The line that tokens[i] is in, without its ending.
  llvm::StringRef lineOf(size_t i) { return lines.at(text.tokens[i].offset).text; }

  /// What the port of a text that is put at tokens[i] counted and reported.
  void addNested(size_t i, FileResult nested);

  FileResult result; ///< all but the edits

private:
  void reportUnsupported(size_t i, llvm::StringRef name, const Rule &rule);

  const TreeContext &context;
  const RuleSet &rules;
  const llvm::StringRef shownPath;
  const SourceText &text;
  const DirectiveTracker &directives;
  std::vector<Decision> *const decisions;
  LineCounter lines;
  UseIndex useIndex;
};

} // namespace musaport

#endif // MUSAPORT_REWRITE_RECORDER_H
