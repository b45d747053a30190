//===- mcc/segment_frame.cpp ----------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "segment_frame.h"

#include "musa_port/host/segments.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace musaport {

namespace {

constexpr uint64_t commonValueBytes = sizeof(__musa_common_values::values[0]);

class Frame {
public:
  Frame(Function &function, unsigned first, uint64_t reserved)
      : layout(function.getParent()->getDataLayout()), frames(*function.getArg(first)),
        threads(*function.getArg(first + 1)), index(*function.getArg(first + 2)),
        values(*function.getArg(first + 3)), builder(function.getContext()) {
    result.bytes = reserved;
    BasicBlock *entry = &function.getEntryBlock();
    result.prologue = BasicBlock::Create(function.getContext(), "frame", &function, entry);
    builder.SetInsertPoint(BranchInst::Create(entry, result.prologue));
    makeTakeCommon(function);
  }

  /// Frames are interleaved by variable, so threads that run one after the other have neighboring
  /// values.
  void place(AllocaInst &variable, bool isCommon) {
    const uint64_t size = layout.getTypeAllocSize(variable.getAllocatedType()) *
                          cast<ConstantInt>(variable.getArraySize())->getZExtValue();
    const Align align = std::max(variable.getAlign(), Align(1));
    // Offsets are multiplied by the number of threads: multiples of the alignment stay such.
    const Place place = {alignTo(result.bytes, align), alignTo(size, align)};
    result.bytes = place.offset + place.stride;
    Value *address = addressOf(place, frames, threads, index, builder);
    address->setName(variable.getName());
    for (User *user : make_early_inc_range(variable.users()))
      if (auto *intrinsic = dyn_cast<IntrinsicInst>(user);
          intrinsic != nullptr && intrinsic->isLifetimeStartOrEnd())
        intrinsic->eraseFromParent();
    if (isCommon) {
      takeCommonly(variable, place, *address);
      return;
    }
    variable.replaceAllUsesWith(address);
    variable.eraseFromParent();
  }

  SegmentFrame finish() {
    ReturnInst::Create(builder.getContext(), &result.takeCommon->getEntryBlock());
    return result;
  }

private:
  struct Place {
    uint64_t offset;
    uint64_t stride;
  };

  static Value *addressOf(const Place &place, Value &frames, Value &threads, Value &index,
                          IRBuilder<> &at) {
    Value *offset = at.CreateAdd(at.CreateMul(&threads, at.getInt64(place.offset), "", true, true),
                                 at.CreateMul(&index, at.getInt64(place.stride), "", true, true),
                                 "", true, true);
    return at.CreateInBoundsGEP(at.getInt8Ty(), &frames, offset);
  }

  void makeTakeCommon(const Function &function) {
    Type *types[] = {builder.getPtrTy(), builder.getInt64Ty(), builder.getInt64Ty(),
                     builder.getPtrTy()};
    Function *take = Function::Create(FunctionType::get(builder.getVoidTy(), types, false),
                                      GlobalValue::InternalLinkage, function.getName() + ".common",
                                      *frames.getParent()->getParent());
    take->addFnAttr(Attribute::AlwaysInline);
    take->setDoesNotThrow();
    BasicBlock::Create(builder.getContext(), "", take);
    result.takeCommon = take;
  }

  void takeCommonly(AllocaInst &variable, const Place &place, Value &address) {
    const auto partOf = [&](Value &all, IRBuilder<> &at) {
      return at.CreateConstInBoundsGEP1_64(at.getInt64Ty(), &all, taken);
    };
    Type *type = variable.getAllocatedType();
    Function &take = *result.takeCommon;
    IRBuilder<> taking(&take.getEntryBlock());
    Value *kept = taking.CreateLoad(
        type, addressOf(place, *take.getArg(0), *take.getArg(1), *take.getArg(2), taking));
    taking.CreateStore(kept, partOf(*take.getArg(3), taking));
    for (User *user : make_early_inc_range(variable.users()))
      if (auto *store = dyn_cast<StoreInst>(user))
        new StoreInst(store->getValueOperand(), &address, std::next(store->getIterator()));
    variable.moveBefore(&*builder.GetInsertPoint());
    builder.CreateStore(builder.CreateLoad(type, partOf(values, builder)), &variable);
    ++taken;
  }

  const DataLayout &layout;
  Argument &frames;
  Argument &threads;
  Argument &index;
  Argument &values; ///< that takeCommon has taken
  IRBuilder<> builder;
  SegmentFrame result;
  unsigned taken = 0;
};

} // namespace

bool canBeCommon(const AllocaInst &variable) {
  Type *type = variable.getAllocatedType();
  return (type->isIntOrPtrTy() || type->isFloatingPointTy()) &&
         variable.getDataLayout().getTypeAllocSize(type) <= commonValueBytes;
}

SegmentFrame placeInFrame(Function &function, unsigned first, ArrayRef<AllocaInst *> common,
                          uint64_t reserved) {
  SmallVector<AllocaInst *, 16> variables;
  for (Instruction &instruction : instructions(function))
    if (auto *variable = dyn_cast<AllocaInst>(&instruction))
      variables.push_back(variable);
  Frame frame(function, first, reserved);
  for (AllocaInst *variable : variables)
    frame.place(*variable, is_contained(common, variable));
  return frame.finish();
}

} // namespace musaport
