//===- mcc/round_prefetch.cpp ----------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "round_prefetch.h"

#include "llvm/Analysis/ScalarEvolutionExpressions.h"

using namespace llvm;

namespace musaport {
namespace {

/// How many rounds later. Two hide the latency of memory where a round is long; more do no harm.
constexpr uint64_t roundsAhead = 4;

/// In a loop of fewer rounds, what its last rounds prefetch for nobody costs more than the first
/// ones gain.
constexpr uint64_t fewRounds = 32;

bool hasFewRounds(const ThreadLoop &code) {
  const auto *lastRound = dyn_cast_if_present<SCEVConstant>(code.roundCount);
  return lastRound != nullptr && lastRound->getAPInt().ult(fewRounds - 1);
}

class FutureValues {
public:
  FutureValues(ThreadGroup &group, Value *round, IRBuilder<> &builder)
      : group(group), round(round), builder(builder) {}

  /// The value of the group's first thread in the round; null if it takes more than arithmetic.
  Value *find(Value *value) {
    if (!group.code.contains(value))
      return value;
    if (auto found = known.find(value); found != known.end())
      return found->second;
    Value *result = nullptr;
    if (const std::optional<Affine> form = group.code.affine(value)) {
      IRBuilder<> bases(group.bases);
      result = group.valueOf(*form, group.firstThread, round, bases, builder);
    } else if (auto *instruction = cast<Instruction>(value);
               ThreadLoop::isComputedAnew(*instruction) && !instruction->isIntDivRem()) {
      result = copy(*instruction);
    }
    known[value] = result;
    return result;
  }

private:
  Value *copy(const Instruction &instruction) {
    SmallVector<Value *, 4> operands;
    for (Value *operand : instruction.operands())
      if (operands.emplace_back(find(operand)); operands.back() == nullptr)
        return nullptr;
    Instruction *copied = instruction.clone();
    // What it says of itself holds in rounds that there are.
    copied->dropPoisonGeneratingFlags();
    copied->dropUnknownNonDebugMetadata();
    for (unsigned i = 0; i < operands.size(); ++i)
      copied->setOperand(i, operands[i]);
    return builder.Insert(copied);
  }

  ThreadGroup &group;
  Value *round;
  IRBuilder<> &builder;
  DenseMap<Value *, Value *> known;
};

} // namespace

void prefetchRounds(ThreadGroup &group, Value *round, IRBuilder<> &builder) {
  const ThreadLoop &code = group.code;
  if (code.farReads.empty() || hasFewRounds(code))
    return;
  FutureValues future(group, builder.CreateAdd(round, builder.getInt64(roundsAhead)), builder);
  for (const FarRead &read : code.farReads) {
    Value *first = future.find(read.pointer);
    if (first == nullptr)
      continue;
    const auto bytes = static_cast<int64_t>(code.groupSize) * read.byThread;
    const int64_t line = bytes < 0 ? -cacheLine : cacheLine;
    for (int64_t at = 0; at == 0 || std::abs(at) < std::abs(bytes); at += line)
      builder.CreateIntrinsic(Intrinsic::prefetch, {first->getType()},
                              {builder.CreatePtrAdd(first, builder.getInt64(at)),
                               builder.getInt32(0),   // to read
                               builder.getInt32(3),   // to be kept in all caches
                               builder.getInt32(1)}); // data
  }
}

} // namespace musaport
