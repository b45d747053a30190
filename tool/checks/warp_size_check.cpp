//===- checks/warp_size_check.cpp ------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "checks/warp_size_check.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

using namespace clang::ast_matchers;

namespace musaport {
namespace {

using Kind = LaneValue::Kind;

/// The threads of a block, if they are constant: of an expression of type dim3.
std::optional<int64_t> threadsOf(const clang::Expr &block, const clang::ASTContext &ast) {
  const clang::Expr *inner = block.IgnoreImplicit()->IgnoreParenCasts();
  if (const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(inner)) {
    const auto *variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl());
    const bool isFixed = variable && variable->getType().isConstQualified();
    const clang::Expr *begin = isFixed ? variable->getAnyInitializer() : nullptr;
    return begin && !begin->isValueDependent() ? threadsOf(*begin, ast) : std::nullopt;
  }
  const auto *construction = llvm::dyn_cast<clang::CXXConstructExpr>(inner);
  if (!construction || construction->getNumArgs() == 0)
    return std::nullopt;
  if (construction->getConstructor()->isCopyOrMoveConstructor())
    return threadsOf(*construction->getArg(0), ast);
  int64_t threads = 1;
  for (const clang::Expr *argument : construction->arguments()) {
    clang::Expr::EvalResult result;
    if (const auto *fallback = llvm::dyn_cast<clang::CXXDefaultArgExpr>(argument))
      argument = fallback->getExpr();
    if (argument->isValueDependent() || !argument->getType()->isIntegralOrEnumerationType() ||
        !argument->EvaluateAsInt(result, ast))
      return std::nullopt;
    threads *= result.Val.getInt().getExtValue();
  }
  return threads;
}

} // namespace

WarpSizeCheck::WarpSizeCheck(llvm::StringRef id, const CheckContext &context)
    : Check(id, context), finder(context.rules.architecture().warpSize) {}

void WarpSizeCheck::registerMatchers(MatchFinder &matches) {
  if (context.rules.architecture().warpSize <= cudaLanes)
    return;
  matches.addMatcher(deviceFunction(), this);
  matches.addMatcher(cudaKernelCallExpr().bind("launch"), this);
}

void WarpSizeCheck::checkFunction(const clang::FunctionDecl &function) {
  const clang::SourceManager &sources = function.getASTContext().getSourceManager();
  const WarpUses uses = finder.usesOf(function);
  const Architecture &gpu = context.rules.architecture();
  const clang::Expr *of32 = uses.groupOf32();
  const clang::Expr *ofWarp = uses.groupOfWarp();
  if (of32 && ofWarp)
    report(sources, of32->getBeginLoc(), Severity::Error,
           quoted(*of32, function) + " is for groups of 32 threads, but " +
               withLine(*ofWarp, function) + " is for the whole warp, which has " +
               std::to_string(gpu.warpSize) + " lanes on " + gpu.name.str(),
           {"use one of the two in all of the function: warpSize, or groups of 32 and shuffles of "
            "that width"});
  for (const WarpUses::Subscript &subscript : uses.subscripts)
    if (subscript.value.isHardware && subscript.value.number > subscript.size)
      report(sources, subscript.expression->getBeginLoc(), Severity::Error,
             quoted(*subscript.expression, function) + " has " + std::to_string(subscript.size) +
                 " elements, but a warp of " + gpu.name.str() + " has " +
                 std::to_string(gpu.warpSize) + " lanes",
             {"make it as large as the largest warp, 128"});
}

void WarpSizeCheck::checkLaunch(const clang::CUDAKernelCallExpr &launch, clang::ASTContext &ast) {
  const clang::FunctionDecl *kernel = launch.getDirectCallee();
  const clang::FunctionDecl *definition = kernel ? kernel->getDefinition() : nullptr;
  const clang::CallExpr *configuration = launch.getConfig();
  if (!definition || !isChecked(*definition) || !configuration || configuration->getNumArgs() < 2)
    return;
  const std::optional<int64_t> threads = threadsOf(*configuration->getArg(1), ast);
  const Architecture &gpu = context.rules.architecture();
  if (!threads || *threads == 0 || *threads % cudaLanes != 0 || *threads % gpu.warpSize == 0)
    return;
  const WarpUses uses = finder.usesOf(*definition);
  const bool shufflesAll = llvm::any_of(uses.shuffles, [](const WarpUses::Shuffle &shuffle) {
    return shuffle.lane.is(Kind::Distance) && shuffle.lane.isHardware;
  });
  if (shufflesAll)
    report(ast.getSourceManager(), configuration->getArg(1)->getExprLoc(), Severity::Error,
           "a block of " + std::to_string(*threads) + " threads has an incomplete warp on " +
               gpu.name.str() + ", and '" + kernel->getNameAsString() + "' shuffles over all " +
               std::to_string(gpu.warpSize) + " lanes",
           {"launch it with a multiple of " + std::to_string(gpu.warpSize) + " threads"});
}

void WarpSizeCheck::run(const MatchFinder::MatchResult &result) {
  if (const auto *function = result.Nodes.getNodeAs<clang::FunctionDecl>("function");
      function && isChecked(*function))
    checkFunction(*function);
  if (const auto *launch = result.Nodes.getNodeAs<clang::CUDAKernelCallExpr>("launch"))
    checkLaunch(*launch, *result.Context);
}

} // namespace musaport
