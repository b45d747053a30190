//===- mcc/thread_parameter.cpp --------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "thread_parameter.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace musaport {
namespace {

FunctionType *withThread(FunctionType *type) {
  SmallVector<Type *, 8> parameters(type->params());
  parameters.push_back(PointerType::getUnqual(type->getContext()));
  return FunctionType::get(type->getReturnType(), parameters, type->isVarArg());
}

/// A function that reads nothing may still read what the thread knows of itself.
MemoryEffects withThread(MemoryEffects effects) {
  return effects | MemoryEffects::argMemOnly(ModRefInfo::Ref);
}

/// Moves the body of `old` to a function with one more parameter, and its uses with it.
Function *moveBody(Function &old) {
  Function *function = Function::Create(withThread(old.getFunctionType()), old.getLinkage(),
                                        old.getAddressSpace(), "", old.getParent());
  function->takeName(&old);
  function->copyAttributesFrom(&old); // parameters keep their numbers
  function->setMemoryEffects(withThread(old.getMemoryEffects()));
  function->setComdat(old.getComdat());
  function->splice(function->begin(), &old);
  for (auto [from, to] : zip(old.args(), function->args())) {
    to.takeName(&from);
    from.replaceAllUsesWith(&to);
  }
  SmallVector<std::pair<unsigned, MDNode *>, 4> metadata;
  old.getAllMetadata(metadata);
  for (auto [kind, node] : metadata)
    function->addMetadata(kind, *node);
  old.replaceAllUsesWith(function);
  old.eraseFromParent();
  return function;
}

/// The same call, with `thread` behind the other arguments.
void passThread(CallInst &call, Value *thread) {
  SmallVector<Value *, 8> arguments(call.args());
  arguments.push_back(thread);
  SmallVector<OperandBundleDef, 1> bundles;
  call.getOperandBundlesAsDefs(bundles);
  CallInst *replacement =
      CallInst::Create(withThread(call.getFunctionType()), call.getCalledOperand(), arguments,
                       bundles, "", call.getIterator());
  replacement->takeName(&call);
  replacement->setCallingConv(call.getCallingConv());
  replacement->setAttributes(call.getAttributes());
  if (call.hasFnAttr(Attribute::Memory))
    replacement->setMemoryEffects(withThread(call.getAttributes().getMemoryEffects()));
  replacement->setTailCallKind(call.getTailCallKind());
  if (isa<FPMathOperator>(replacement))
    replacement->copyFastMathFlags(&call);
  replacement->copyMetadata(call);
  call.replaceAllUsesWith(replacement);
  call.eraseFromParent();
}

} // namespace

void addThreadParameter(Module &module, function_ref<bool(const Function &)> isExempt) {
  SmallVector<Function *, 32> old;
  for (Function &function : module)
    if (!function.isDeclaration() && !function.isVarArg() && !isExempt(function))
      old.push_back(&function);
  DenseSet<const Function *> threaded;
  for (Function *function : old)
    threaded.insert(moveBody(*function));

  const Function *self = module.getFunction("__musa_self");
  for (Function &function : module) {
    Value *thread = threaded.contains(&function)
                        ? static_cast<Value *>(&*std::prev(function.arg_end()))
                        : ConstantPointerNull::get(PointerType::getUnqual(module.getContext()));
    SmallVector<CallInst *, 16> calls;
    for (Instruction &instruction : instructions(function))
      if (auto *call = dyn_cast<CallInst>(&instruction); call != nullptr && !call->isInlineAsm())
        calls.push_back(call);
    for (CallInst *call : calls) {
      const auto *callee = dyn_cast<Function>(call->getCalledOperand()->stripPointerCasts());
      if (callee == self && self != nullptr) {
        call->replaceAllUsesWith(thread);
        call->eraseFromParent();
      } else if (callee == nullptr || threaded.contains(callee)) {
        passThread(*call, thread);
      }
    }
  }
}

} // namespace musaport
