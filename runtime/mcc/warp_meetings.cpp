//===- mcc/warp_meetings.cpp -----------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "warp_meetings.h"

#include "call_graph.h"
#include "shared_memory.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace musaport {
namespace {

/// The values that may point to shared memory: what follows from the variables by casts, indices,
/// local variables, arguments and results. A pointer in other memory is not followed.
class SharedPointers {
public:
  explicit SharedPointers(Module &module) {
    for (GlobalVariable &variable : module.globals())
      if (variable.getAddressSpace() == sharedAddressSpace)
        add(variable);
    while (!list.empty())
      for (Use &use : list.pop_back_val()->uses())
        follow(use);
  }

  bool contains(const Value &value) const { return known.contains(&value); }

private:
  void add(Value &value) {
    if (known.insert(&value).second)
      list.push_back(&value);
  }

  void follow(Use &use) {
    User *user = use.getUser();
    const auto *operation = dyn_cast<Operator>(user);
    const unsigned opcode = operation != nullptr ? operation->getOpcode() : 0;
    if (opcode == Instruction::AddrSpaceCast || opcode == Instruction::BitCast ||
        opcode == Instruction::PHI || opcode == Instruction::Select ||
        opcode == Instruction::Freeze ||
        (opcode == Instruction::GetElementPtr && use.getOperandNo() == 0)) {
      add(*user);
    } else if (auto *store = dyn_cast<StoreInst>(user)) {
      const Value *place = getUnderlyingObject(store->getPointerOperand());
      if (const auto *variable = dyn_cast<AllocaInst>(place);
          variable != nullptr && use.getOperandNo() == 0)
        addLoads(*variable, *store->getFunction());
    } else if (auto *call = dyn_cast<CallBase>(user)) {
      if (Function *callee = call->getCalledFunction();
          callee != nullptr && call->isArgOperand(&use) && use.getOperandNo() < callee->arg_size())
        add(*callee->getArg(use.getOperandNo()));
    } else if (auto *result = dyn_cast<ReturnInst>(user)) {
      for (User *caller : result->getFunction()->users())
        if (auto *from = dyn_cast<CallBase>(caller);
            from != nullptr && from->getCalledFunction() == result->getFunction())
          add(*from);
    }
  }

  void addLoads(const AllocaInst &variable, Function &function) {
    for (Instruction &instruction : instructions(function))
      if (auto *load = dyn_cast<LoadInst>(&instruction);
          load != nullptr && load->getType()->isPointerTy() &&
          getUnderlyingObject(load->getPointerOperand()) == &variable)
        add(*load);
  }

  DenseSet<const Value *> known;
  SmallVector<Value *, 16> list;
};

/// Functions that let all lanes come to one place before anything else.
bool waitsFirst(const Function &function, unsigned depth = 0) {
  constexpr unsigned maxDepth = 4;
  if (isWait(function))
    return true;
  if (function.isDeclaration() || depth == maxDepth)
    return false;
  return any_of(function.getEntryBlock(), [&](const Instruction &instruction) {
    const auto *call = dyn_cast<CallBase>(&instruction);
    const Function *callee = call != nullptr ? calledFunction(*call) : nullptr;
    return callee != nullptr && waitsFirst(*callee, depth + 1);
  });
}

/// What lanes may have done since they last met.
struct Since {
  bool reads = false;
  bool writes = false;
  bool operator==(const Since &) const = default;
  void join(Since other) {
    reads |= other.reads;
    writes |= other.writes;
  }
};

class FunctionMeetings {
public:
  FunctionMeetings(Function &function, const SharedPointers &pointers,
                   const DenseSet<const Function *> &touching)
      : function(function), pointers(pointers), touching(touching), dominators(function),
        loops(dominators) {}

  /// Whether it has any volatile access to shared memory.
  bool hasAccess() const {
    return any_of(instructions(function), [&](const Instruction &instruction) {
      return isRead(instruction) || isWrite(instruction);
    });
  }

  /// The instructions before which lanes have to meet, in Clang's order of blocks, which is that of
  /// the source. `atEntry`: what callers have done.
  SmallVector<Instruction *, 8> find(Since atEntry) {
    DenseSet<const Instruction *> places = findAccesses(atEntry);
    // No lane begins the next round of a loop while others are behind in this one.
    for (const Loop *loop : loops.getLoopsInPreorder()) {
      if (none_of(places, [&](const Instruction *place) { return loop->contains(place); }))
        continue;
      SmallVector<BasicBlock *, 2> latches;
      loop->getLoopLatches(latches);
      for (const BasicBlock *latch : latches)
        places.insert(latch->getTerminator());
    }
    SmallVector<Instruction *, 8> result;
    for (Instruction &instruction : instructions(function))
      if (places.contains(&instruction))
        result.push_back(&instruction);
    return result;
  }

private:
  DenseSet<const Instruction *> findAccesses(Since atEntry) const {
    DenseMap<const BasicBlock *, Since> ends;
    DenseSet<const Instruction *> result;
    for (bool again = true; again;) {
      again = false;
      result.clear();
      for (const BasicBlock &block : function) {
        Since since = &block == &function.getEntryBlock() ? atEntry : Since();
        for (const BasicBlock *before : predecessors(&block))
          since.join(ends.lookup(before));
        for (const Instruction &instruction : block)
          if (pass(instruction, since))
            result.insert(&instruction);
        again |= !(ends.lookup(&block) == since);
        ends[&block] = since;
      }
    }
    return result;
  }

  bool isRead(const Instruction &instruction) const {
    const auto *load = dyn_cast<LoadInst>(&instruction);
    return load != nullptr && load->isVolatile() && pointers.contains(*load->getPointerOperand());
  }
  bool isWrite(const Instruction &instruction) const {
    const auto *store = dyn_cast<StoreInst>(&instruction);
    return store != nullptr && store->isVolatile() &&
           pointers.contains(*store->getPointerOperand());
  }

  /// In a loop that waits for a value other lanes go on.
  bool isInWaitingLoop(const Instruction &instruction) const {
    const Loop *loop = loops.getLoopFor(instruction.getParent());
    return loop != nullptr && any_of(loop->blocks(), [](const BasicBlock *block) {
             return any_of(*block, [](const Instruction &other) {
               const auto *call = dyn_cast<CallBase>(&other);
               const Function *callee = call != nullptr ? calledFunction(*call) : nullptr;
               return callee != nullptr && callee->getName() == "__musa_wait_yield";
             });
           });
  }

  /// Takes `since` past an instruction. True if lanes have to meet before it.
  bool pass(const Instruction &instruction, Since &since) const {
    if (isRead(instruction)) {
      const bool meets = since.writes && !isInWaitingLoop(instruction);
      since = {true, since.writes && !meets};
      return meets;
    }
    if (isWrite(instruction)) {
      const bool meets = since.reads || since.writes;
      since = {false, true};
      return meets;
    }
    const auto *call = dyn_cast<CallBase>(&instruction);
    const Function *callee = call != nullptr ? calledFunction(*call) : nullptr;
    if (callee == nullptr)
      return false;
    if (touching.contains(callee))
      since = {true, true};
    else if (waitsFirst(*callee))
      since = {};
    return false;
  }

  Function &function;
  const SharedPointers &pointers;
  const DenseSet<const Function *> &touching;
  const DominatorTree dominators;
  const LoopInfo loops;
};

} // namespace

void meetAtSharedMemory(Module &module) {
  const SharedPointers pointers(module);
  DenseSet<const Function *> touching;
  SmallVector<Function *, 8> functions;
  for (Function &function : module)
    if (!function.isDeclaration() && FunctionMeetings(function, pointers, touching).hasAccess()) {
      touching.insert(&function);
      functions.push_back(&function);
    }
  PointerType *pointer = PointerType::getUnqual(module.getContext());
  unsigned place = 0;
  Constant *what = nullptr;
  for (Function *function : functions) {
    // A function that others call comes behind what they have done.
    const bool isCalled =
        any_of(function->users(), [](const User *user) { return isa<CallBase>(user); });
    const Since atEntry{isCalled, isCalled};
    for (Instruction *instruction : FunctionMeetings(*function, pointers, touching).find(atEntry)) {
      IRBuilder<> builder(instruction);
      FunctionCallee self = module.getOrInsertFunction("__musa_self", pointer);
      FunctionCallee meet = module.getOrInsertFunction(
          "__musa_wait_lanes", pointer, pointer, builder.getInt32Ty(), builder.getInt32Ty(),
          builder.getInt64Ty(), pointer, builder.getInt32Ty());
      if (what == nullptr)
        what = builder.CreateGlobalString("an access to volatile shared memory");
      // No mask: whoever comes to this place. Places are numbered in the order of the code.
      builder.CreateCall(meet, {builder.CreateCall(self), builder.getInt32(0), builder.getInt32(32),
                                builder.getInt64(0), what, builder.getInt32(++place)});
    }
  }
}

} // namespace musaport
