//===- mcc/shared_memory.cpp -----------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "shared_memory.h"

#include "device_passes.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ReplaceConstant.h"

using namespace llvm;

namespace musaport {
namespace {

/// `extern __shared__ T name[];`, or one of no bytes: what the launch says how large it is.
bool isDynamic(const GlobalVariable &variable) {
  return variable.isDeclaration() ||
         variable.getDataLayout().getTypeAllocSize(variable.getValueType()) == 0;
}

/// The functions whose instructions use `variable`.
SetVector<const Function *> usersOf(const GlobalVariable &variable) {
  SetVector<const Function *> result;
  for (const User *user : variable.users())
    if (const auto *instruction = dyn_cast<Instruction>(user))
      result.insert(instruction->getFunction());
  return result;
}

/// Replaces the uses in each function by one computed address at its entry.
void replaceUses(GlobalVariable &variable, Function &helper, ArrayRef<Value *> arguments) {
  MapVector<Function *, SmallVector<Use *, 8>> uses;
  for (Use &use : variable.uses())
    if (auto *instruction = dyn_cast<Instruction>(use.getUser()))
      uses[instruction->getFunction()].push_back(&use);
  for (auto &[function, list] : uses) {
    BasicBlock &entry = function->getEntryBlock();
    IRBuilder<> builder(&entry, entry.getFirstNonPHIOrDbgOrAlloca());
    // A call needs a place if the function has debug information.
    if (DISubprogram *subprogram = function->getSubprogram())
      builder.SetCurrentDebugLocation(
          DILocation::get(function->getContext(), subprogram->getLine(), 0, subprogram));
    Value *address = builder.CreateCall(&helper, arguments, variable.getName());
    // Of the variable's type, until address spaces go.
    address = builder.CreateAddrSpaceCast(address, variable.getType());
    for (Use *use : list)
      use->set(address);
  }
}

/// What kernel_entry.h reads an address of shared memory by.
void markAddresses(Function &helper) {
  for (Instruction &instruction : instructions(helper))
    if (auto *load = dyn_cast<LoadInst>(&instruction); load && load->getType()->isPointerTy())
      load->setMetadata(sharedMemoryMark, MDNode::get(helper.getContext(), {}));
}

} // namespace

std::vector<KernelSharedMemory> lowerSharedMemory(Module &module, ArrayRef<Function *> kernels) {
  const DataLayout &layout = module.getDataLayout();
  SmallVector<Constant *, 16> constants;
  SmallVector<GlobalVariable *, 16> variables;
  for (GlobalVariable &variable : module.globals()) {
    if (variable.getAddressSpace() != sharedAddressSpace)
      continue;
    variables.push_back(&variable);
    constants.push_back(&variable);
  }
  convertUsersOfConstantsToInstructions(constants);

  std::vector<KernelSharedMemory> result(kernels.size());
  const CallGraph graph(module);
  DenseMap<const Function *, SmallVector<size_t, 4>> kernelsThatReach;
  if (!variables.empty())
    for (auto [index, kernel] : enumerate(kernels))
      for (const Function *function : graph.reachable(*kernel))
        kernelsThatReach[function].push_back(index);

  for (const char *name : {"__musa_shared_of_grid", "__musa_shared_of_thread"})
    if (Function *helper = module.getFunction(name))
      markAddresses(*helper);
  Type *size = Type::getInt64Ty(module.getContext());
  SmallVector<std::pair<GlobalVariable *, SetVector<size_t>>, 16> placed;
  for (GlobalVariable *variable : variables) {
    SetVector<size_t> &users = placed.emplace_back(variable, SetVector<size_t>()).second;
    for (const Function *function : usersOf(*variable))
      if (auto found = kernelsThatReach.find(function); found != kernelsThatReach.end())
        users.insert(found->second.begin(), found->second.end());
  }
  stable_sort(placed, [](const auto &left, const auto &right) {
    return left.second.size() > right.second.size();
  });
  for (auto &[variable, users] : placed) {
    if (isDynamic(*variable)) {
      replaceUses(*variable, *module.getFunction("__musa_dynamic_shared"), {});
    } else {
      const Align align = layout.getPreferredAlign(variable);
      const uint64_t bytes = layout.getTypeAllocSize(variable->getValueType());
      // Behind all that any of these kernels has so far.
      uint64_t offset = 0;
      for (size_t kernel : users)
        offset = std::max(offset, result[kernel].end);
      offset = alignTo(offset, align);
      for (size_t kernel : users) {
        result[kernel].bytes = alignTo(result[kernel].bytes, align) + bytes;
        result[kernel].end = offset + bytes;
      }
      replaceUses(*variable, *module.getFunction("__musa_shared"),
                  {ConstantInt::get(size, offset)});
    }
    variable->removeDeadConstantUsers();
    if (variable->use_empty())
      variable->eraseFromParent();
  }
  return result;
}

} // namespace musaport
