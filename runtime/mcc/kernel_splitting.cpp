//===- mcc/kernel_splitting.cpp -------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "kernel_splitting.h"

#include "common_values.h"
#include "exchange_loops.h"
#include "musa_port/host/device_image.h"
#include "only_read.h"
#include "segment_frame.h"
#include "shared_reads.h"
#include "simplify.h"
#include "small_functions.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace musaport {
namespace {

constexpr StringLiteral barrierName = "__musa_wait_block";
constexpr StringLiteral exchangeName = "__musa_wait_lanes";
// What stands in a kernel for the parameters that only its segments have.
constexpr StringLiteral inPlaceholder = "__musa_handover_in";
constexpr StringLiteral outPlaceholder = "__musa_handover_out";
/// Larger kernels stay whole: each piece is a copy of what it reaches.
constexpr size_t maxInstructions = 20'000;
constexpr size_t maxWaits = 64;
/// With exchanges, of all pieces together: they may be as many as an unrolled loop makes of them.
constexpr size_t maxCopied = 300'000;
/// Values that take at most so many instructions are computed again rather than kept. From -O2 on,
/// it may be more of them: the optimizer knows more of an index that is computed than of one that
/// is loaded.
constexpr unsigned maxRecomputed = 6;
constexpr unsigned maxRecomputedOptimized = 16;

/// A call that cuts a kernel.
struct Wait {
  CallInst *call = nullptr;
  bool isExchange = false;
  BasicBlock *after = nullptr;  ///< what follows it
  SplitKernel::Segment segment; ///< without its function

  // Of the arguments of __musa_wait_block and __musa_wait_lanes.
  Value *file() const { return call->getArgOperand(isExchange ? 4 : 1); }
  Value *line() const { return call->getArgOperand(isExchange ? 5 : 2); }
  Value *mask() const { return call->getArgOperand(1); }
  Value *width() const { return call->getArgOperand(2); }
  Value *value() const { return call->getArgOperand(3); }
};

class Splitter {
public:
  Splitter(Function &kernel, const CallGraph &graph, Cuts cuts, uint64_t reserved, bool optimizes)
      : kernel(kernel), graph(graph), cuts(cuts), optimizes(optimizes),
        context(kernel.getContext()), layout(kernel.getParent()->getDataLayout()),
        reserved(reserved) {}

  Expected<SplitKernel> run() {
    if (!canSplit() || !inlineWaiting())
      return whyWhole();
    if (optimizes) {
      inlineSmallFunctions(kernel, graph);
      if (!inlineWaiting()) // what small functions call
        return whyWhole();
    }
    simplify(kernel);
    const auto isWait = [this](const CallInst &call) {
      const Function *callee = calledFunction(call);
      return callee != nullptr && isCut(*callee);
    };
    if (optimizes && unrollExchangeLoops(kernel, isWait, isExchange))
      simplify(kernel);
    if (!variablesHaveSizes() || !findWaits() || !warpsGoOnAlone())
      return whyWhole();
    if (waits.empty())
      return std::move(result);
    cutAtWaits();
    keepParameters();
    keepValues();
    makeMaster();
    for (size_t i = 0; i <= waits.size(); ++i)
      result.segments.push_back(makeSegment(i));
    master->eraseFromParent();
    result.frameBytes = alignTo(frame.bytes, 16);
    return std::move(result);
  }

private:
  Error whyWhole() const { return createStringError(reason); }
  /// Records why the kernel cannot be split. Returns false.
  bool fail(const Twine &why) {
    reason = why.str();
    return false;
  }

  static StringRef whatItWaitsFor(const Function &wait) {
    return StringSwitch<StringRef>(wait.getName())
        .Case(exchangeName, "it exchanges values between lanes, and -fno-musa-split-lanes is given")
        .Case("__musa_wait_tile", "it waits for a tile that is larger than a warp")
        .Case("__musa_wait_cluster", "it waits for its cluster of blocks")
        .Case("__musa_wait_grid", "it waits for the grid")
        .Cases("__musa_wait_yield", "__musa_wait_look",
               "it has a loop that waits for other threads")
        .Default("it waits for other threads");
  }

  bool isCut(const Function &function) const {
    return function.getName() == barrierName ||
           (cuts == Cuts::BarriersAndLanes && function.getName() == exchangeName);
  }

  static bool isExchange(const CallInst &call) {
    const Function *callee = calledFunction(call);
    return callee != nullptr && callee->getName() == exchangeName;
  }

  bool mayWait(const Function &function) {
    auto [entry, isNew] = waiting.try_emplace(&function, false);
    if (isNew)
      waiting[&function] = any_of(graph.reachable(function),
                                  [](const Function *reached) { return isWait(*reached); });
    return waiting[&function];
  }

  bool canSplit() {
    for (const Function *reached : graph.reachable(kernel)) {
      if (isWait(*reached) && !isCut(*reached))
        return fail(whatItWaitsFor(*reached));
      for (const Instruction &instruction : instructions(*reached)) {
        const auto *call = dyn_cast<CallBase>(&instruction);
        // A call through a pointer: to one that waits, as far as we know.
        if (call != nullptr && !call->isInlineAsm() && calledFunction(*call) == nullptr)
          return fail("it calls a function through a pointer");
      }
    }
    // Nobody but the host calls a kernel, so a cycle does not go through it.
    for (const Function *reached : graph.reachable(kernel))
      if (reached != &kernel && !reached->isDeclaration() && mayWait(*reached))
        for (const Instruction &instruction : instructions(*reached))
          if (const auto *call = dyn_cast<CallBase>(&instruction))
            if (const Function *callee = calledFunction(*call);
                callee != nullptr && !callee->isDeclaration() &&
                graph.reachable(*callee).contains(reached))
              return fail("the recursive " + nameOf(*reached) + " waits");
    return true;
  }

  bool inlineWaiting() {
    for (bool again = true; again;) {
      again = false;
      const auto isInlined = [&](const Function &callee) {
        return !callee.isDeclaration() &&
               (mayWait(callee) || callee.hasFnAttribute(Attribute::AlwaysInline));
      };
      for (CallBase *call : directCalls(kernel, isInlined)) {
        InlineFunctionInfo info;
        const std::string name = nameOf(*calledFunction(*call));
        if (!InlineFunction(*call, info).isSuccess())
          return fail(name + " waits, and cannot be inlined");
        again = true;
      }
      if (kernel.getInstructionCount() > maxInstructions)
        return fail("it is too large: over " + Twine(maxInstructions) + " instructions");
    }
    return true;
  }

  /// Others have no place in the frame: those of alloca(), in the kernel or an inlined function.
  bool variablesHaveSizes() {
    for (const Instruction &instruction : instructions(kernel))
      if (const auto *variable = dyn_cast<AllocaInst>(&instruction);
          variable != nullptr && !variable->isStaticAlloca())
        return fail("it has variables whose size is known at run time only");
    return true;
  }

  bool findWaits() {
    for (Instruction &instruction : instructions(kernel)) {
      auto *call = dyn_cast<CallInst>(&instruction);
      const Function *callee = call != nullptr ? calledFunction(*call) : nullptr;
      if (callee == nullptr || !isCut(*callee))
        continue;
      Wait wait;
      wait.call = call;
      wait.isExchange = callee->getName() == exchangeName;
      wait.segment.file = dyn_cast<Constant>(wait.file());
      wait.segment.line = dyn_cast<Constant>(wait.line());
      if (wait.segment.file == nullptr || wait.segment.line == nullptr)
        return fail("waits at different places have become one");
      wait.segment.isExchange = wait.isExchange;
      if (wait.isExchange) {
        wait.segment.width = dyn_cast<Constant>(wait.width());
        wait.segment.mask = dyn_cast<Constant>(wait.mask());
      }
      result.exchanges |= wait.isExchange;
      waits.push_back(wait);
    }
    if (waits.size() > maxWaits)
      return fail("it waits at " + Twine(waits.size()) + " places, more than " + Twine(maxWaits));
    if (result.exchanges && waits.size() * kernel.getInstructionCount() > maxCopied)
      return fail("it is too large: " + Twine(waits.size()) + " pieces of up to " +
                  Twine(kernel.getInstructionCount()) + " instructions");
    return true;
  }

  /// Not if a loop with an exchange may end only when another warp has written to memory. Up to the
  /// next barrier a warp may run alone: without one in each round it would run for ever.
  bool warpsGoOnAlone() {
    if (!result.exchanges)
      return true;
    const DominatorTree dominators(kernel);
    const LoopInfo loops(dominators);
    for (const Loop *loop : loops.getLoopsInPreorder()) {
      const bool exchanges = any_of(
          waits, [&](const Wait &wait) { return wait.isExchange && loop->contains(wait.call); });
      if (exchanges && !hasBarrierInEachRound(*loop, dominators) && endMayDependOnOthers(*loop))
        return fail("a loop with an exchange may end only when other threads write to memory");
    }
    return true;
  }

  bool hasBarrierInEachRound(const Loop &loop, const DominatorTree &dominators) const {
    SmallVector<BasicBlock *, 2> latches;
    loop.getLoopLatches(latches);
    return any_of(waits, [&](const Wait &wait) {
      return !wait.isExchange && loop.contains(wait.call) &&
             all_of(latches, [&](const BasicBlock *latch) {
               return dominators.dominates(wait.call->getParent(), latch);
             });
    });
  }

  /// Follows what the conditions of the loop's ends are computed from.
  bool endMayDependOnOthers(const Loop &loop) const {
    const bool isFenced = any_of(loop.blocks(), [](const BasicBlock *block) {
      return any_of(*block, [](const Instruction &one) { return isa<FenceInst>(one); });
    });
    const auto readsAnew = [&](const Instruction &instruction) {
      const Value *place = sharedPlace(instruction, isFenced);
      return (place != nullptr && !isOwn(place)) || mayChangeNothing(instruction);
    };
    const bool readsOthers =
        any_of(loop.blocks(), [&](const BasicBlock *block) { return any_of(*block, readsAnew); });
    SmallVector<BasicBlock *, 4> exiting;
    loop.getExitingBlocks(exiting);
    SmallVector<const Instruction *, 16> list;
    for (const BasicBlock *block : exiting)
      list.push_back(block->getTerminator());
    SmallPtrSet<const Instruction *, 16> seen;
    while (!list.empty()) {
      const Instruction *instruction = list.pop_back_val();
      if (!loop.contains(instruction) || !seen.insert(instruction).second)
        continue;
      if (readsAnew(*instruction))
        return true;
      if (any_of(instruction->operands(), isOfExchange)) { // what lanes gave: it may be of a read
        if (readsOthers)
          return true;
      } else if (const auto *load = dyn_cast<LoadInst>(instruction)) {
        const Value *place = load->getPointerOperand();
        if (!isOwn(place) && loop.isLoopInvariant(place))
          return true;
      }
      // Which value it has, branches decide.
      if (isa<PHINode>(instruction) && instruction->getParent() != loop.getHeader())
        for (const BasicBlock *block : loop.blocks())
          list.push_back(block->getTerminator());
      for (const Use &operand : instruction->operands())
        if (const auto *from = dyn_cast<Instruction>(operand.get()))
          list.push_back(from);
    }
    return false;
  }

  static bool isOfExchange(const Value *place) {
    const auto *call = dyn_cast<CallBase>(getUnderlyingObject(place));
    const Function *callee = call != nullptr ? calledFunction(*call) : nullptr;
    return callee != nullptr && callee->getName() == exchangeName;
  }

  /// A variable of the thread's, or what it knows of itself.
  bool isOwn(const Value *place) const {
    const Value *object = getUnderlyingObject(place);
    return isa<AllocaInst>(object) || object == thread();
  }

  /// Each wait gets a block of its own, and what follows it another.
  void cutAtWaits() {
    for (Wait &wait : waits) {
      BasicBlock *before = SplitBlock(wait.call->getParent(), wait.call);
      wait.after = SplitBlock(before, wait.call->getNextNode());
      isAfterWait.insert(wait.after);
      if (wait.isExchange)
        handOver(wait);
    }
  }

  /// Stands for a parameter that only segments have.
  FunctionCallee handover(StringRef name) {
    return kernel.getParent()->getOrInsertFunction(name, PointerType::getUnqual(context));
  }

  void handOver(Wait &wait) {
    const Module &module = *kernel.getParent();
    IRBuilder<> builder(wait.call);
    Value *out = builder.CreateCall(handover(outPlaceholder));
    builder.CreateCall(module.getFunction(giveValueName),
                       {thread(), out, wait.width(), wait.value()});
    if (wait.segment.width == nullptr || wait.segment.mask == nullptr)
      builder.CreateCall(module.getFunction(giveMaskName),
                         {thread(), out, wait.width(), wait.mask()});
    builder.SetInsertPoint(wait.after, wait.after->getFirstInsertionPt());
    Value *in = builder.CreateCall(handover(inPlaceholder));
    Value *taken =
        builder.CreateCall(module.getFunction(takeValuesName), {thread(), in, wait.width()});
    wait.call->replaceAllUsesWith(taken);
  }

  /// Whether a thread may pass a wait between the definition and the use.
  bool crosses(const BasicBlock *definition, const BasicBlock *use) const {
    if (definition == use)
      return false;
    SmallPtrSet<const BasicBlock *, 16> seen;
    SmallVector<const BasicBlock *, 16> list = {use};
    while (!list.empty()) {
      const BasicBlock *block = list.pop_back_val();
      if (block == definition || !seen.insert(block).second)
        continue;
      if (isAfterWait.contains(block))
        return true;
      list.append(pred_begin(block), pred_end(block));
    }
    return false;
  }

  static BasicBlock *blockOf(const Use &use) {
    auto *user = cast<Instruction>(use.getUser());
    if (auto *phi = dyn_cast<PHINode>(user))
      return phi->getIncomingBlock(use);
    return user->getParent();
  }

  bool hasCrossingUse(Instruction &instruction) const {
    return any_of(instruction.uses(),
                  [&](const Use &use) { return crosses(instruction.getParent(), blockOf(use)); });
  }

  /// Whether a value can be computed again anywhere: from the parameters, and what a thread knows
  /// of itself.
  bool canRecompute(const Value *value, unsigned &budget) const {
    if (isa<Constant>(value) || isa<Argument>(value))
      return true;
    const auto *instruction = dyn_cast<Instruction>(value);
    if (instruction == nullptr || budget == 0)
      return false;
    --budget;
    if (const auto *load = dyn_cast<LoadInst>(instruction)) {
      const Value *base = load->getPointerOperand()->stripInBoundsConstantOffsets();
      return base == thread() && !load->isVolatile() && !load->isAtomic();
    }
    if (!isa<GetElementPtrInst>(instruction) && !isa<CastInst>(instruction) &&
        !isa<BinaryOperator>(instruction))
      return false;
    if (instruction->isIntDivRem())
      return false;
    return all_of(instruction->operands(),
                  [&](const Use &operand) { return canRecompute(operand.get(), budget); });
  }

  Value *recompute(Value *value, Instruction *before) {
    auto *instruction = dyn_cast<Instruction>(value);
    if (instruction == nullptr)
      return value;
    Instruction *copy = instruction->clone();
    for (Use &operand : copy->operands())
      operand.set(recompute(operand.get(), before));
    copy->insertBefore(before->getIterator());
    return copy;
  }

  unsigned recomputed() const { return optimizes ? maxRecomputedOptimized : maxRecomputed; }

  Argument *thread() const { return &*std::prev(kernel.arg_end()); }

  /// The pieces get the parameters anew, elsewhere: what a thread writes to one would be lost, and
  /// its address is another behind a wait. Variables keep their values and addresses.
  void keepParameters() {
    for (Argument &argument : kernel.args())
      if (argument.hasByValAttr() && (!isOnlyRead(argument) || isAddressKept(argument)))
        makeVariable(argument);
  }

  bool isAddressKept(Value &pointer) const {
    return any_of(pointer.users(), [&](User *user) {
      auto *part = dyn_cast<GetElementPtrInst>(user);
      unsigned budget = recomputed();
      return part != nullptr &&
             ((hasCrossingUse(*part) && !canRecompute(part, budget)) || isAddressKept(*part));
    });
  }

  void makeVariable(Argument &parameter) {
    BasicBlock &entry = kernel.getEntryBlock();
    IRBuilder<> builder(&entry, entry.getFirstNonPHIOrDbgOrAlloca());
    Type *type = parameter.getParamByValType();
    AllocaInst *variable = builder.CreateAlloca(type, nullptr, parameter.getName());
    const Align align = std::max(parameter.getParamAlign().valueOrOne(), variable->getAlign());
    variable->setAlignment(align);
    parameter.replaceAllUsesWith(variable);
    builder.CreateMemCpy(variable, align, &parameter, parameter.getParamAlign(),
                         layout.getTypeAllocSize(type));
  }

  /// Whether lanes of a warp that wait at the same place have all come there as often. Not if they
  /// exchange with whoever comes.
  bool waitsForAll(const Wait &wait) const {
    const auto *mask = dyn_cast_or_null<ConstantInt>(wait.segment.mask);
    return !wait.isExchange || (mask != nullptr && !mask->isZero());
  }

  DenseSet<const Instruction *> findCommonValues() {
    if (!optimizes || !all_of(waits, [&](const Wait &wait) { return waitsForAll(wait); }))
      return {};
    SmallVector<CallInst *, 8> calls;
    for (const Wait &wait : waits)
      calls.push_back(wait.call);
    return commonValues(kernel, calls);
  }

  /// No value may be used behind a wait that it was computed before.
  void keepValues() {
    const DenseSet<const Instruction *> alike = findCommonValues();
    SmallVector<Instruction *, 32> crossing;
    for (Instruction &instruction : instructions(kernel))
      if (!isa<AllocaInst>(instruction) && hasCrossingUse(instruction))
        crossing.push_back(&instruction);
    // What can be computed again needs no room; those it is made of may then not cross either.
    SmallVector<Instruction *, 32> kept;
    for (Instruction *instruction : crossing) {
      unsigned budget = recomputed();
      if (isa<PHINode>(instruction) || !canRecompute(instruction, budget)) {
        kept.push_back(instruction);
        continue;
      }
      SmallVector<Use *, 8> uses;
      for (Use &use : instruction->uses())
        if (crosses(instruction->getParent(), blockOf(use)))
          uses.push_back(&use);
      for (Use *use : uses) {
        auto *user = cast<Instruction>(use->getUser());
        if (use->get() != instruction) // of a phi with several edges from one block
          continue;
        if (auto *phi = dyn_cast<PHINode>(user))
          phi->setIncomingValueForBlock(blockOf(*use),
                                        recompute(instruction, blockOf(*use)->getTerminator()));
        else
          use->set(recompute(instruction, user));
      }
    }
    for (Instruction *instruction : kept) {
      if (!hasCrossingUse(*instruction))
        continue;
      AllocaInst *variable = DemoteRegToStack(*instruction);
      if (alike.contains(instruction) && common.size() < __MUSA_COMMON_VALUES &&
          canBeCommon(*variable))
        common.push_back(variable);
    }
  }

  /// The kernel with the parameters and the result of a segment: a wait returns, and nothing leads
  /// to what is behind it.
  void makeMaster() {
    SmallVector<Type *, 8> parameters(kernel.getFunctionType()->params());
    Type *int64 = Type::getInt64Ty(context);
    Type *int32 = Type::getInt32Ty(context);
    Type *pointer = PointerType::getUnqual(context);
    parameters.append({pointer, int64, int64, pointer});
    if (result.exchanges)
      parameters.append({pointer, pointer});
    master =
        Function::Create(FunctionType::get(int32, parameters, false), GlobalValue::InternalLinkage,
                         kernel.getName() + ".master", *kernel.getParent());
    ValueToValueMapTy map;
    for (auto [from, to] : zip(kernel.args(), master->args())) {
      map[&from] = &to;
      to.setName(from.getName());
    }
    SmallVector<ReturnInst *, 4> returns;
    CloneFunctionInto(master, &kernel, map, CloneFunctionChangeType::LocalChangesOnly, returns);
    for (ReturnInst *instruction : returns) {
      ReturnInst::Create(context, ConstantInt::get(int32, __MUSA_SEGMENT_DONE),
                         instruction->getIterator());
      instruction->eraseFromParent();
    }
    for (auto [index, wait] : enumerate(waits)) {
      auto *call = cast<CallInst>(map[wait.call]);
      starts.push_back(cast<BasicBlock>(map[wait.after]));
      BasicBlock *block = call->getParent();
      block->getTerminator()->eraseFromParent();
      ReturnInst::Create(context, ConstantInt::get(int32, index + 1), block);
      call->eraseFromParent();
    }
    if (result.exchanges) {
      replacePlaceholder(inPlaceholder, *master->getArg(master->arg_size() - 2));
      replacePlaceholder(outPlaceholder, *master->getArg(master->arg_size() - 1));
    }
    for (AllocaInst *&variable : common)
      variable = cast<AllocaInst>(map[variable]);
    frame = placeInFrame(*master, static_cast<unsigned>(kernel.arg_size()), common, reserved);
    result.takeCommon = frame.takeCommon;
  }

  void replacePlaceholder(StringRef name, Value &with) {
    Function *placeholder = kernel.getParent()->getFunction(name);
    for (User *user : make_early_inc_range(placeholder->users())) {
      auto *call = cast<CallInst>(user);
      if (call->getFunction() != master)
        continue;
      call->replaceAllUsesWith(&with);
      call->eraseFromParent();
    }
  }

  SplitKernel::Segment makeSegment(size_t index) {
    ValueToValueMapTy map;
    Function *function = CloneFunction(master, map);
    function->setName(kernel.getName() + ".segment" + Twine(index));
    function->setLinkage(GlobalValue::InternalLinkage);
    SplitKernel::Segment segment;
    if (index > 0) {
      auto *branch = cast<BranchInst>(cast<BasicBlock>(map[frame.prologue])->getTerminator());
      branch->setSuccessor(0, cast<BasicBlock>(map[starts[index - 1]]));
      segment = waits[index - 1].segment;
    }
    segment.function = function;
    removeUnreachableBlocks(*function);
    if (optimizes && result.exchanges)
      simplify(*function); // so that it is known what follows it in a row
    return segment;
  }

  static std::string nameOf(const Function &function) {
    return "function '" + demangle(function.getName().str()) + "'";
  }

  Function &kernel;
  const CallGraph &graph;
  Cuts cuts;
  bool optimizes;
  LLVMContext &context;
  const DataLayout &layout;
  uint64_t reserved;
  SplitKernel result;
  std::string reason; ///< why there is none
  DenseMap<const Function *, bool> waiting;
  SmallVector<Wait, 8> waits;
  SmallPtrSet<const BasicBlock *, 8> isAfterWait;
  SmallVector<AllocaInst *, 8> common; ///< variables of what is kept alike by all threads
  SegmentFrame frame;
  Function *master = nullptr;
  SmallVector<BasicBlock *, 8> starts; ///< in the master, by wait
};

} // namespace

Expected<SplitKernel> splitKernel(Function &kernel, const CallGraph &graph, Cuts cuts,
                                  uint64_t reserved, bool optimizes) {
  return Splitter(kernel, graph, cuts, reserved, optimizes).run();
}

} // namespace musaport
