//===- mcc/segment_rows.cpp ------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "segment_rows.h"

#include "musa_port/host/device_image.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

#include <optional>

using namespace llvm;

namespace musaport {
namespace {

/// What a segment returns: the numbers of the segments behind it, and whether it may be the last.
struct Ends {
  SmallDenseSet<unsigned, 4> next;
  bool mayBeLast = false;
  bool areKnown = true;

  explicit Ends(const Function &segment) {
    for (const BasicBlock &block : segment)
      if (const auto *instruction = dyn_cast<ReturnInst>(block.getTerminator()))
        add(*instruction->getReturnValue());
  }
  /// The only one that may follow, if there is one.
  std::optional<unsigned> only() const {
    return areKnown && next.size() == 1 ? std::optional(*next.begin()) : std::nullopt;
  }

private:
  void add(const Value &value) {
    if (!seen.insert(&value).second)
      return;
    if (const auto *number = dyn_cast<ConstantInt>(&value)) {
      if (number->getZExtValue() == __MUSA_SEGMENT_DONE)
        mayBeLast = true;
      else
        next.insert(static_cast<unsigned>(number->getZExtValue()));
    } else if (const auto *phi = dyn_cast<PHINode>(&value)) {
      for (const Use &incoming : phi->incoming_values())
        add(*incoming.get());
    } else if (const auto *choice = dyn_cast<SelectInst>(&value)) {
      add(*choice->getTrueValue());
      add(*choice->getFalseValue());
    } else {
      areKnown = false;
    }
  }

  SmallPtrSet<const Value *, 8> seen;
};

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
    if (const auto *load = dyn_cast<LoadInst>(object))
      return holdsOwn(load->getPointerOperand());
    const auto *variable = dyn_cast<GlobalVariable>(object);
    return isa<AllocaInst>(object) || (variable != nullptr && variable->isConstant());
  }

  /// Whether it is a variable, as those of code that is not simplified yet, with nothing else in it
  /// than pointers to such memory.
  bool holdsOwn(const Value *pointer) const {
    if (!isa<AllocaInst>(pointer))
      return false;
    // A pointer that moves on is stored where it was loaded from: other stores decide. If one of
    // them is refused, so is the whole function.
    if (!asked.insert(pointer).second)
      return true;
    return all_of(pointer->users(), [&](const User *user) {
      if (const auto *store = dyn_cast<StoreInst>(user))
        return store->getPointerOperand() == pointer && isOwn(store->getValueOperand());
      const auto *intrinsic = dyn_cast<IntrinsicInst>(user);
      return isa<LoadInst>(user) || (intrinsic != nullptr && intrinsic->isLifetimeStartOrEnd());
    });
  }

  const Function &function;
  unsigned firstOwn;
  KnownFunctions &known;
  mutable SmallPtrSet<const Value *, 8> asked; ///< variables, by holdsOwn
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
    Ends ends(*split.segments[first].function);
    rows[first].isOpen = ends.mayBeLast;
    while (const std::optional<unsigned> next = ends.only()) {
      const SplitKernel::Segment &segment = split.segments[*next];
      if (!seen.insert(*next).second || !isOfWholeWarp(segment) ||
          (first != 0 && !touchesFrameAlone(*segment.function)))
        break;
      rows[first].rest.push_back(*next);
      isPart[*next] = true;
      ends = Ends(*segment.function);
      if (ends.mayBeLast)
        break;
    }
  }
  return rows;
}

} // namespace musaport
