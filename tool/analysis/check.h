//===- analysis/check.h - a check of parsed CUDA code -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A check registers for nodes of Clang's AST, or for events of its preprocessor, and reports what
// it finds. It does nothing else: what is parsed, which checks run and what happens to findings is
// decided elsewhere. One check object sees one view of one translation unit.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_ANALYSIS_CHECK_H
#define MUSAPORT_ANALYSIS_CHECK_H

#include "analysis/finding.h"
#include "rules/rule_set.h"

#include "clang/ASTMatchers/ASTMatchFinder.h"

namespace clang {
class Preprocessor;
} // namespace clang

namespace musaport {

/// What a check knows about the run, and where it reports findings.
struct CheckContext {
  const RuleSet &rules; ///< the rules of the port, for its architecture
  bool hasFp64;         ///< TranslationUnit::hasFp64
  std::vector<Finding> &findings;
};

class Check : public clang::ast_matchers::MatchFinder::MatchCallback {
public:
  Check(llvm::StringRef id, const CheckContext &context) : context(context), id(id) {}
  /// Called before the first token: adds the check's clang::PPCallbacks, which may also call
  /// report().
  virtual void registerPreprocessor(clang::Preprocessor &) {}
  virtual void registerMatchers(clang::ast_matchers::MatchFinder &) {}
  void run(const clang::ast_matchers::MatchFinder::MatchResult &) override {}

  /// Reports a finding at `location`; if that is inside a macro, where the macro is expanded.
  /// Findings in system headers or outside of files are dropped.
  void report(const clang::SourceManager &sources, clang::SourceLocation location,
              Severity severity, std::string message, std::vector<std::string> notes = {},
              std::vector<Fix> fixes = {}, AboutName about = {});

protected:
  const CheckContext context;

private:
  llvm::StringRef id;
};

} // namespace musaport

#endif // MUSAPORT_ANALYSIS_CHECK_H
