//===- analysis/check.h - a check of parsed CUDA code -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A check says which nodes of Clang's AST, or which events of its preprocessor, it wants to see and
// reports what it finds in them. It does nothing else: what is parsed, which checks run and what
// becomes of findings is decided elsewhere. One object sees one view of one translation unit.
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

/// What a check knows of the run, and where its findings go.
struct CheckContext {
  const RuleSet &rules; ///< that the port is made by, for its architecture
  bool hasFp64;         ///< TranslationUnit::hasFp64
  std::vector<Finding> &findings;
};

class Check : public clang::ast_matchers::MatchFinder::MatchCallback {
public:
  Check(llvm::StringRef id, const CheckContext &context) : context(context), id(id) {}
  /// Before the first token: adds the check's clang::PPCallbacks, which report() as it does.
  virtual void registerPreprocessor(clang::Preprocessor &) {}
  virtual void registerMatchers(clang::ast_matchers::MatchFinder &) {}
  void run(const clang::ast_matchers::MatchFinder::MatchResult &) override {}

  /// At `location`, or where the macro is expanded that it is in. What is in system headers, or in
  /// no file, is not reported.
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
