//===- nvcc_language/function_sides.cpp -------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where nvcc lets device code use functions that are the host's to Clang. Clang has no hook for
// these decisions, but makes each of them in one function, which other files of Clang's call. The
// linker puts ours before it (--wrap in CMakeLists.txt).
//===----------------------------------------------------------------------===//
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Sema/Sema.h"
#include "clang/Sema/SemaCUDA.h"

using clang::FunctionDecl;
using clang::LookupResult;
using clang::SemaCUDA;

namespace musaport {

using Preference = SemaCUDA::CUDAFunctionPreference;

/// SemaCUDA::IdentifyPreference(), as Clang has it: how well `callee` suits `caller`.
Preference
clangsPreference(SemaCUDA *cuda, const FunctionDecl *caller, const FunctionDecl *callee) __asm__(
    "__real__ZN5clang8SemaCUDA18IdentifyPreferenceEPKNS_12FunctionDeclES3_");
Preference
preference(SemaCUDA *cuda, const FunctionDecl *caller, const FunctionDecl *callee) __asm__(
    "__wrap__ZN5clang8SemaCUDA18IdentifyPreferenceEPKNS_12FunctionDeclES3_");

/// SemaCUDA::maybeAddHostDeviceAttrs(), as Clang has it: adds what the command line or a pragma
/// says of a function that is being declared.
void addClangsSides(SemaCUDA *cuda, FunctionDecl *function, const LookupResult &previous) __asm__(
    "__real__ZN5clang8SemaCUDA23maybeAddHostDeviceAttrsEPNS_12FunctionDeclERKNS_"
    "12LookupResultE");
void addSides(SemaCUDA *cuda, FunctionDecl *function, const LookupResult &previous) __asm__(
    "__wrap__ZN5clang8SemaCUDA23maybeAddHostDeviceAttrsEPNS_12FunctionDeclERKNS_"
    "12LookupResultE");

/// What overload resolution would leave out stays a candidate, for the check of calls:
/// - In decltype, sizeof and noexcept nobody calls the function that is named.
/// - Host code of a class may use constructors of it that are the device's, if nothing uses that
///   code. Behind the class they are the host's, too (function_bodies.h).
Preference preference(SemaCUDA *cuda, const FunctionDecl *caller, const FunctionDecl *callee) {
  const Preference found = clangsPreference(cuda, caller, callee);
  if (found != SemaCUDA::CFP_Never)
    return found;
  const bool isInClass =
      llvm::isa<clang::CXXConstructorDecl>(callee) && callee->getLexicalDeclContext()->isRecord();
  const bool isHosts = caller != nullptr && !caller->hasAttr<clang::CUDADeviceAttr>() &&
                       !caller->hasAttr<clang::CUDAGlobalAttr>();
  return (isInClass && isHosts) || cuda->SemaRef.currentEvaluationContext().isUnevaluated()
             ? SemaCUDA::CFP_WrongSide
             : found;
}

/// A deduction guide is never called. The function that libstdc++'s constexpr functions call behind
/// a wrong argument (std::clamp, std::optional) is theirs on both sides, as they are.
void addSides(SemaCUDA *cuda, FunctionDecl *function, const LookupResult &previous) {
  addClangsSides(cuda, function, previous);
  const clang::IdentifierInfo *name = function->getIdentifier();
  const bool isAssertion = name != nullptr && name->getName() == "__glibcxx_assert_fail";
  if ((!isAssertion && !llvm::isa<clang::CXXDeductionGuideDecl>(function)) ||
      function->hasAttr<clang::CUDADeviceAttr>())
    return;
  clang::ASTContext &ast = function->getASTContext();
  if (!function->hasAttr<clang::CUDAHostAttr>())
    function->addAttr(clang::CUDAHostAttr::CreateImplicit(ast));
  function->addAttr(clang::CUDADeviceAttr::CreateImplicit(ast));
}

} // namespace musaport
