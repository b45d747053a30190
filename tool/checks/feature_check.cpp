//===- checks/feature_check.cpp --------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "checks/feature_check.h"

#include "analysis/device_code_check.h"
#include "analysis/qualified_name.h"

#include "clang/ASTMatchers/ASTMatchers.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang::ast_matchers;

namespace musaport {
namespace {

/// Those that a check of its own reports, at what is done with them.
constexpr llvm::StringLiteral ofOtherChecks[] = {"bf16", "fp8", "tuning-policies"};

} // namespace

void FeatureCheck::registerMatchers(MatchFinder &finder) {
  finder.addMatcher(declRefExpr().bind("reference"), this);
  finder.addMatcher(memberExpr().bind("member"), this);
  finder.addMatcher(
      // An elaborated type, `space::type`, has the type itself within it.
      typeLoc(unless(elaboratedTypeLoc()), loc(qualType(hasDeclaration(namedDecl().bind("type")))))
          .bind("typeLoc"),
      this);
}

void FeatureCheck::run(const MatchFinder::MatchResult &result) {
  const clang::NamedDecl *used = nullptr;
  clang::SourceLocation location;
  if (const auto *reference = result.Nodes.getNodeAs<clang::DeclRefExpr>("reference")) {
    used = reference->getDecl();
    location = reference->getLocation();
  } else if (const auto *member = result.Nodes.getNodeAs<clang::MemberExpr>("member")) {
    used = member->getMemberDecl();
    location = member->getMemberLoc();
  } else {
    used = result.Nodes.getNodeAs<clang::NamedDecl>("type");
    location = result.Nodes.getNodeAs<clang::TypeLoc>("typeLoc")->getBeginLoc();
  }
  const Feature *feature = featureOf(*used);
  if (feature == nullptr)
    return;
  const std::string architecture = context.rules.architecture().name.str();
  const bool isMissing = feature->on(context.rules.architecture()) == Feature::Status::Unsupported;
  report(*result.SourceManager, result.SourceManager->getFileLoc(location),
         isMissing ? Severity::Error : Severity::Warning,
         "'" + qualifiedName(*used) + "': " + feature->title.str() +
             (isMissing ? ", which " + architecture + " does not have"
                        : ", which differs on " + architecture),
         {feature->advice.str()});
}

const Feature *FeatureCheck::featureOf(const clang::NamedDecl &declaration) {
  auto [entry, isNew] = known.try_emplace(&declaration, nullptr);
  if (isNew)
    entry->second = search(declaration);
  return entry->second;
}

const Feature *FeatureCheck::search(const clang::NamedDecl &declaration) const {
  if (!declaration.getIdentifier() || !isSystems(declaration))
    return nullptr;
  const std::string name = qualifiedName(declaration);
  for (const Feature &feature : features()) {
    const Feature::Status status = feature.on(context.rules.architecture());
    if ((status == Feature::Status::Differs || status == Feature::Status::Unsupported) &&
        !llvm::is_contained(ofOtherChecks, feature.name) && feature.hasName(name))
      return isPortsToSay(name) ? nullptr : &feature;
  }
  return nullptr;
}

bool FeatureCheck::isPortsToSay(llvm::StringRef qualified) const {
  llvm::SmallVector<llvm::StringRef, 4> parts;
  qualified.split(parts, "::");
  llvm::SmallVector<const Rule *, 4> rules;
  auto says = [&] {
    return llvm::any_of(rules, [](const Rule *rule) {
      return rule->status == Status::Differs || rule->status == Status::Unsupported;
    });
  };
  for (llvm::StringRef space : llvm::ArrayRef(parts).drop_back()) {
    context.rules.namespaces(space, rules);
    if (says())
      return true;
  }
  context.rules.identifier(parts.back(), rules);
  return says();
}

} // namespace musaport
