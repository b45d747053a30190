//===- checks/shared_memory_check.h -----------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_CHECKS_SHARED_MEMORY_CHECK_H
#define MUSAPORT_CHECKS_SHARED_MEMORY_CHECK_H

#include "analysis/check.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"

namespace clang {
class CUDAKernelCallExpr;
class FunctionDecl;
class VarDecl;
} // namespace clang

namespace musaport {

/// A kernel needs more shared memory than the architecture gives a block. Each instantiation of a
/// template counts separately. The sum covers the kernel's __shared__ variables, those of the
/// functions it calls, and what the compiler reserves; at a launch, also the dynamic size if it is
/// constant.
class SharedMemoryCheck : public Check {
public:
  using Check::Check;
  void registerMatchers(clang::ast_matchers::MatchFinder &finder) override;
  void run(const clang::ast_matchers::MatchFinder::MatchResult &result) override;

private:
  using Variables = llvm::SetVector<const clang::VarDecl *>;

  /// The static __shared__ variables that `function` itself uses, and the functions it calls.
  struct Uses {
    Variables variables;
    llvm::SetVector<const clang::FunctionDecl *> callees;
  };
  const Uses &usesOf(const clang::FunctionDecl &function);
  /// The bytes of the kernel's static variables plus what the compiler reserves.
  uint64_t bytesOf(const clang::FunctionDecl &kernel, clang::ASTContext &ast);
  std::string limitText() const;
  void checkKernel(const clang::FunctionDecl &kernel, clang::ASTContext &ast);
  void checkLaunch(const clang::CUDAKernelCallExpr &launch, clang::ASTContext &ast);

  llvm::DenseMap<const clang::FunctionDecl *, std::unique_ptr<Uses>> uses;
};

} // namespace musaport

#endif // MUSAPORT_CHECKS_SHARED_MEMORY_CHECK_H
