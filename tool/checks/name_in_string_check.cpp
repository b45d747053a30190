//===- checks/name_in_string_check.cpp -------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "checks/name_in_string_check.h"

#include "analysis/ported_names.h"

#include "clang/AST/ASTContext.h"
#include "clang/ASTMatchers/ASTMatchers.h"

#include <string>

using namespace clang::ast_matchers;
using llvm::StringRef;

namespace musaport {
namespace {

std::string whatMusaHas(const Rule &rule) {
  if (rule.edits())
    return "MUSA has '" + rule.to.str() + "'";
  // What stays in sources is a header's.
  return rule.status == Status::Keep ? "no library of MUSA's has it" : "MUSA has no counterpart";
}

} // namespace

void NameInStringCheck::registerMatchers(MatchFinder &finder) {
  finder.addMatcher(
      callExpr(callee(functionDecl(hasAnyName(
                   "dlsym", "dlvsym", "GetProcAddress", "cuGetProcAddress", "cuGetProcAddress_v2",
                   "cudaGetDriverEntryPoint", "cudaGetDriverEntryPointByVersion"))),
               forEachArgumentWithParam(ignoringParenImpCasts(stringLiteral().bind("string")),
                                        parmVarDecl())),
      this);
}

void NameInStringCheck::run(const MatchFinder::MatchResult &result) {
  const auto &string = *result.Nodes.getNodeAs<clang::StringLiteral>("string");
  // What # makes of a name is the ported name's.
  if (!string.isOrdinary() || !isSpelledByUser(*result.SourceManager, string.getBeginLoc()))
    return;
  const StringRef name = string.getString();
  const Rule *rule = ruleFor(context.rules, name, InCall);
  if (rule == nullptr || rule->owner != Owner::Cuda)
    return;
  report(*result.SourceManager, string.getBeginLoc(), Severity::Error,
         "this string names CUDA's '" + name.str() +
             "', and the port does not change strings: " + whatMusaHas(*rule),
         {rule->edits() ? "let the preprocessor make the string from the name: #define TEXT(name) "
                          "#name"
                        : rule->note.str()});
}

} // namespace musaport
