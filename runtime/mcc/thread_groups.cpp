//===- mcc/thread_groups.cpp -----------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "thread_groups.h"

#include "device_passes.h"
#include "lane_loop.h"
#include "round_prefetch.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace musaport {
namespace {

/// The mark of a loop over threads that go through its inner loop in groups, as far as they can,
/// and how many threads these have.
constexpr char groupedMark[] = "musa.grouped";

// What a lane does next.
constexpr uint8_t isInside = 0;   ///< a round of the inner loop
constexpr uint8_t isBehind = 1;   ///< what is behind the inner loop
constexpr uint8_t hasSkipped = 2; ///< it has come by the first edge past the inner loop, or a later

using Slots = DenseMap<Value *, AllocaInst *>;

class Grouping {
public:
  explicit Grouping(ThreadLoop &code) : code(code), group(code) {}

  void run();

private:
  Value *makeFront();
  void makeGroup();
  void makeRest(Value *isPossible);
  BasicBlock *makeBefore(BasicBlock *from);
  BasicBlock *copySlots(BasicBlock *from, const Slots &source, const Slots &target);
  Value *copyRound(LaneLoop &loop, IRBuilder<> &builder);
  BasicBlock *makeRows(BasicBlock *from, Value *number);
  std::pair<BasicBlock *, Value *> makeSlowRound(BasicBlock *from, Value *number);
  std::pair<BasicBlock *, Value *> makeFastRound(BasicBlock *from, Value *number);
  BasicBlock *makeRounds(BasicBlock *from, bool isFast, Value *first);
  BasicBlock *makeStates(BasicBlock *from);
  BasicBlock *makeBehind(BasicBlock *from, bool isFast);
  BasicBlock *makeFast(BasicBlock *slow, PHINode *slowFirst);
  Value *areInOrder(Value *first, Value *last, IRBuilder<> &builder) const;
  Value *beginInOrder(IRBuilder<> &builder);
  Value *allGoOn(LaneLoop &loop, IRBuilder<> &builder);
  void writeState(LaneLoop &loop, Value *goesOn, IRBuilder<> &builder);
  void addExit(BasicBlock *from);

  /// Ends `block` with a branch, which LaneLoop directs elsewhere.
  static BasicBlock *open(BasicBlock *block) {
    IRBuilder<>(block).CreateBr(block);
    return block;
  }

  ThreadLoop &code;
  ThreadGroup group;
  Value *threadCount = nullptr; ///< i64, like all below
  Value *roundCount = nullptr;  ///< less one; null if the threads differ
  Value *entered = nullptr;     ///< a bit for each lane that has come to the inner loop
  Value *lastRound = nullptr;   ///< of the inner loop that was made last
  Value *nextRound = nullptr;
  Value *goOn = nullptr; ///< how many lanes go on behind that
  BasicBlock *header = nullptr;
  BasicBlock *fastBegin = nullptr; ///< all lanes have come to the inner loop
  BasicBlock *done = nullptr;      ///< behind the last group
  Value *next = nullptr;           ///< the number of the thread behind the group
};

/// What is before the inner loop.
BasicBlock *Grouping::makeBefore(BasicBlock *from) {
  LaneLoop loop(group, Region::Before, from, nullptr, /*isFast=*/true);
  loop.copyCode(EdgeMap());
  loop.enter(loop.copyOf(code.threadsHeader));
  IRBuilder<> builder(group.context);
  for (auto [number, edge] : enumerate(code.skips)) {
    BasicBlock *skip = group.newBlock("group.skip");
    builder.SetInsertPoint(skip);
    loop.write(group.states, builder.getInt8(static_cast<uint8_t>(hasSkipped + number)), builder);
    loop.leave(skip, nullptr);
    loop.copyOf(edge.first)->getTerminator()->replaceSuccessorWith(edge.second, skip);
  }
  BasicBlock *last = loop.copyOf(code.roundsPreheader);
  last->getTerminator()->eraseFromParent();
  builder.SetInsertPoint(last);
  for (PHINode *phi : code.carried)
    loop.write(group.slots[phi], loop.valueOf(phi->getIncomingValueForBlock(code.roundsPreheader)),
               builder);
  loop.write(group.states, builder.getInt8(isInside), builder);
  loop.leave(last, loop.bit(builder));
  loop.finish(/*isThreadLoop=*/true);
  entered = loop.count;
  return loop.after;
}

void Grouping::writeState(LaneLoop &loop, Value *goesOn, IRBuilder<> &builder) {
  loop.write(group.states,
             builder.CreateSelect(goesOn, builder.getInt8(isInside), builder.getInt8(isBehind)),
             builder);
}

/// Copies what is carried, for all lanes.
BasicBlock *Grouping::copySlots(BasicBlock *from, const Slots &source, const Slots &target) {
  if (code.carried.empty())
    return from;
  LaneLoop loop(group, Region::Inside, open(from), nullptr, /*isFast=*/true);
  IRBuilder<> builder(loop.header);
  for (PHINode *phi : code.carried)
    loop.write(target.lookup(phi), loop.read(source.lookup(phi), builder), builder);
  loop.leave(loop.header, nullptr);
  loop.finish(/*isThreadLoop=*/true);
  return loop.after;
}

/// Whether an index does not wrap around between the first lane and the last one.
Value *Grouping::areInOrder(Value *first, Value *last, IRBuilder<> &builder) const {
  ICmpInst::Predicate inOrder =
      ICmpInst::isSigned(code.goesOn) ? ICmpInst::ICMP_SLE : ICmpInst::ICMP_ULE;
  if (!cast<SCEVConstant>(code.affine(code.index)->ofThread)->getAPInt().isStrictlyPositive())
    inOrder = ICmpInst::getSwappedPredicate(inOrder);
  return builder.CreateICmp(inOrder, first, last);
}

/// Whether `orderedIndex` is what its name says before the first round.
Value *Grouping::beginInOrder(IRBuilder<> &builder) {
  const Affine index = *code.affine(code.orderedIndex);
  Value *last = builder.CreateAdd(group.firstThread, builder.getInt64(code.groupSize - 1));
  return areInOrder(group.valueOf(index, group.firstThread, builder),
                    group.valueOf(index, last, builder), builder);
}

/// Whether each lane goes on: the first and the last one do, and none in between wraps around.
Value *Grouping::allGoOn(LaneLoop &loop, IRBuilder<> &builder) {
  const Affine index = *code.affine(code.index);
  Value *end = loop.valueOf(*code.affine(code.bound), 0, builder);
  Value *first = loop.valueOf(index, 0, builder);
  Value *last = loop.valueOf(index, code.groupSize - 1, builder);
  return builder.CreateAnd({builder.CreateICmp(code.goesOn, first, end),
                            builder.CreateICmp(code.goesOn, last, end),
                            areInOrder(first, last, builder)});
}

/// Copies a round of the inner loop. The builder is where it ends. Returns whether the lane goes
/// on.
Value *Grouping::copyRound(LaneLoop &loop, IRBuilder<> &builder) {
  loop.copyCode(EdgeMap());
  BasicBlock *last = loop.copyOf(code.roundsLatch);
  auto *end = cast<BranchInst>(last->getTerminator());
  Value *goesOn = end->getCondition();
  const bool isNegative = end->getSuccessor(0) != code.roundsHeader;
  end->eraseFromParent();
  builder.SetInsertPoint(last);
  for (PHINode *phi : code.carried)
    loop.write(loop.slotOf(phi), loop.valueOf(phi->getIncomingValueForBlock(code.roundsLatch)),
               builder);
  return isNegative ? builder.CreateNot(goesOn) : goesOn;
}

/// A round of the lanes that have come to the inner loop, all equally often: a loop for each row of
/// neighbors, without a question in it. Mostly there is one: threads at a border do not compute.
/// Returns the block behind it.
BasicBlock *Grouping::makeRows(BasicBlock *from, Value *number) {
  BasicBlock *row = group.newBlock("group.row");
  IRBuilder<>(from).CreateBr(row);
  IRBuilder<> builder(row);
  PHINode *lanes = builder.CreatePHI(group.int64, 2, "row.lanes");
  lanes->addIncoming(entered, from);
  // What is carried from the lowest bit ends the row.
  Value *lowest = builder.CreateAnd(lanes, builder.CreateNeg(lanes));
  Value *others = builder.CreateAnd(lanes, builder.CreateAdd(lanes, lowest));
  const auto zeros = [&](Intrinsic::ID which, Value *bits) {
    return builder.CreateBinaryIntrinsic(which, bits, /*isZeroPoison=*/builder.getTrue());
  };
  Value *first = zeros(Intrinsic::cttz, lanes);
  Value *end = builder.CreateSub(builder.getInt64(64),
                                 zeros(Intrinsic::ctlz, builder.CreateXor(lanes, others)));

  LaneLoop loop(group, Region::Inside, open(row), number, /*isFast=*/false);
  loop.setLanes(first, end);
  copyRound(loop, builder);
  loop.enter(loop.copyOf(code.roundsHeader));
  loop.leave(builder.GetInsertBlock(), nullptr);
  loop.finish(!code.insideHasLoops);

  BasicBlock *after = group.newBlock("group.rows.end");
  lanes->addIncoming(others, loop.after);
  builder.SetInsertPoint(loop.after);
  builder.CreateCondBr(builder.CreateICmpEQ(others, builder.getInt64(0)), after, row);
  return after;
}

/// A round of the lanes whose states say that they are inside. Returns the block behind it, and
/// there whether none is left.
std::pair<BasicBlock *, Value *> Grouping::makeSlowRound(BasicBlock *from, Value *number) {
  LaneLoop loop(group, Region::Inside, open(from), number, /*isFast=*/false);
  IRBuilder<> builder(group.context);
  Value *goesOn = copyRound(loop, builder);
  writeState(loop, goesOn, builder);
  loop.leave(builder.GetInsertBlock(), builder.CreateZExt(goesOn, group.int64));
  BasicBlock *idle = group.newBlock("group.idle");
  builder.SetInsertPoint(loop.header);
  Value *state = loop.read(group.states, builder);
  builder.CreateCondBr(builder.CreateICmpEQ(state, builder.getInt8(isInside)),
                       loop.copyOf(code.roundsHeader), idle);
  loop.leave(idle, nullptr);
  loop.finish(!code.insideHasLoops);
  builder.SetInsertPoint(loop.after);
  return {loop.after, builder.CreateICmpEQ(loop.count, builder.getInt64(0))};
}

/// A round of all lanes. Returns the block behind it, and there whether not all go on.
std::pair<BasicBlock *, Value *> Grouping::makeFastRound(BasicBlock *from, Value *number) {
  LaneLoop loop(group, Region::Inside, open(from), number, /*isFast=*/true);
  IRBuilder<> builder(from->getTerminator());
  prefetchRounds(group, number, builder);
  copyRound(loop, builder);
  loop.enter(loop.copyOf(code.roundsHeader));
  loop.leave(builder.GetInsertBlock(), nullptr);
  loop.finish(/*isThreadLoop=*/true);
  builder.SetInsertPoint(loop.after);
  return {loop.after, roundCount != nullptr ? builder.CreateICmpEQ(number, roundCount)
                                            : builder.CreateNot(allGoOn(loop, builder))};
}

/// The inner loop, in rounds from `first` on. `isFast`: for all lanes, until not all go on;
/// otherwise for those that are inside, until none is. Returns the block behind it.
BasicBlock *Grouping::makeRounds(BasicBlock *from, bool isFast, Value *first) {
  BasicBlock *head = group.newBlock("group.round");
  IRBuilder<>(from).CreateBr(head);
  IRBuilder<> builder(head);
  PHINode *number = builder.CreatePHI(group.int64, 2, "round");
  number->addIncoming(first, from);
  BasicBlock *end = nullptr;
  Value *isOver = nullptr;
  if (isFast) {
    std::tie(end, isOver) = makeFastRound(head, number);
    builder.SetInsertPoint(end);
  } else if (roundCount == nullptr) {
    std::tie(end, isOver) = makeSlowRound(head, number);
    builder.SetInsertPoint(end);
  } else {
    end = makeRows(head, number);
    builder.SetInsertPoint(end);
    isOver = builder.CreateICmpEQ(number, roundCount);
  }
  BasicBlock *after = group.newBlock("group.rounds.end");
  lastRound = number;
  nextRound = builder.CreateAdd(number, builder.getInt64(1));
  number->addIncoming(nextRound, end);
  builder.CreateCondBr(isOver, after, head);
  return after;
}

/// Who goes on behind the last round. Sets `goOn`.
BasicBlock *Grouping::makeStates(BasicBlock *from) {
  LaneLoop loop(group, Region::Inside, open(from), lastRound, /*isFast=*/true);
  Value *index = loop.valueOf(code.index);
  Value *bound = loop.valueOf(code.bound);
  IRBuilder<> builder(loop.header);
  Value *goesOn = builder.CreateICmp(code.goesOn, index, bound);
  writeState(loop, goesOn, builder);
  loop.leave(loop.header, builder.CreateZExt(goesOn, group.int64));
  loop.finish(/*isThreadLoop=*/true);
  goOn = loop.count;
  return loop.after;
}

/// What is behind the inner loop. `isFast`: all lanes have ended that just now.
BasicBlock *Grouping::makeBehind(BasicBlock *from, bool isFast) {
  LaneLoop loop(group, Region::Behind, open(from), nullptr, isFast);
  EdgeMap entries;
  SmallVector<std::pair<BasicBlock *, BasicBlock *>, 8> ways; ///< entries, and where they lead
  const auto addWay = [&](std::pair<BasicBlock *, BasicBlock *> edge) {
    BasicBlock *entry = group.newBlock("group.entry");
    entries[edge] = entry;
    ways.emplace_back(entry, edge.second);
  };
  addWay({code.roundsLatch, code.roundsExit});
  if (!isFast)
    for (auto edge : code.skips)
      addWay(edge);
  loop.copyCode(entries);
  for (auto [entry, to] : ways)
    IRBuilder<>(entry).CreateBr(loop.copyOf(to));
  if (ways.size() == 1) {
    loop.enter(ways.front().first);
  } else {
    IRBuilder<> builder(loop.header);
    SwitchInst *choice =
        builder.CreateSwitch(loop.read(group.states, builder), ways.front().first, ways.size() - 1);
    for (size_t i = 1; i < ways.size(); ++i)
      choice->addCase(builder.getInt8(static_cast<uint8_t>(hasSkipped + i - 1)), ways[i].first);
  }
  BasicBlock *last = loop.copyOf(code.threadsLatch);
  last->getTerminator()->eraseFromParent();
  loop.leave(last, nullptr);
  loop.finish(isFast || !code.behindHasLoops);
  return loop.after;
}

/// All lanes have come to the inner loop. Those that end it later than others go to `slow`, from
/// round `slowFirst` on. Returns the block behind everything.
BasicBlock *Grouping::makeFast(BasicBlock *slow, PHINode *slowFirst) {
  BasicBlock *fast = group.newBlock("group.fast");
  BasicBlock *behind = group.newBlock("group.fast.behind");
  BasicBlock *at = copySlots(fast, group.slots, group.fastSlots);
  at = makeRounds(at, /*isFast=*/true, IRBuilder<>(at).getInt64(0));
  at = copySlots(at, group.fastSlots, group.slots);
  if (roundCount != nullptr) {
    IRBuilder<>(at).CreateBr(behind);
  } else {
    at = makeStates(at);
    IRBuilder<> builder(at);
    builder.CreateCondBr(builder.CreateICmpEQ(goOn, builder.getInt64(0)), behind, slow);
    slowFirst->addIncoming(nextRound, at);
  }
  fastBegin = fast;
  return makeBehind(behind, /*isFast=*/true);
}

/// Sets `threadCount` and `roundCount`. Returns whether there can be groups.
Value *Grouping::makeFront() {
  Instruction *end = code.threadsPreheader->getTerminator();
  Value *count = code.expand(code.threadCount);
  Value *rounds = code.roundCount != nullptr ? code.expand(code.roundCount) : nullptr;
  Value *fails = code.expandPredicates();
  IRBuilder<> builder(end);
  threadCount = builder.CreateAdd(builder.CreateZExt(count, group.int64), builder.getInt64(1));
  if (rounds != nullptr)
    roundCount = builder.CreateZExt(rounds, group.int64);
  Value *isPossible = builder.CreateICmpUGE(threadCount, builder.getInt64(code.groupSize));
  // Frozen: the loop may use what they are about only where that is no poison.
  return fails != nullptr
             ? builder.CreateAnd(isPossible, builder.CreateNot(builder.CreateFreeze(fails)))
             : isPossible;
}

void Grouping::makeGroup() {
  header = group.newBlock("group");
  IRBuilder<> builder(header);
  group.firstThread = builder.CreatePHI(group.int64, 2, "first");
  group.firstThread->addIncoming(builder.getInt64(0), code.threadsPreheader);
  DenseMap<PHINode *, PHINode *> ofGroup;
  for (auto [phi, region] : code.recurrences) {
    PHINode *copy = builder.CreatePHI(phi->getType(), 2);
    copy->addIncoming(phi->getIncomingValueForBlock(code.threadsPreheader), code.threadsPreheader);
    ofGroup[phi] = copy;
    group.current[phi] = copy;
  }
  group.bases = open(header)->getTerminator();
  BasicBlock *check = makeBefore(header);

  BasicBlock *slow = group.newBlock("group.slow");
  BasicBlock *slowBehind = group.newBlock("group.slow.behind");
  PHINode *slowFirst = IRBuilder<>(slow).CreatePHI(group.int64, 2);
  BasicBlock *notAll = group.newBlock("group.some");
  slowFirst->addIncoming(builder.getInt64(0), notAll);
  const auto endsBefore = group.current;
  BasicBlock *fastEnd = makeFast(slow, slowFirst);
  const auto endsFast = group.current;
  builder.SetInsertPoint(check);
  Value *areAll =
      builder.CreateICmpEQ(entered, builder.getInt64(maskTrailingOnes<uint64_t>(code.groupSize)));
  if (code.orderedIndex != nullptr)
    areAll = builder.CreateAnd(areAll, beginInOrder(builder));
  builder.CreateCondBr(areAll, fastBegin, notAll);
  builder.SetInsertPoint(notAll);
  builder.CreateCondBr(builder.CreateICmpEQ(entered, builder.getInt64(0)), slowBehind, slow);

  group.current = endsBefore;
  IRBuilder<>(makeRounds(slow, /*isFast=*/false, slowFirst)).CreateBr(slowBehind);
  BasicBlock *slowEnd = makeBehind(slowBehind, /*isFast=*/false);

  BasicBlock *latch = group.newBlock("group.next");
  for (BasicBlock *end : {fastEnd, slowEnd})
    IRBuilder<>(end).CreateBr(latch);
  builder.SetInsertPoint(latch);
  for (auto [phi, region] : code.recurrences) {
    PHINode *joined = builder.CreatePHI(phi->getType(), 2);
    joined->addIncoming(endsFast.lookup(phi), fastEnd);
    joined->addIncoming(group.current[phi], slowEnd);
    group.current[phi] = joined;
    ofGroup[phi]->addIncoming(joined, latch);
  }
  next = builder.CreateAdd(group.firstThread, builder.getInt64(code.groupSize), "", true, true);
  group.firstThread->addIncoming(next, latch);
  done = group.newBlock("group.done");
  Value *left = builder.CreateSub(threadCount, next);
  builder.CreateCondBr(builder.CreateICmpUGE(left, builder.getInt64(code.groupSize)), header, done);
}

/// The loop over threads ends here, too.
void Grouping::addExit(BasicBlock *from) {
  IRBuilder<> builder(from->getTerminator());
  for (PHINode &phi : code.threadsExit->phis()) {
    Value *value = phi.getIncomingValueForBlock(code.threadsLatch);
    if (code.contains(value))
      for (PHINode &handed : code.threadsHeader->phis())
        if (handed.getIncomingValueForBlock(code.threadsLatch) == value) {
          value = code.recurrences.contains(&handed)
                      ? group.current[&handed]
                      : group.valueOf(*code.affine(&handed), threadCount, builder);
          break;
        }
    phi.addIncoming(value, from);
  }
}

/// The threads that are left over: the original loop begins with them.
void Grouping::makeRest(Value *isPossible) {
  BasicBlock *rest = group.newBlock("group.rest");
  IRBuilder<> builder(done);
  builder.CreateCondBr(builder.CreateICmpEQ(threadCount, next), code.threadsExit, rest);
  addExit(done);
  builder.SetInsertPoint(rest);
  PHINode *first = builder.CreatePHI(group.int64, 2);
  first->addIncoming(builder.getInt64(0), code.threadsPreheader);
  first->addIncoming(next, done);
  DenseMap<PHINode *, Value *> starts;
  for (auto [phi, region] : code.recurrences) {
    PHINode *joined = builder.CreatePHI(phi->getType(), 2);
    joined->addIncoming(phi->getIncomingValueForBlock(code.threadsPreheader),
                        code.threadsPreheader);
    joined->addIncoming(group.current[phi], done);
    starts[phi] = joined;
  }
  for (PHINode &phi : code.threadsHeader->phis())
    if (!code.recurrences.contains(&phi))
      starts[&phi] = group.valueOf(*code.affine(&phi), first, builder);
  for (PHINode &phi : code.threadsHeader->phis()) {
    phi.setIncomingValueForBlock(code.threadsPreheader, starts[&phi]);
    phi.replaceIncomingBlockWith(code.threadsPreheader, rest);
  }
  builder.CreateBr(code.threadsHeader);
  Instruction *end = code.threadsPreheader->getTerminator();
  IRBuilder<>(end).CreateCondBr(isPossible, header, rest);
  end->eraseFromParent();
}

void Grouping::run() {
  code.closePredicates();
  for (Instruction *instruction : code.kept)
    group.slots[instruction] = group.makeSlot(instruction->getType());
  for (PHINode *phi : code.carried) {
    group.slots[phi] = group.makeSlot(phi->getType());
    group.fastSlots[phi] = group.makeSlot(phi->getType());
  }
  group.states = group.makeSlot(group.int8);
  Value *isPossible = makeFront();
  makeGroup();
  makeRest(isPossible);
  addStringMetadataToLoop(&code.threads, groupedMark, code.groupSize);
}

} // namespace

bool groupThreads(Function &function, LoopInfo &loops, const DominatorTree &dominators,
                  ScalarEvolution &evolution) {
  const ReversePostOrderTraversal<Function *> order(&function);
  if (containsIrreducibleCFG<BasicBlock *>(order, loops)) // which LoopInfo knows nothing of
    return false;
  const ThreadMemory memory(function);
  for (Loop *loop : loops.getLoopsInPreorder()) {
    if (findOptionMDForLoop(loop, threadLoopMark) == nullptr)
      continue;
    // Large groups leave many over: all threads of a row that has fewer.
    const std::optional<int> grouped = getOptionalIntLoopAttribute(loop, groupedMark);
    if (grouped && *grouped <= static_cast<int>(leastGroupSize))
      continue;
    for (Loop *inner : loop->getSubLoops()) {
      ThreadLoop code(*loop, *inner, loops, dominators, evolution, memory,
                      grouped ? leastGroupSize : mostGroupSize);
      if (!code.understand())
        continue;
      Grouping(code).run();
      return true;
    }
  }
  return false;
}

} // namespace musaport
