//===- mcc/call_graph.cpp --------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "call_graph.h"

#include "llvm/ADT/SmallSet.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace musaport {

const Function *calledFunction(const CallBase &call) {
  return dyn_cast<Function>(call.getCalledOperand()->stripPointerCasts());
}

SmallVector<CallBase *, 8> directCalls(Function &caller,
                                       function_ref<bool(const Function &)> isWanted) {
  SmallVector<CallBase *, 8> calls;
  for (Instruction &instruction : instructions(caller))
    if (auto *call = dyn_cast<CallBase>(&instruction))
      if (const Function *callee = calledFunction(*call); callee != nullptr && isWanted(*callee))
        calls.push_back(call);
  return calls;
}

bool isWait(const Function &function) { return function.getName().starts_with("__musa_wait_"); }

CallGraph::CallGraph(const Module &module) {
  DenseMap<size_t, SmallVector<const Function *, 8>> addressTaken;
  for (const Function &function : module)
    if (!function.isIntrinsic() && function.hasAddressTaken(nullptr, true, true, true))
      addressTaken[function.arg_size()].push_back(&function);

  for (const Function &function : module) {
    SetVector<const Function *> called;
    SmallSet<size_t, 4> indirect;
    for (const Instruction &instruction : instructions(function)) {
      const auto *call = dyn_cast<CallBase>(&instruction);
      if (call == nullptr || call->isInlineAsm())
        continue;
      if (const Function *callee = calledFunction(*call))
        called.insert(callee);
      else if (indirect.insert(call->arg_size()).second)
        called.insert(addressTaken[call->arg_size()].begin(), addressTaken[call->arg_size()].end());
    }
    callees[&function].assign(called.begin(), called.end());
  }
}

SetVector<const Function *> CallGraph::reachable(const Function &from) const {
  SetVector<const Function *> result;
  result.insert(&from);
  for (size_t i = 0; i < result.size(); ++i)
    if (auto found = callees.find(result[i]); found != callees.end())
      result.insert(found->second.begin(), found->second.end());
  return result;
}

bool CallGraph::isRecursive(const Function &function) const {
  const auto found = callees.find(&function);
  return found != callees.end() && any_of(found->second, [&](const Function *callee) {
           return reachable(*callee).contains(&function);
         });
}

} // namespace musaport
