//===- mcc/lane_loop.cpp ---------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "lane_loop.h"

#include "device_passes.h"

#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace musaport {

/// A loop over lanes of so many instructions is short.
static constexpr size_t maxUnrolled = 24;

/// value + factor * number, in the width of the factor: it wraps around as in the original loop.
static Value *plus(IRBuilder<> &builder, Value *value, Value *factor, Value *number) {
  Value *more = builder.CreateMul(factor, builder.CreateZExtOrTrunc(number, factor->getType()));
  return value->getType()->isPointerTy() ? builder.CreateGEP(builder.getInt8Ty(), value, more)
                                         : builder.CreateAdd(value, more);
}

ThreadGroup::ThreadGroup(ThreadLoop &code)
    : code(code), function(*code.threadsHeader->getParent()), context(function.getContext()),
      int8(Type::getInt8Ty(context)), int64(Type::getInt64Ty(context)) {}

AllocaInst *ThreadGroup::makeSlot(Type *type) {
  BasicBlock &entry = function.getEntryBlock();
  auto *slot = new AllocaInst(ArrayType::get(type, code.groupSize),
                              function.getDataLayout().getAllocaAddrSpace(), nullptr, Align(64),
                              "slot", entry.getFirstNonPHIOrDbgOrAlloca());
  slot->setMetadata(laneSlotMark, MDNode::get(context, {}));
  return slot;
}

BasicBlock *ThreadGroup::newBlock(const Twine &name) {
  return BasicBlock::Create(context, name, &function, code.threadsHeader);
}

Value *ThreadGroup::valueOf(const Affine &value, Value *thread, IRBuilder<> &builder) {
  Value *base = code.expand(value.base);
  return value.ofThread == nullptr ? base
                                   : plus(builder, base, code.expand(value.ofThread), thread);
}

Value *ThreadGroup::valueOf(const Affine &value, Value *thread, Value *round, IRBuilder<> &threads,
                            IRBuilder<> &builder) {
  Value *result = valueOf(value, thread, threads);
  return value.ofRound == nullptr ? result
                                  : plus(builder, result, code.expand(value.ofRound), round);
}

LaneLoop::LaneLoop(ThreadGroup &group, Region region, BasicBlock *before, Value *round, bool isFast)
    : group(group), code(group.code), region(region), before(before), round(round), isFast(isFast) {
  header = group.newBlock("lanes");
  latch = group.newBlock("lanes.next");
  after = group.newBlock("lanes.end");
  cast<BranchInst>(before->getTerminator())->setSuccessor(0, header);
  IRBuilder<> builder(header);
  lane = builder.CreatePHI(group.int64, 2, "lane");
  lane->addIncoming(builder.getInt64(0), before);
  behindLast = builder.getInt64(code.groupSize);
  counted = builder.CreatePHI(group.int64, 2, "counted");
  counted->addIncoming(builder.getInt64(0), before);
  one = IRBuilder<>(latch).CreatePHI(group.int64, 2);
}

void LaneLoop::setLanes(Value *first, Value *behind) {
  lane->setIncomingValueForBlock(before, first);
  behindLast = behind;
}

IRBuilder<> LaneLoop::atHeader() {
  if (Instruction *end = header->getTerminator())
    return IRBuilder<>(end);
  return IRBuilder<>(header);
}

void LaneLoop::leave(BasicBlock *from, Value *counts) {
  IRBuilder<> builder(from);
  builder.CreateBr(latch);
  one->addIncoming(counts != nullptr ? counts : builder.getInt64(0), from);
}

void LaneLoop::finish(bool isThreadLoop) {
  IRBuilder<> builder(latch);
  count = builder.CreateAdd(counted, one);
  counted->addIncoming(count, latch);
  Value *next = builder.CreateAdd(lane, builder.getInt64(1), "", true, true);
  lane->addIncoming(next, latch);
  BranchInst *branch = builder.CreateCondBr(builder.CreateICmpEQ(next, behindLast), after, header);
  LLVMContext &context = group.context;
  SmallVector<Metadata *, 4> facts = {nullptr};
  if (isThreadLoop)
    facts.push_back(MDNode::get(context, {MDString::get(context, threadLoopMark),
                                          ConstantAsMetadata::get(builder.getInt32(1))}));
  // One that does not become vector code is unrolled in part, if it is short.
  if (isShort())
    facts.push_back(MDNode::get(context, {MDString::get(context, "llvm.loop.unroll.count"),
                                          ConstantAsMetadata::get(builder.getInt32(4))}));
  // Once vectorized, it is unrolled: then slots become registers.
  Metadata *unrolled = MDNode::get(context, {MDString::get(context, "llvm.loop.unroll.full")});
  facts.push_back(MDNode::get(
      context, {MDString::get(context, "llvm.loop.vectorize.followup_vectorized"), unrolled}));
  MDNode *id = MDNode::getDistinct(context, facts);
  id->replaceOperandWith(0, id);
  branch->setMetadata(LLVMContext::MD_loop, id);
  closeRecurrences();
}

bool LaneLoop::isShort() const {
  size_t instructions = 0;
  for (auto [block, ofBlock] : code.regions)
    if (ofBlock == region)
      instructions += block->size();
  return instructions <= maxUnrolled;
}

Value *LaneLoop::slotAddress(AllocaInst *slot, IRBuilder<> &builder) {
  return builder.CreateInBoundsGEP(slot->getAllocatedType(), slot, {builder.getInt64(0), lane});
}

Value *LaneLoop::read(AllocaInst *slot, IRBuilder<> &builder) {
  return builder.CreateLoad(slot->getAllocatedType()->getArrayElementType(),
                            slotAddress(slot, builder));
}

void LaneLoop::write(AllocaInst *slot, Value *value, IRBuilder<> &builder) {
  builder.CreateStore(value, slotAddress(slot, builder));
}

AllocaInst *LaneLoop::slotOf(Value *value) const {
  if (isFast && region == Region::Inside)
    if (AllocaInst *slot = group.fastSlots.lookup(value))
      return slot;
  return group.slots.lookup(value);
}

Value *LaneLoop::compute(const Affine &value) {
  IRBuilder<> bases(group.bases);
  IRBuilder<> ofRound(before->getTerminator());
  Value *result = group.valueOf(value, group.firstThread, round, bases, ofRound);
  IRBuilder<> builder = atHeader();
  return value.ofThread == nullptr ? result
                                   : plus(builder, result, code.expand(value.ofThread), lane);
}

/// The first lane's is extended, and the others' follow from it: addresses do not wrap around, so
/// they are computed with one instruction less, and neighbors become a vector.
Value *LaneLoop::widen(const Instruction &extension) {
  const Affine index = *code.affine(code.orderedIndex);
  IRBuilder<> bases(group.bases);
  IRBuilder<> ofRound(before->getTerminator());
  Value *first = group.valueOf(index, group.firstThread, round, bases, ofRound);
  Type *wide = extension.getType();
  Value *result = ICmpInst::isSigned(code.goesOn) ? ofRound.CreateSExt(first, wide)
                                                  : ofRound.CreateZExt(first, wide);
  const APInt &step = cast<SCEVConstant>(index.ofThread)->getAPInt();
  IRBuilder<> builder = atHeader();
  return plus(builder, result, ConstantInt::get(wide, step.getSExtValue(), /*IsSigned=*/true),
              lane);
}

Value *LaneLoop::valueOf(const Affine &value, uint64_t number, IRBuilder<> &builder) {
  Value *thread = builder.CreateAdd(group.firstThread, builder.getInt64(number));
  return group.valueOf(value, thread, round, builder, builder);
}

/// It is computed at the loop's begin, unless it is of the region itself and a copy of another.
Value *LaneLoop::valueOf(Value *value) {
  if (!code.contains(value))
    return value;
  if (Value *known = map.lookup(value))
    return known;
  Value *result = nullptr;
  const std::optional<Affine> form = code.affine(value);
  const bool isOfRegion = code.regionOf(value) == region;
  if (form && (form->ofRound == nullptr || region == Region::Inside)) {
    result = compute(*form);
  } else {
    AllocaInst *slot = slotOf(value);
    if (PHINode *phi = code.keptByPhi.lookup(value); phi != nullptr && !isOfRegion)
      slot = group.slots.lookup(phi);
    IRBuilder<> builder = atHeader();
    if (slot != nullptr) {
      result = read(slot, builder);
    } else {
      Instruction *copy = cast<Instruction>(value)->clone();
      for (Use &operand : copy->operands())
        operand.set(valueOf(operand.get()));
      result = atHeader().Insert(copy);
    }
  }
  map[value] = result;
  return result;
}

void LaneLoop::copyCode(const EdgeMap &entries) {
  openRecurrences();
  cloneBlocks();
  rewirePhis(entries);
  remap();
  keepValues();
}

/// Copies the blocks. Their operands are still the original ones. What the lane's number decides
/// alone is computed from it.
void LaneLoop::cloneBlocks() {
  for (auto [block, ofBlock] : code.regions) {
    if (ofBlock != region)
      continue;
    BasicBlock *copy = group.newBlock(block->getName() + ".group");
    map[block] = copy;
    const bool isHeader = block == code.threadsHeader || block == code.roundsHeader;
    for (Instruction &instruction : *block) {
      if ((isHeader && isa<PHINode>(instruction)) || isa<NoAliasScopeDeclInst>(instruction))
        continue;
      Instruction *cloned = instruction.clone();
      cloned->insertInto(copy, copy->end());
      // Scopes are those of one thread.
      cloned->setMetadata(LLVMContext::MD_noalias, nullptr);
      cloned->setMetadata(LLVMContext::MD_alias_scope, nullptr);
      copies[&instruction] = cloned;
      if (isFast && region == Region::Inside && code.isWideIndex(instruction) &&
          !code.kept.contains(&instruction)) {
        map[&instruction] = widen(instruction);
        continue;
      }
      std::optional<Affine> form;
      if (ThreadLoop::isComputedAnew(instruction))
        form = code.affine(&instruction);
      if (!form || (form->ofRound != nullptr && region != Region::Inside))
        map[&instruction] = cloned;
    }
  }
}

/// Has the copies of phis take values from copies of blocks.
void LaneLoop::rewirePhis(const EdgeMap &entries) {
  for (auto [block, ofBlock] : code.regions) {
    if (ofBlock != region)
      continue;
    for (PHINode &phi : block->phis()) {
      auto *copy = cast_or_null<PHINode>(copies.lookup(&phi));
      if (copy == nullptr)
        continue;
      while (copy->getNumIncomingValues() > 0)
        copy->removeIncomingValue(0U, /*DeletePHIIfEmpty=*/false);
      for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
        BasicBlock *from = phi.getIncomingBlock(i);
        const bool isOfRegion = code.regions.lookup(from) == region;
        BasicBlock *newFrom = isOfRegion ? copyOf(from) : entries.lookup({from, block});
        // An edge that is there twice is one now, if it comes from another region.
        if (newFrom != nullptr && (isOfRegion || copy->getBasicBlockIndex(newFrom) < 0))
          copy->addIncoming(valueOf(phi.getIncomingValue(i)), newFrom);
      }
    }
  }
}

/// Gives the copies their operands.
void LaneLoop::remap() {
  const auto goesBack = [&](const BasicBlock *block) {
    return block == code.threadsHeader || (region == Region::Inside && block == code.roundsHeader);
  };
  for (auto [block, ofBlock] : code.regions) {
    if (ofBlock != region)
      continue;
    for (Instruction &instruction : *copyOf(block)) {
      if (isa<PHINode>(instruction))
        continue;
      for (Use &operand : instruction.operands()) {
        auto *next = dyn_cast<BasicBlock>(operand.get());
        if (next == nullptr) {
          operand.set(valueOf(operand.get()));
          continue;
        }
        auto found = code.regions.find(next);
        if (found != code.regions.end() && found->second == region && !goesBack(next))
          operand.set(copyOf(next));
      }
    }
  }
}

void LaneLoop::keepValues() {
  for (Instruction *instruction : code.kept) {
    if (code.regionOf(instruction) != region)
      continue;
    Instruction *copy = copies.lookup(instruction);
    IRBuilder<> builder(group.context);
    if (copy == nullptr) // a phi of the inner loop that is computed anew
      builder.SetInsertPoint(copyOf(code.roundsHeader),
                             copyOf(code.roundsHeader)->getFirstInsertionPt());
    else if (isa<PHINode>(copy))
      builder.SetInsertPoint(copy->getParent(), copy->getParent()->getFirstInsertionPt());
    else
      builder.SetInsertPoint(copy->getNextNode());
    write(group.slots.lookup(instruction), copy != nullptr ? copy : valueOf(instruction), builder);
  }
}

/// A recurrence's phi is one of the loop over lanes.
void LaneLoop::openRecurrences() {
  for (auto [phi, ofPhi] : code.recurrences) {
    if (ofPhi != region)
      continue;
    PHINode *inGroup = IRBuilder<>(header, header->begin()).CreatePHI(phi->getType(), 2);
    inGroup->addIncoming(group.current[phi], before);
    map[phi] = inGroup;
  }
}

void LaneLoop::closeRecurrences() {
  for (auto [phi, ofPhi] : code.recurrences) {
    auto *inGroup = dyn_cast_or_null<PHINode>(map.lookup(phi));
    if (ofPhi != region || inGroup == nullptr)
      continue;
    Value *next = valueOf(phi->getIncomingValueForBlock(code.threadsLatch));
    inGroup->addIncoming(next, latch);
    group.current[phi] = next;
  }
}

} // namespace musaport
