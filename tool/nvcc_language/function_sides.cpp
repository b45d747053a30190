//===- nvcc_language/function_sides.cpp -------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where nvcc lets code of one side name functions that Clang gives to the other side alone. Clang
// has no hook for these decisions, but makes each of them in one function, which other files of
// Clang's call. The linker puts ours before it (--wrap in CMakeLists.txt).
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

/// SemaCUDA::CheckCall(), as Clang has it: false after an error, since the function that is parsed
/// must not call `callee`.
bool checkCallAsClang(SemaCUDA *cuda, clang::SourceLocation place, FunctionDecl *callee) __asm__(
    "__real__ZN5clang8SemaCUDA9CheckCallENS_14SourceLocationEPNS_12FunctionDeclE");
bool checkCall(SemaCUDA *cuda, clang::SourceLocation place, FunctionDecl *callee) __asm__(
    "__wrap__ZN5clang8SemaCUDA9CheckCallENS_14SourceLocationEPNS_12FunctionDeclE");

/// SemaCUDA::maybeAddHostDeviceAttrs(), as Clang has it: adds what the command line or a pragma
/// says of a function that is being declared.
void addClangsSides(SemaCUDA *cuda, FunctionDecl *function, const LookupResult &previous) __asm__(
    "__real__ZN5clang8SemaCUDA23maybeAddHostDeviceAttrsEPNS_12FunctionDeclERKNS_"
    "12LookupResultE");
void addSides(SemaCUDA *cuda, FunctionDecl *function, const LookupResult &previous) __asm__(
    "__wrap__ZN5clang8SemaCUDA23maybeAddHostDeviceAttrsEPNS_12FunctionDeclERKNS_"
    "12LookupResultE");

namespace {

/// Whether what is parsed is an operand of decltype. Overload resolution itself, which is under
/// way, makes more unevaluated contexts within it.
bool isInDecltype(const clang::Sema &parser) {
  using Record = clang::Sema::ExpressionEvaluationContextRecord;
  for (const Record &record : llvm::reverse(parser.ExprEvalContexts)) {
    if (!record.isUnevaluated())
      return false;
    if (record.ExprContext == Record::EK_Decltype)
      return true;
  }
  return false;
}

/// Whether the function's code is made only if something reaches it. Clang defers the errors of
/// such functions.
bool isMadeOnDemand(const FunctionDecl &function) {
  return function.isInlined() || function.getStorageClass() == clang::SC_Static ||
         function.isTemplated() || function.isTemplateInstantiation();
}

/// Clang itself refuses a kernel that is called like a function.
bool isLaunchByDevice(const FunctionDecl *caller, const FunctionDecl &callee) {
  return caller != nullptr && callee.hasAttr<clang::CUDAGlobalAttr>() &&
         (caller->hasAttr<clang::CUDADeviceAttr>() || caller->hasAttr<clang::CUDAGlobalAttr>());
}

} // namespace

/// Device code may launch kernels.
bool checkCall(SemaCUDA *cuda, clang::SourceLocation place, FunctionDecl *callee) {
  return isLaunchByDevice(cuda->SemaRef.getCurFunctionDecl(/*AllowLambda=*/true), *callee) ||
         checkCallAsClang(cuda, place, callee);
}

/// Outside of functions, Clang prefers functions of the side that it compiles and takes one of the
/// other side if none of them fits. So it does here in two cases; the check of calls, which comes
/// later, refuses what is really called:
/// - In decltype nobody calls the function that is named. (Nor in sizeof and noexcept; but Clang
///   does not mark these contexts, and overload resolution makes others like them.)
/// - A host member of a class may use the class's constructors for the device, if nothing uses the
///   member. Behind the class they are the host's, too (function_bodies.h).
/// nvcc checks the calls of the device code that it makes. So an inline function may call the
/// host's if no kernel reaches it.
Preference preference(SemaCUDA *cuda, const FunctionDecl *caller, const FunctionDecl *callee) {
  if (caller == nullptr)
    return clangsPreference(cuda, caller, callee);
  const bool isDevices =
      caller->hasAttr<clang::CUDADeviceAttr>() || caller->hasAttr<clang::CUDAGlobalAttr>();
  if (isLaunchByDevice(caller, *callee))
    return SemaCUDA::CFP_Native;
  const bool isOfThisSide = isDevices == cuda->SemaRef.getLangOpts().CUDAIsDevice;
  const bool isOfClass = llvm::isa<clang::CXXConstructorDecl>(callee) &&
                         callee->getDeclContext() == caller->getDeclContext();
  if ((isOfClass && !isDevices) || (isOfThisSide && isInDecltype(cuda->SemaRef)))
    caller = nullptr;
  const Preference found = clangsPreference(cuda, caller, callee);
  const bool isDeferred = found == SemaCUDA::CFP_Never && caller != nullptr && isDevices &&
                          isOfThisSide && isMadeOnDemand(*caller);
  return isDeferred ? SemaCUDA::CFP_WrongSide : found;
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
