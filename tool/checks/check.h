//===- checks/check.h - a check of parsed CUDA code -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A check says which nodes of Clang's AST it wants to see and reports what it finds in them. It
// does nothing else: what is parsed, which checks run and what becomes of findings is decided
// elsewhere.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_CHECKS_CHECK_H
#define MUSAPORT_CHECKS_CHECK_H

#include "checks/finding.h"
#include "rules/architecture.h"

#include "clang/ASTMatchers/ASTMatchFinder.h"
#include "llvm/ADT/ArrayRef.h"

#include <memory>

namespace musaport {

/// What a check knows of the run, and where its findings go.
struct CheckContext {
  const Architecture &architecture; ///< that is ported for
  std::vector<Finding> &findings;
};

class Check : public clang::ast_matchers::MatchFinder::MatchCallback {
public:
  Check(llvm::StringRef id, const CheckContext &context) : context(context), id(id) {}
  virtual void registerMatchers(clang::ast_matchers::MatchFinder &finder) = 0;

protected:
  /// At `location`, or where the macro is expanded that it is in. What is in system headers, or in
  /// no file, is not reported.
  void report(const clang::SourceManager &sources, clang::SourceLocation location,
              Severity severity, std::string message, std::vector<std::string> notes = {});

  const CheckContext context;

private:
  llvm::StringRef id;
};

/// A check that there is.
struct CheckDescription {
  llvm::StringRef id;      ///< docs/diagnostics/ID.md explains it
  llvm::StringRef summary; ///< one sentence, that of its page
  std::unique_ptr<Check> (*make)(llvm::StringRef id, const CheckContext &context);
};

/// All, by ID.
llvm::ArrayRef<CheckDescription> allChecks();

} // namespace musaport

#endif // MUSAPORT_CHECKS_CHECK_H
