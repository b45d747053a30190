//===- checks/tuning_policy_check.cpp --------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "checks/tuning_policy_check.h"

#include "analysis/device_code_check.h"
#include "analysis/qualified_name.h"
#include "features/feature.h"

#include "clang/ASTMatchers/ASTMatchers.h"

using namespace clang::ast_matchers;

namespace musaport {

void TuningPolicyCheck::registerMatchers(MatchFinder &finder) {
  finder.addMatcher(cxxRecordDecl(isDefinition()).bind("policy"), this);
}

void TuningPolicyCheck::run(const MatchFinder::MatchResult &result) {
  const clang::ASTContext &ast = *result.Context;
  const Feature &feature = *findFeature("tuning-policies");
  const Architecture &architecture = context.rules.architecture();
  const auto *policy = result.Nodes.getNodeAs<clang::CXXRecordDecl>("policy");
  // ChainedPolicy<350, Policy350, Policy300>: for 3.5 and newer this one, else what the next says;
  // the last one names itself, and has no other to give way to.
  for (const clang::CXXBaseSpecifier &base : policy->bases()) {
    const auto *chain = base.getType()->getAs<clang::TemplateSpecializationType>();
    if (chain == nullptr || chain->template_arguments().size() != 3)
      continue;
    const clang::TemplateDecl *name = chain->getTemplateName().getAsTemplateDecl();
    const llvm::ArrayRef<clang::TemplateArgument> arguments = chain->template_arguments();
    if (name == nullptr || !feature.hasName(qualifiedName(*name)) ||
        arguments[0].getKind() != clang::TemplateArgument::Expression ||
        arguments[0].getAsExpr()->isValueDependent() ||
        arguments[1].structurallyEquals(arguments[2]))
      continue;
    const std::optional<llvm::APSInt> number =
        arguments[0].getAsExpr()->getIntegerConstantExpr(ast);
    if (number && *number > int64_t(architecture.musaArch))
      report(*result.SourceManager, policy->getLocation(), Severity::Warning,
             "'" + policy->getNameAsString() + "' is for GPUs from " + llvm::toString(*number, 10) +
                 " on, and " + architecture.name.str() + " is " +
                 std::to_string(architecture.musaArch) + ": it is never chosen",
             {feature.advice.str()});
  }
}

} // namespace musaport
