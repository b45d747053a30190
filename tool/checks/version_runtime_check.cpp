//===- checks/version_runtime_check.cpp ------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "checks/version_runtime_check.h"

#include "checks/version_outcome.h"

#include "clang/AST/ASTContext.h"

using llvm::StringRef;

namespace musaport {
namespace {

/// The function of CUDA's that says a version; empty if it is another one.
StringRef queryOf(const clang::CallExpr &call, const RuleSet &rules) {
  const clang::FunctionDecl *callee = call.getDirectCallee();
  if (callee == nullptr || callee->getIdentifier() == nullptr)
    return {};
  StringRef name = callee->getName();
  StringRef plain = name;
  plain.consume_back("_v2");
  if (!plain.ends_with("GetVersion") && plain != "nvrtcVersion")
    return {};
  llvm::SmallVector<const Rule *, 2> ofCuda;
  rules.identifier(name, ofCuda);
  return ofCuda.empty() ? StringRef() : name;
}

} // namespace

std::optional<int64_t> VersionRuntimeCheck::valueOf(const Source &source, int64_t number) {
  const auto *call = llvm::dyn_cast<clang::CallExpr>(source.expression);
  // Without an argument it is the result, which with one is a status.
  if (call == nullptr || source.argument.has_value() != (call->getNumArgs() > 0))
    return std::nullopt;
  StringRef name = queryOf(*call, context.rules);
  if (name.empty())
    return std::nullopt;
  last = name.str();
  return number;
}

void VersionRuntimeCheck::decide(const clang::Expr &comparison) {
  if (dependsOnVersion([&](int64_t version) -> std::optional<bool> {
        std::optional<int64_t> value = evaluate(comparison, version);
        return value ? std::optional<bool>(*value != 0) : std::nullopt;
      }))
    report(ast().getSourceManager(), comparison.getBeginLoc(), Severity::Warning,
           textOf(comparison) + " compares what '" + last +
               "' reports, which in the port is MUSA's own version",
           {"decide which branch MUSA takes; what the port offers of CUDA is MUSAPORT_CUDA_LEVEL "
            "(docs/guards.md)"});
}

} // namespace musaport
