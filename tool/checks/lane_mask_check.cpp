//===- checks/lane_mask_check.cpp ------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "checks/lane_mask_check.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "llvm/Support/FormatVariadic.h"

using namespace clang::ast_matchers;

namespace musaport {
namespace {

using Kind = LaneValue::Kind;

bool isLaneOfWarp(const LaneValue &value) { return value.is(Kind::Lane) && value.isHardware; }

/// -1 and 0xffffffff as what a mask is compared with.
bool isAllOf32(const LaneValue &value) {
  return value.is(Kind::Constant) && static_cast<uint32_t>(value.number) == UINT32_MAX;
}

} // namespace

LaneMaskCheck::LaneMaskCheck(llvm::StringRef id, const CheckContext &context)
    : Check(id, context), finder(context.rules.architecture().warpSize) {}

void LaneMaskCheck::registerMatchers(MatchFinder &matches) {
  if (context.rules.architecture().warpSize > cudaLanes)
    matches.addMatcher(deviceFunction(), this);
}

void LaneMaskCheck::run(const MatchFinder::MatchResult &result) {
  const auto &function = *result.Nodes.getNodeAs<clang::FunctionDecl>("function");
  if (!isChecked(function))
    return;
  const clang::SourceManager &sources = *result.SourceManager;
  const WarpUses uses = finder.usesOf(function);
  const std::string lanes = std::to_string(context.rules.architecture().warpSize);
  const std::string warp = "a warp of " + context.rules.architecture().name.str() + " has " + lanes;

  for (const WarpUses::Operation &shift : uses.shifts) {
    const clang::Expr &operand = *shift.operation->getLHS();
    if (!operand.getType()->isIntegralOrEnumerationType()) // has an error, and no size
      continue;
    const uint64_t bits = result.Context->getTypeSize(operand.getType());
    const LaneValue &by = shift.right;
    const bool isOfWarp = by.isHardware && (by.is(Kind::Lane) || by.is(Kind::Constant));
    const int64_t most = by.number - (by.is(Kind::Lane) ? 1 : 0);
    if (!isOfWarp || most < static_cast<int64_t>(bits))
      continue;
    report(sources, shift.operation->getBeginLoc(), Severity::Error,
           quoted(*shift.operation, function) + " shifts " + std::to_string(bits) +
               " bits by up to " + std::to_string(most) + ": " + warp + " lanes",
           {"a mask covers the thread's own 32 lanes: shift by the lane % 32"});
  }
  for (const WarpUses::Operation &comparison : uses.comparisons) {
    LaneValue left = comparison.left, right = comparison.right;
    if (left.is(Kind::Mask) || left.is(Kind::MaskLane) || left.is(Kind::MaskCount))
      std::swap(left, right);
    const clang::SourceLocation place = comparison.operation->getBeginLoc();
    const std::string text = quoted(*comparison.operation, function);
    if (right.is(Kind::MaskCount) && left.is(Kind::Constant) && left.isHardware &&
        left.number > cudaLanes)
      report(sources, place, Severity::Error,
             llvm::formatv("{0} compares a count of at most 32 bits with {1}: {2} lanes", text,
                           left.number, warp),
             {"a mask covers the thread's own 32 lanes, whatever the warp"});
    else if (right.is(Kind::MaskLane) && isLaneOfWarp(left))
      report(sources, place, Severity::Error,
             llvm::formatv("{0} compares a bit number below 32 with a lane number: {1} lanes", text,
                           warp),
             {"a mask covers the thread's own 32 lanes: compare with the lane % 32"});
    else if (right.is(Kind::Mask) && isAllOf32(left) && uses.groupOfWarp() && !uses.groupOf32())
      report(sources, place, Severity::Warning,
             llvm::formatv("{0} covers only the thread's own 32 lanes: {1}", text, warp),
             {withLine(*uses.groupOfWarp(), function) + " covers the whole warp"});
  }
}

} // namespace musaport
