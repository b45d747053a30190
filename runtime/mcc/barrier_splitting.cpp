//===- mcc/barrier_splitting.cpp -------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "barrier_splitting.h"

#include "musa_port/host/device_image.h"
#include "simplify.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Constants.h"
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
/// Larger kernels stay whole: each piece is a copy of what it reaches.
constexpr size_t maxInstructions = 20'000;
constexpr size_t maxBarriers = 64;
/// Values that take at most so many instructions are computed again rather than kept.
constexpr unsigned maxRecomputed = 6;

/// Whether a byval parameter is only read: its copy need not outlive a segment.
bool isOnlyRead(const Value &pointer) {
  for (const User *user : pointer.users()) {
    if (isa<LoadInst>(user))
      continue;
    if (const auto *copy = dyn_cast<MemTransferInst>(user)) {
      if (copy->getRawDest() == &pointer)
        return false;
      continue;
    }
    if (isa<GetElementPtrInst>(user) || isa<IntrinsicInst>(user)) {
      if (const auto *intrinsic = dyn_cast<IntrinsicInst>(user);
          intrinsic != nullptr && !intrinsic->isAssumeLikeIntrinsic())
        return false;
      if (isa<GetElementPtrInst>(user) && !isOnlyRead(*user))
        return false;
      continue;
    }
    return false;
  }
  return true;
}

class Splitter {
public:
  Splitter(Function &kernel, const CallGraph &graph, uint64_t reserved)
      : kernel(kernel), graph(graph), context(kernel.getContext()),
        layout(kernel.getParent()->getDataLayout()), frameEnd(reserved) {}

  std::optional<SplitKernel> run() {
    if (!canSplit())
      return std::nullopt;
    if (!inlineWaiting())
      return std::nullopt;
    simplify(kernel);
    if (hasDynamicVariables() || !findBarriers())
      return std::nullopt;
    cutAtBarriers();
    keepValues();
    makeMaster();
    for (size_t i = 0; i <= barriers.size(); ++i)
      result.segments.push_back(makeSegment(i));
    master->eraseFromParent();
    result.frameBytes = alignTo(frameEnd, 16);
    return std::move(result);
  }

private:
  bool waits(const Function &function) {
    auto [entry, isNew] = waiting.try_emplace(&function, false);
    if (isNew)
      waiting[&function] = any_of(graph.reachable(function),
                                  [](const Function *reached) { return isWait(*reached); });
    return waiting[&function];
  }

  bool canSplit() {
    for (const Function *reached : graph.reachable(kernel)) {
      if (isWait(*reached) && reached->getName() != barrierName)
        return false;
      for (const Instruction &instruction : instructions(*reached)) {
        const auto *call = dyn_cast<CallBase>(&instruction);
        // A call through a pointer: to one that waits, as far as we know.
        if (call != nullptr && !call->isInlineAsm() && calledFunction(*call) == nullptr)
          return false;
      }
    }
    // Nobody but the host calls a kernel, so a cycle does not go through it.
    for (const Function *reached : graph.reachable(kernel))
      if (reached != &kernel && !reached->isDeclaration() && waits(*reached))
        for (const Instruction &instruction : instructions(*reached))
          if (const auto *call = dyn_cast<CallBase>(&instruction))
            if (const Function *callee = calledFunction(*call);
                callee != nullptr && !callee->isDeclaration() &&
                graph.reachable(*callee).contains(reached))
              return false;
    return true;
  }

  bool inlineWaiting() {
    for (bool again = true; again;) {
      again = false;
      SmallVector<CallBase *, 8> calls;
      for (Instruction &instruction : instructions(kernel))
        if (auto *call = dyn_cast<CallBase>(&instruction))
          if (const Function *callee = calledFunction(*call);
              callee != nullptr && !callee->isDeclaration() &&
              (waits(*callee) || callee->hasFnAttribute(Attribute::AlwaysInline)))
            calls.push_back(call);
      for (CallBase *call : calls) {
        InlineFunctionInfo info;
        if (!InlineFunction(*call, info).isSuccess())
          return false;
        again = true;
      }
      if (kernel.getInstructionCount() > maxInstructions)
        return false;
    }
    for (const Argument &argument : kernel.args())
      if (argument.hasByValAttr() && !isOnlyRead(argument))
        return false;
    return true;
  }

  /// Variables without a place in the frame: of alloca(), the kernel's own or an inlined one.
  bool hasDynamicVariables() const {
    return any_of(instructions(kernel), [](const Instruction &instruction) {
      const auto *variable = dyn_cast<AllocaInst>(&instruction);
      return variable != nullptr && !variable->isStaticAlloca();
    });
  }

  bool findBarriers() {
    for (Instruction &instruction : instructions(kernel)) {
      auto *call = dyn_cast<CallInst>(&instruction);
      if (call == nullptr)
        continue;
      const Function *callee = calledFunction(*call);
      if (callee == nullptr || callee->getName() != barrierName)
        continue;
      if (!isa<Constant>(call->getArgOperand(1)) || !isa<Constant>(call->getArgOperand(2)))
        return false; // places that were merged: not known before
      barriers.push_back(call);
    }
    return !barriers.empty() && barriers.size() <= maxBarriers;
  }

  /// Each barrier gets a block of its own, and what follows it another.
  void cutAtBarriers() {
    for (CallInst *barrier : barriers) {
      BasicBlock *before = SplitBlock(barrier->getParent(), barrier);
      BasicBlock *after = SplitBlock(before, barrier->getNextNode());
      afterBarrier.push_back(after);
      isAfterBarrier.insert(after);
    }
  }

  /// Whether a thread may pass a barrier between the definition and the use.
  bool crosses(const BasicBlock *definition, const BasicBlock *use) const {
    if (definition == use)
      return false;
    SmallPtrSet<const BasicBlock *, 16> seen;
    SmallVector<const BasicBlock *, 16> list = {use};
    while (!list.empty()) {
      const BasicBlock *block = list.pop_back_val();
      if (block == definition || !seen.insert(block).second)
        continue;
      if (isAfterBarrier.contains(block))
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

  Argument *thread() const { return &*std::prev(kernel.arg_end()); }

  /// No value may be used behind a barrier that it was computed before.
  void keepValues() {
    SmallVector<Instruction *, 32> crossing;
    for (Instruction &instruction : instructions(kernel))
      if (!isa<AllocaInst>(instruction) && hasCrossingUse(instruction))
        crossing.push_back(&instruction);
    // What can be computed again needs no room; those it is made of may then not cross either.
    SmallVector<Instruction *, 32> kept;
    for (Instruction *instruction : crossing) {
      unsigned budget = maxRecomputed;
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
        Instruction *before = isa<PHINode>(user) ? blockOf(*use)->getTerminator() : user;
        use->set(recompute(instruction, before));
      }
    }
    for (Instruction *instruction : kept)
      if (hasCrossingUse(*instruction))
        DemoteRegToStack(*instruction);
  }

  /// The kernel with the parameters and the result of a segment: a barrier returns, and nothing
  /// leads to what is behind it.
  void makeMaster() {
    SmallVector<Type *, 8> parameters(kernel.getFunctionType()->params());
    Type *int64 = Type::getInt64Ty(context);
    Type *int32 = Type::getInt32Ty(context);
    parameters.append({PointerType::getUnqual(context), int64, int64});
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
    for (auto [index, barrier] : enumerate(barriers)) {
      auto *call = cast<CallInst>(map[barrier]);
      places.push_back(
          {cast<Constant>(call->getArgOperand(1)), cast<Constant>(call->getArgOperand(2))});
      BasicBlock *block = call->getParent();
      starts.push_back(cast<BasicBlock>(map[afterBarrier[index]]));
      block->getTerminator()->eraseFromParent();
      ReturnInst::Create(context, ConstantInt::get(int32, index + 1), block);
      call->eraseFromParent();
    }
    placeVariables();
  }

  /// Variables live in the frame. Their addresses are computed first, wherever a segment begins.
  void placeVariables() {
    BasicBlock *entry = &master->getEntryBlock();
    SmallVector<AllocaInst *, 16> variables;
    for (Instruction &instruction : instructions(*master))
      if (auto *variable = dyn_cast<AllocaInst>(&instruction))
        variables.push_back(variable);
    prologue = BasicBlock::Create(context, "frame", master, entry);
    IRBuilder<> builder(prologue);
    Argument *frames = master->getArg(master->arg_size() - 3);
    Argument *threads = master->getArg(master->arg_size() - 2);
    Argument *index = master->getArg(master->arg_size() - 1);
    for (AllocaInst *variable : variables) {
      const uint64_t size = layout.getTypeAllocSize(variable->getAllocatedType()) *
                            cast<ConstantInt>(variable->getArraySize())->getZExtValue();
      const Align align = std::max(variable->getAlign(), Align(1));
      const uint64_t stride = alignTo(size, align);
      // Offsets are multiplied by the number of threads: multiples of the alignment stay such.
      frameEnd = alignTo(frameEnd, align);
      Value *offset = builder.CreateAdd(
          builder.CreateMul(threads, builder.getInt64(frameEnd), "", true, true),
          builder.CreateMul(index, builder.getInt64(stride), "", true, true), "", true, true);
      Value *address =
          builder.CreateInBoundsGEP(builder.getInt8Ty(), frames, offset, variable->getName());
      frameEnd += stride;
      for (User *user : make_early_inc_range(variable->users()))
        if (auto *intrinsic = dyn_cast<IntrinsicInst>(user);
            intrinsic != nullptr && intrinsic->isLifetimeStartOrEnd())
          intrinsic->eraseFromParent();
      variable->replaceAllUsesWith(address);
      variable->eraseFromParent();
    }
    builder.CreateBr(entry);
  }

  SplitKernel::Segment makeSegment(size_t index) {
    ValueToValueMapTy map;
    Function *function = CloneFunction(master, map);
    function->setName(kernel.getName() + ".segment" + Twine(index));
    function->setLinkage(GlobalValue::InternalLinkage);
    SplitKernel::Segment segment;
    segment.function = function;
    if (index > 0) {
      auto *branch = cast<BranchInst>(cast<BasicBlock>(map[prologue])->getTerminator());
      branch->setSuccessor(0, cast<BasicBlock>(map[starts[index - 1]]));
      std::tie(segment.file, segment.line) = places[index - 1];
    }
    removeUnreachableBlocks(*function);
    return segment;
  }

  Function &kernel;
  const CallGraph &graph;
  LLVMContext &context;
  const DataLayout &layout;
  uint64_t frameEnd;
  SplitKernel result;
  DenseMap<const Function *, bool> waiting;
  SmallVector<CallInst *, 8> barriers;
  SmallVector<BasicBlock *, 8> afterBarrier; ///< by barrier
  SmallPtrSet<const BasicBlock *, 8> isAfterBarrier;
  Function *master = nullptr;
  BasicBlock *prologue = nullptr;
  SmallVector<BasicBlock *, 8> starts; ///< in the master, by barrier
  SmallVector<std::pair<Constant *, Constant *>, 8> places;
};

} // namespace

std::optional<SplitKernel> splitAtBarriers(Function &kernel, const CallGraph &graph,
                                           uint64_t reserved) {
  return Splitter(kernel, graph, reserved).run();
}

} // namespace musaport
