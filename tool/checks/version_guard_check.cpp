//===- checks/version_guard_check.cpp --------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "checks/version_guard_check.h"

#include "dataflow/preprocessor_conditions.h"
#include "dataflow/version_outcome.h"

#include "clang/AST/ASTContext.h"

namespace musaport {

VersionGuardCheck::VersionGuardCheck(llvm::StringRef id, const CheckContext &context)
    : ComparisonCheck(id, context), uses(context.rules) {}

void VersionGuardCheck::reportAt(const clang::SourceManager &sources,
                                 clang::SourceLocation location, const std::string &text,
                                 const GuardRule &rule) {
  std::vector<std::string> notes;
  if (!rule.level.empty())
    notes.push_back("compare '" + rule.macro.str() + "' itself with a number: it becomes " +
                    rule.level.str());
  report(sources, location, Severity::Error,
         text + " compares MUSA's own version in the port: the value of '" + rule.macro.str() +
             "' becomes that of '" + rule.to.str() + "'",
         std::move(notes));
}

void VersionGuardCheck::registerPreprocessor(clang::Preprocessor &preprocessor) {
  const clang::SourceManager &sources = preprocessor.getSourceManager();
  forEachGuardedCondition(
      preprocessor, GuardRule::Kind::Version, uses,
      [this, &sources](const GuardedCondition &condition) { decideCondition(condition, sources); });
}

void VersionGuardCheck::decideCondition(const GuardedCondition &condition,
                                        const clang::SourceManager &sources) {
  const GuardRule *rule = nullptr;
  for (const GuardedCondition::Part &part : condition.parts)
    if (part.use && part.use->rule->kind == GuardRule::Kind::Version && part.use->isValue())
      rule = part.use->rule;
  if (rule != nullptr && dependsOnVersion([&](int64_t version) {
        return condition.inCuda([&](const GuardUse &use) {
          return use.rule == rule && use.isValue() ? std::optional(version) : std::nullopt;
        });
      }))
    reportAt(sources, condition.begin, "'" + condition.text + "'", *rule);
}

std::optional<int64_t> VersionGuardCheck::valueOf(const Source &source, int64_t number) {
  const auto *literal = llvm::dyn_cast<clang::IntegerLiteral>(source.expression);
  if (literal == nullptr || source.argument)
    return std::nullopt;
  std::optional<GuardUse> use = uses.expandedAt(ast().getSourceManager(), literal->getLocation());
  if (!use || use->rule->kind != GuardRule::Kind::Version || !use->isValue())
    return std::nullopt;
  last = use->rule;
  return number;
}

void VersionGuardCheck::decide(const clang::Expr &comparison) {
  if (dependsOnVersion([&](int64_t version) -> std::optional<bool> {
        std::optional<int64_t> value = evaluate(comparison, version);
        return value ? std::optional<bool>(*value != 0) : std::nullopt;
      }))
    reportAt(ast().getSourceManager(), comparison.getBeginLoc(), textOf(comparison), *last);
}

} // namespace musaport
