//===- mcc/segment_rows.cpp ------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "segment_rows.h"

#include "musa_port/host/device_image.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

#include <optional>

using namespace llvm;

namespace musaport {
namespace {

/// The segment that it always returns, if there is one; a segment that never returns has none.
std::optional<unsigned> nextOf(const SplitKernel::Segment &segment) {
  std::optional<unsigned> next;
  for (const BasicBlock &block : *segment.function) {
    const auto *instruction = dyn_cast<ReturnInst>(block.getTerminator());
    if (instruction == nullptr)
      continue;
    const auto *value = dyn_cast<ConstantInt>(instruction->getReturnValue());
    if (value == nullptr || value->getZExtValue() == __MUSA_SEGMENT_DONE)
      return std::nullopt;
    const auto number = static_cast<unsigned>(value->getZExtValue());
    if (next.value_or(number) != number)
      return std::nullopt;
    next = number;
  }
  return next;
}

/// Whether 32 lanes that come to its exchange together wait for nobody else.
bool isOfWholeWarp(const SplitKernel::Segment &segment) {
  const auto *width = dyn_cast_or_null<ConstantInt>(segment.width);
  const auto *mask = dyn_cast_or_null<ConstantInt>(segment.mask);
  return segment.isExchange && width != nullptr && width->equalsInt(32) && mask != nullptr &&
         (mask->isZero() || mask->getZExtValue() == 0xFFFFFFFFU);
}

bool isHandover(const Function *function) {
  return function != nullptr && is_contained(handoverFunctions, function->getName());
}

using KnownFunctions = DenseMap<const Function *, bool>;

/// A function that a lane runs by itself.
class LanesCode {
public:
  /// The arguments from `firstOwn` on point to memory that belongs to the lane or its warp.
  /// `known`: of functions all of whose arguments do, whether they are private.
  LanesCode(const Function &function, unsigned firstOwn, KnownFunctions &known)
      : function(function), firstOwn(firstOwn), known(known) {}

  /// Whether it touches no other memory than such, and its variables.
  bool isPrivate() const {
    return all_of(instructions(function),
                  [&](const Instruction &instruction) { return touchesOwn(instruction); });
  }

private:
  bool touchesOwn(const Instruction &instruction) const {
    if (const auto *load = dyn_cast<LoadInst>(&instruction))
      return load->isSimple() && isOwn(load->getPointerOperand());
    if (const auto *store = dyn_cast<StoreInst>(&instruction))
      return store->isSimple() && isOwn(store->getPointerOperand());
    if (const auto *copy = dyn_cast<MemTransferInst>(&instruction))
      return !copy->isVolatile() && isOwn(copy->getRawDest()) && isOwn(copy->getRawSource());
    if (const auto *set = dyn_cast<MemSetInst>(&instruction))
      return !set->isVolatile() && isOwn(set->getRawDest());
    if (const auto *call = dyn_cast<CallBase>(&instruction))
      return callsPrivate(*call);
    return !instruction.mayReadOrWriteMemory();
  }

  bool callsPrivate(const CallBase &call) const {
    const Function *callee = call.getCalledFunction();
    if (const auto *intrinsic = dyn_cast<IntrinsicInst>(&call))
      return intrinsic->doesNotAccessMemory() || intrinsic->isAssumeLikeIntrinsic();
    if (isHandover(callee))
      return true;
    const bool pointsToOwn = all_of(call.args(), [&](const Use &argument) {
      return !argument->getType()->isPointerTy() || isOwn(argument.get());
    });
    if (callee == nullptr || callee->isDeclaration() || !pointsToOwn)
      return false;
    // A recursive one counts as not private.
    if (const auto [entry, isNew] = known.try_emplace(callee, false); !isNew)
      return entry->second;
    const bool isPrivate = LanesCode(*callee, 0, known).isPrivate();
    known[callee] = isPrivate;
    return isPrivate;
  }

  bool isOwn(const Value *pointer) const {
    const Value *object = getUnderlyingObject(pointer);
    if (const auto *argument = dyn_cast<Argument>(object))
      return argument->hasByValAttr() || argument->getArgNo() >= firstOwn;
    if (const auto *call = dyn_cast<CallBase>(object))
      return isHandover(call->getCalledFunction());
    const auto *variable = dyn_cast<GlobalVariable>(object);
    return isa<AllocaInst>(object) || (variable != nullptr && variable->isConstant());
  }

  const Function &function;
  unsigned firstOwn;
  KnownFunctions &known;
};

/// From the thread on.
constexpr unsigned ownArguments = 1 + segmentArguments + exchangeArguments;

} // namespace

SegmentRows findRows(const SplitKernel &split) {
  KnownFunctions known;
  const auto touchesFrameAlone = [&](const Function &segment) {
    return LanesCode(segment, static_cast<unsigned>(segment.arg_size()) - ownArguments, known)
        .isPrivate();
  };
  SegmentRows rows(split.segments.size());
  std::vector<bool> isPart(split.segments.size());
  for (unsigned first = 0; first < split.segments.size(); ++first) {
    if (isPart[first])
      continue;
    SmallDenseSet<unsigned, 8> seen = {first};
    for (std::optional<unsigned> next = nextOf(split.segments[first]); next;
         next = nextOf(split.segments[*next])) {
      const SplitKernel::Segment &segment = split.segments[*next];
      if (!seen.insert(*next).second || !isOfWholeWarp(segment) ||
          (first != 0 && !touchesFrameAlone(*segment.function)))
        break;
      rows[first].push_back(*next);
      isPart[*next] = true;
    }
  }
  return rows;
}

} // namespace musaport
