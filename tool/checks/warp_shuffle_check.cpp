//===- checks/warp_shuffle_check.cpp ---------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "checks/warp_shuffle_check.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/Support/FormatVariadic.h"

using namespace clang::ast_matchers;

namespace musaport {
namespace {

using Kind = LaneValue::Kind;

/// Whether the lane can only be meant as one of 32, whatever else the function does.
bool isOf32(const LaneValue &lane) {
  return lane.is(Kind::MaskLane) ||
         (lane.is(Kind::Lane) && !lane.isHardware && lane.number == cudaLanes);
}

/// Whether it is one of the first 32, of which there are others in a larger warp.
bool isAmongFirst32(const LaneValue &lane) {
  const bool isBounded =
      lane.is(Kind::Constant) ? lane.number < cudaLanes : lane.number <= cudaLanes;
  return (lane.is(Kind::Constant) || lane.is(Kind::Lane) || lane.is(Kind::Range)) &&
         !lane.isHardware && lane.number >= 0 && isBounded;
}

/// To CUDA it says what is the default.
std::vector<Fix> widthOf32(const WarpUses::Shuffle &shuffle, const clang::SourceManager &sources) {
  const clang::SourceLocation end = shuffle.call->getRParenLoc();
  if (shuffle.isCalled || !end.isFileID() ||
      !llvm::isa<clang::CXXDefaultArgExpr>(shuffle.call->getArg(*shuffle.function->width)))
    return {};
  const auto [file, offset] = sources.getDecomposedLoc(end);
  const clang::OptionalFileEntryRef entry = sources.getFileEntryRefForID(file);
  if (!entry)
    return {};
  return {{entry->getFileEntry().tryGetRealPathName().str(), offset, 0, ", 32"}};
}

} // namespace

WarpShuffleCheck::WarpShuffleCheck(llvm::StringRef id, const CheckContext &context)
    : Check(id, context), finder(context.rules.architecture().warpSize) {}

void WarpShuffleCheck::registerMatchers(MatchFinder &matches) {
  if (context.rules.architecture().warpSize > cudaLanes)
    matches.addMatcher(deviceFunction(), this);
}

void WarpShuffleCheck::run(const MatchFinder::MatchResult &result) {
  const auto &function = *result.Nodes.getNodeAs<clang::FunctionDecl>("function");
  if (!isChecked(function))
    return;
  const clang::SourceManager &sources = *result.SourceManager;
  const WarpUses uses = finder.usesOf(function);
  const std::string warp = std::to_string(context.rules.architecture().warpSize) +
                           " lanes of a warp of " + context.rules.architecture().name.str();
  const clang::Expr *group = uses.groupOfWarp() ? nullptr : uses.groupOf32();
  for (const WarpUses::Shuffle &shuffle : uses.shuffles) {
    if (!shuffle.width.is(Kind::Constant) || (shuffle.isCalled && !shuffle.isArgument))
      continue; // the latter are that function's
    const clang::CallExpr &call = *shuffle.call;
    const std::string name = "'" + call.getDirectCallee()->getNameAsString() + "'";
    if (shuffle.function->kind != WarpFunction::Kind::Index) {
      if (shuffle.lane.is(Kind::Distance) && shuffle.lane.isHardware &&
          shuffle.lane.number > shuffle.width.number)
        report(sources, call.getBeginLoc(), Severity::Error,
               name + " reaches " + std::to_string(shuffle.lane.number / 2) +
                   " lanes far, but its groups have " + std::to_string(shuffle.width.number),
               {"start with half of the width"});
      continue;
    }
    if (!shuffle.width.isHardware ||
        !(isOf32(shuffle.lane) || (group && isAmongFirst32(shuffle.lane))))
      continue;
    std::vector<std::string> notes;
    if (group && !isOf32(shuffle.lane))
      notes.push_back(withLine(*group, function) + " treats 32 threads as a warp");
    notes.emplace_back("pass the width 32 if the lane is one of the thread's own 32");
    const clang::Expr *lane = shuffle.isCalled ? nullptr : call.getArg(*shuffle.function->lane);
    const std::string what =
        (lane ? "lane " + quoted(*lane, function) + ", " : "") + "one of the first 32 lanes,";
    report(sources, call.getBeginLoc(), Severity::Error,
           llvm::formatv("{0} reads {1} in all {2}", name, what, warp), std::move(notes),
           widthOf32(shuffle, sources));
  }
}

} // namespace musaport
