//===- checks/version_runtime_check.cpp ------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "checks/version_runtime_check.h"

#include "dataflow/version_outcome.h"

#include "clang/AST/ASTContext.h"

using llvm::StringRef;

namespace musaport {
namespace {

/// Whether it is the name of a function of CUDA's that says a version.
bool saysVersion(StringRef name, const RuleSet &rules) {
  StringRef plain = name;
  plain.consume_back("_v2");
  if (!plain.ends_with("GetVersion") && plain != "nvrtcVersion")
    return false;
  llvm::SmallVector<const Rule *, 2> ofCuda;
  rules.identifier(name, ofCuda);
  return !ofCuda.empty();
}

} // namespace

std::optional<int64_t> VersionRuntimeCheck::valueOf(const Source &source, int64_t number) {
  const auto *call = llvm::dyn_cast<clang::CallExpr>(source.expression);
  // Without an argument it is the result, which with one is a status.
  if (call == nullptr || source.argument.has_value() != (call->getNumArgs() > 0))
    return std::nullopt;
  const StringRef name = calleeName(*call); // libraries that are opened are called by pointers
  if (!saysVersion(name, context.rules))
    return std::nullopt;
  last = name.str();
  if (name == "nvrtcVersion") // 11.8 in two numbers; the others say 11080, in their way
    return source.argument == 0U ? number / 1000 : number % 1000 / 10;
  return number;
}

void VersionRuntimeCheck::decide(const clang::Expr &comparison) {
  if (dependsOnVersion([&](int64_t version) -> std::optional<bool> {
        std::optional<int64_t> value = evaluate(comparison, version);
        return value ? std::optional<bool>(*value != 0) : std::nullopt;
      }))
    reportComparison(comparison);
}

bool VersionRuntimeCheck::decideOpen(const clang::Expr &comparison, const clang::Expr &known) {
  evaluate(known, 1);
  reportComparison(comparison);
  return true;
}

void VersionRuntimeCheck::reportComparison(const clang::Expr &comparison) {
  report(ast().getSourceManager(), comparison.getBeginLoc(), Severity::Warning,
         textOf(comparison) + " compares what '" + last +
             "' reports, which in the port is MUSA's own version",
         {"decide which branch MUSA takes; MUSAPORT_CUDA_LEVEL is the CUDA version whose "
          "interface the port offers (docs/reference/guards.md)"});
}

} // namespace musaport
