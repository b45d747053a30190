//===- checks/shared_memory_check.cpp --------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "checks/shared_memory_check.h"

#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/ASTMatchers/ASTMatchers.h"

using namespace clang::ast_matchers;

namespace musaport {
namespace {

/// __shared__, and not `extern __shared__ T name[]`, whose size is the launch's.
bool isStaticShared(const clang::VarDecl &variable) {
  const clang::Type &type = *variable.getType();
  return variable.hasAttr<clang::CUDASharedAttr>() && !type.isIncompleteType() &&
         !type.isDependentType() && !type.isUndeducedType();
}

/// Calls `variable` and `callee` for what a function's body names.
template <typename OnVariable, typename OnCallee>
class BodyVisitor : public clang::RecursiveASTVisitor<BodyVisitor<OnVariable, OnCallee>> {
public:
  BodyVisitor(OnVariable variable, OnCallee callee) : variable(variable), callee(callee) {}

  bool shouldVisitImplicitCode() const { return true; }
  bool VisitVarDecl(clang::VarDecl *declared) {
    variable(*declared);
    return true;
  }
  bool VisitDeclRefExpr(clang::DeclRefExpr *reference) {
    if (const auto *referred = llvm::dyn_cast<clang::VarDecl>(reference->getDecl()))
      variable(*referred);
    else if (const auto *function = llvm::dyn_cast<clang::FunctionDecl>(reference->getDecl()))
      callee(*function);
    return true;
  }
  bool VisitMemberExpr(clang::MemberExpr *member) {
    if (const auto *referred = llvm::dyn_cast<clang::VarDecl>(member->getMemberDecl()))
      variable(*referred);
    else if (const auto *function = llvm::dyn_cast<clang::FunctionDecl>(member->getMemberDecl()))
      callee(*function);
    return true;
  }
  bool VisitCXXConstructExpr(clang::CXXConstructExpr *construction) {
    callee(*construction->getConstructor());
    return true;
  }

private:
  OnVariable variable;
  OnCallee callee;
};

std::string nameOf(const clang::FunctionDecl &function, const clang::ASTContext &ast) {
  std::string name;
  llvm::raw_string_ostream out(name);
  function.getNameForDiagnostic(out, ast.getPrintingPolicy(), /*Qualified=*/true);
  return name;
}

} // namespace

void SharedMemoryCheck::registerMatchers(MatchFinder &finder) {
  finder.addMatcher(functionDecl(isDefinition(), hasAttr(clang::attr::CUDAGlobal)).bind("kernel"),
                    this);
  finder.addMatcher(cudaKernelCallExpr().bind("launch"), this);
}

const SharedMemoryCheck::Uses &SharedMemoryCheck::usesOf(const clang::FunctionDecl &function) {
  std::unique_ptr<Uses> &found = uses[&function];
  if (found)
    return *found;
  found = std::make_unique<Uses>();
  Uses &all = *found;
  auto addVariable = [&all](const clang::VarDecl &variable) {
    if (isStaticShared(variable))
      all.variables.insert(variable.getCanonicalDecl());
  };
  auto addCallee = [&all](const clang::FunctionDecl &callee) {
    if (const clang::FunctionDecl *definition = callee.getDefinition())
      all.callees.insert(definition);
  };
  BodyVisitor visitor(addVariable, addCallee);
  visitor.TraverseStmt(function.getBody());
  return all;
}

uint64_t SharedMemoryCheck::bytesOf(const clang::FunctionDecl &kernel, clang::ASTContext &ast) {
  llvm::SetVector<const clang::FunctionDecl *> reached;
  Variables variables;
  reached.insert(&kernel);
  for (size_t i = 0; i < reached.size(); ++i) {
    const Uses &of = usesOf(*reached[i]);
    variables.insert(of.variables.begin(), of.variables.end());
    reached.insert(of.callees.begin(), of.callees.end());
  }
  // In the order of their alignments there is no padding: it is what they need at least.
  auto isMoreAligned = [&](const clang::VarDecl *a, const clang::VarDecl *b) {
    return ast.getDeclAlign(a) > ast.getDeclAlign(b);
  };
  llvm::SmallVector<const clang::VarDecl *, 8> ordered(variables.begin(), variables.end());
  llvm::stable_sort(ordered, isMoreAligned);
  uint64_t end = 0;
  for (const clang::VarDecl *variable : ordered) {
    const auto alignment = static_cast<uint64_t>(ast.getDeclAlign(variable).getQuantity());
    end = llvm::alignTo(end, alignment) +
          static_cast<uint64_t>(ast.getTypeSizeInChars(variable->getType()).getQuantity());
  }
  return end + context.rules.architecture().sharedMemoryReserved;
}

std::string SharedMemoryCheck::limitText() const {
  return "; a block of " + context.rules.architecture().name.str() + " has " +
         std::to_string(context.rules.architecture().sharedMemoryPerBlock);
}

void SharedMemoryCheck::checkKernel(const clang::FunctionDecl &kernel, clang::ASTContext &ast) {
  const uint64_t bytes = bytesOf(kernel, ast);
  if (bytes > context.rules.architecture().sharedMemoryPerBlock)
    report(ast.getSourceManager(), kernel.getLocation(), Severity::Error,
           "'" + nameOf(kernel, ast) + "' needs " + std::to_string(bytes) +
               " bytes of shared memory" + limitText(),
           {"make its __shared__ arrays smaller, or leave this instantiation out"});
}

void SharedMemoryCheck::checkLaunch(const clang::CUDAKernelCallExpr &launch,
                                    clang::ASTContext &ast) {
  const clang::FunctionDecl *kernel = launch.getDirectCallee();
  constexpr unsigned dynamicSize = 2; // <<<grid, block, bytes, stream>>>
  const clang::CallExpr *configuration = launch.getConfig();
  if (kernel == nullptr || configuration == nullptr || configuration->getNumArgs() <= dynamicSize)
    return;
  const clang::Expr *size = configuration->getArg(dynamicSize);
  clang::Expr::EvalResult value;
  if (size->isValueDependent() || size->isDefaultArgument() || !size->EvaluateAsInt(value, ast))
    return;
  const uint64_t limit = context.rules.architecture().sharedMemoryPerBlock;
  const uint64_t dynamic = value.Val.getInt().getZExtValue();
  if (const clang::FunctionDecl *definition = kernel->getDefinition())
    kernel = definition;
  const uint64_t fixed = bytesOf(*kernel, ast);
  if (fixed > limit || dynamic <= limit - fixed) // the kernel is reported, or it fits
    return;
  report(ast.getSourceManager(), size->getExprLoc(), Severity::Error,
         "this launch of '" + nameOf(*kernel, ast) + "' needs " + std::to_string(fixed + dynamic) +
             " bytes of shared memory, " + std::to_string(dynamic) + " of them dynamic" +
             limitText(),
         {"launch it with less, and divide the work into smaller parts"});
}

void SharedMemoryCheck::run(const MatchFinder::MatchResult &result) {
  clang::ASTContext &ast = *result.Context;
  if (!ast.getLangOpts().CUDAIsDevice) // for the host a body may be another one
    return;
  if (const auto *kernel = result.Nodes.getNodeAs<clang::FunctionDecl>("kernel");
      kernel != nullptr && !kernel->isDependentContext())
    checkKernel(*kernel, ast);
  if (const auto *launch = result.Nodes.getNodeAs<clang::CUDAKernelCallExpr>("launch"))
    checkLaunch(*launch, ast);
}

} // namespace musaport
