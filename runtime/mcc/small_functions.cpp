//===- mcc/small_functions.cpp ---------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "small_functions.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace musaport {
namespace {

/// With what is always inlined into it, as Clang makes it, before any optimization.
constexpr size_t maxSmall = 60;
/// A kernel of so many instructions is large.
constexpr size_t largeKernel = 4'000;
/// Larger variables of a function stay in memory, mostly.
constexpr uint64_t maxVariableBytes = 16;

class SmallFunctions {
public:
  explicit SmallFunctions(const CallGraph &graph) : graph(graph) {}

  bool contain(const Function &function) {
    const auto [found, isNew] = known.try_emplace(&function, false);
    if (isNew)
      found->second = !function.isDeclaration() && !function.hasFnAttribute(Attribute::NoInline) &&
                      sizeOf(function) <= maxSmall;
    return found->second;
  }

private:
  /// More than maxSmall if it, or what is inlined into it, is recursive, or has variables that
  /// would be in a thread's frame.
  size_t sizeOf(const Function &function) const {
    if (takesCopies(function) || graph.isRecursive(function))
      return maxSmall + 1;
    const DataLayout &layout = function.getParent()->getDataLayout();
    size_t size = function.getInstructionCount();
    for (const Instruction &instruction : instructions(function)) {
      if (size > maxSmall)
        break;
      if (const auto *variable = dyn_cast<AllocaInst>(&instruction)) {
        const std::optional<TypeSize> bytes = variable->getAllocationSize(layout);
        if (!variable->isStaticAlloca() || !bytes || bytes->getFixedValue() > maxVariableBytes)
          return maxSmall + 1;
      }
      const auto *call = dyn_cast<CallBase>(&instruction);
      const Function *callee = call != nullptr ? calledFunction(*call) : nullptr;
      if (callee != nullptr && !callee->isDeclaration() &&
          callee->hasFnAttribute(Attribute::AlwaysInline))
        size += sizeOf(*callee);
    }
    return size;
  }

  /// Each copy of a structure that it is given becomes a variable.
  static bool takesCopies(const Function &function) {
    return any_of(function.args(),
                  [](const Argument &argument) { return argument.hasByValAttr(); });
  }

  const CallGraph &graph;
  DenseMap<const Function *, bool> known;
};

} // namespace

void inlineSmallFunctions(Function &kernel, const CallGraph &graph) {
  SmallFunctions small(graph);
  for (bool again = true; again;) {
    again = false;
    const auto isSmall = [&](const Function &callee) { return small.contain(callee); };
    for (CallBase *call : directCalls(kernel, isSmall)) {
      InlineFunctionInfo info;
      if (kernel.getInstructionCount() < largeKernel)
        again |= InlineFunction(*call, info).isSuccess();
    }
  }
}

} // namespace musaport
