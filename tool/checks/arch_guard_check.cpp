//===- checks/arch_guard_check.cpp -----------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "checks/arch_guard_check.h"

#include "analysis/parse.h"
#include "dataflow/arch_outcome.h"
#include "dataflow/preprocessor_conditions.h"

#include "clang/AST/ASTContext.h"

namespace musaport {
namespace {

bool isArchitecture(const GuardUse &use) { return use.rule->kind == GuardRule::Kind::Architecture; }

} // namespace

ArchGuardCheck::ArchGuardCheck(llvm::StringRef id, const CheckContext &context)
    : ComparisonCheck(id, context), uses(context.rules),
      cuda(computeCapability(cudaArchitectureOf(context.rules.architecture())) * 10),
      musa(context.rules.architecture().musaArch) {}

void ArchGuardCheck::reportAt(const clang::SourceManager &sources, clang::SourceLocation location,
                              const std::string &text, bool meant, bool isLeft,
                              std::optional<unsigned> point, std::vector<Fix> fixes) {
  const std::string name = context.rules.architecture().name.str();
  std::vector<std::string> notes;
  if (point && musaThreshold(*point))
    notes.push_back("__CUDA_ARCH__ " + std::to_string(*point) + " stands for __MUSA_ARCH__ " +
                    std::to_string(*musaThreshold(*point)) + ", which " +
                    describeThreshold(*point) + " have" +
                    (fixes.empty() ? "; compare the macro itself with a number" : ""));
  else
    notes.push_back("compare __MUSA_ARCH__ with the MUSA architecture that this code needs "
                    "(docs/reference/guards.md)");
  report(sources, location, Severity::Error,
         text + " is " + (meant ? "false" : "true") + " in the port for " + name + ", where " +
             (isLeft ? "__CUDA_ARCH__ is not defined"
                     : "the architecture is " + std::to_string(musa)) +
             ", and should be " + (meant ? "true" : "false"),
         std::move(notes), std::move(fixes));
}

// --- In directives ---------------------------------------------------------

void ArchGuardCheck::registerPreprocessor(clang::Preprocessor &preprocessor) {
  const clang::SourceManager &sources = preprocessor.getSourceManager();
  forEachGuardedCondition(
      preprocessor, GuardRule::Kind::Architecture, uses,
      [this, &sources](const GuardedCondition &condition) { decideCondition(condition, sources); });
}

void ArchGuardCheck::decideCondition(const GuardedCondition &condition,
                                     const clang::SourceManager &sources) {
  bool isLeft = false;
  for (const GuardedCondition::Part &part : condition.parts) {
    if (part.use && isArchitecture(*part.use))
      isLeft |= part.use->isDeclined();
    else if (part.use && !part.use->isDecided())
      return; // depends on a version, too
  }
  auto withArchitecture = [&](int64_t number) {
    return condition.inCuda([&](const GuardUse &use) {
      return isArchitecture(use) ? std::optional(number) : std::nullopt;
    });
  };
  const std::optional<bool> meant = withArchitecture(cuda);
  const std::optional<bool> ported = condition.inPort(
      [&](const GuardUse &use) -> std::optional<int64_t> {
        if (!isArchitecture(use))
          return std::nullopt;
        return use.isDeclined() ? 0 : musa;
      },
      sources);
  if (!meant || !ported || *meant == *ported)
    return;
  const std::optional<unsigned> point = turningPoint(withArchitecture);
  std::vector<Fix> fixes;
  // Device code and host code, where the macro is 0, both have to agree.
  if (point && condition.isOneComparison && withArchitecture(0) == withArchitecture(100))
    fixes.push_back(condition.replacedBy("__CUDA_ARCH__ " +
                                             std::string(*withArchitecture(*point) ? ">= " : "< ") +
                                             std::to_string(*point),
                                         sources));
  reportAt(sources, condition.begin, "'" + condition.text + "'", *meant, isLeft, point,
           std::move(fixes));
}

// --- In code ---------------------------------------------------------------

std::optional<int64_t> ArchGuardCheck::valueOf(const Source &source, int64_t number) {
  const auto *literal = llvm::dyn_cast<clang::IntegerLiteral>(source.expression);
  if (literal == nullptr || source.argument)
    return std::nullopt;
  std::optional<GuardUse> use = uses.expandedAt(ast().getSourceManager(), literal->getLocation());
  if (!use || !isArchitecture(*use))
    return std::nullopt;
  // What the port decides holds; what it leaves does not compile.
  return inPort && !use->isValue() ? cuda : number;
}

void ArchGuardCheck::decide(const clang::Expr &comparison) {
  auto holds = [&](int64_t number) -> std::optional<bool> {
    std::optional<int64_t> value = evaluate(comparison, number);
    return value ? std::optional<bool>(*value != 0) : std::nullopt;
  };
  const std::optional<bool> meant = holds(cuda);
  inPort = true;
  const std::optional<bool> ported = holds(musa);
  inPort = false;
  if (meant && ported && *meant != *ported)
    reportAt(ast().getSourceManager(), comparison.getBeginLoc(), textOf(comparison), *meant,
             /*isLeft=*/false, turningPoint(holds), {});
}

} // namespace musaport
