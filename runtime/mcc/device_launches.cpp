//===- mcc/device_launches.cpp ----------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "device_launches.h"

#include "retarget.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace musaport {
namespace {

constexpr StringLiteral configureName = "__cudaPushCallConfiguration";
constexpr StringLiteral rowPrefix = "__musa_row_of.";

/// Makes launches of one function.
class LaunchLowering {
public:
  explicit LaunchLowering(Function &function)
      : function(function), module(*function.getParent()), context(module.getContext()),
        layout(module.getDataLayout()), pointer(PointerType::getUnqual(context)),
        dim(ArrayType::get(Type::getInt32Ty(context), 3)),
        configurationType(
            StructType::get(context, {dim, dim, Type::getInt64Ty(context), pointer})) {}

  /// `configure`: (dim3 *grid, dim3 *block, size_t shared, musaStream_t stream).
  void lower(CallInst &configure, CallInst &call, Value &row) {
    Value *configuration = store(configure);
    IRBuilder<> builder(&call);
    auto *listType = ArrayType::get(pointer, std::max(1U, call.arg_size()));
    Value *list = variable(listType, "arguments");
    for (unsigned i = 0; i < call.arg_size(); ++i) {
      Value *argument = call.getArgOperand(i);
      Value *address = argument;
      if (!call.isByValArgument(i)) {
        address = variable(argument->getType(), "argument");
        builder.CreateStore(argument, address);
      }
      builder.CreateStore(address, builder.CreateConstInBoundsGEP2_32(listType, list, 0, i));
    }
    Value *thread = builder.CreateCall(module.getOrInsertFunction("__musa_self", pointer));
    builder.CreateCall(module.getOrInsertFunction("__musa_launch", builder.getVoidTy(), pointer,
                                                  pointer, pointer, pointer),
                       {thread, &row, configuration, list});
    call.eraseFromParent();
  }

private:
  /// Keeps what is between <<< and >>> while the arguments are computed.
  Value *store(CallInst &configure) {
    Value *configuration = variable(configurationType, "configuration");
    IRBuilder<> builder(&configure);
    for (unsigned i = 0; i < configurationType->getNumElements(); ++i) {
      Value *field = builder.CreateStructGEP(configurationType, configuration, i);
      Value *value = configure.getArgOperand(i);
      if (configurationType->getElementType(i) == dim)
        builder.CreateMemCpy(field, Align(4), value, Align(4), layout.getTypeStoreSize(dim));
      else
        builder.CreateStore(value, field);
    }
    configure.replaceAllUsesWith(ConstantInt::get(configure.getType(), 0));
    configure.eraseFromParent();
    return configuration;
  }

  Value *variable(Type *type, const Twine &name) {
    IRBuilder<> builder(&function.getEntryBlock(), function.getEntryBlock().begin());
    return builder.CreateAlloca(type, nullptr, name);
  }

  Function &function;
  Module &module;
  LLVMContext &context;
  const DataLayout &layout;
  PointerType *pointer;
  ArrayType *dim;
  StructType *configurationType;
};

struct Launch {
  CallInst *call;
  Value *row;
};

/// Stands for a kernel's row in the image.
Constant *rowOf(Function &kernel) {
  Module &module = *kernel.getParent();
  return module.getOrInsertGlobal((rowPrefix + kernel.getName()).str(),
                                  Type::getInt8Ty(module.getContext()));
}

/// Device code does nothing with a kernel's address but launch it: the row's will do.
void replaceAddress(Function &kernel) {
  const auto isAddress = [](const Use &use) {
    const auto *call = dyn_cast<CallBase>(use.getUser());
    return call == nullptr || !call->isCallee(&use);
  };
  if (any_of(kernel.uses(), isAddress))
    kernel.replaceUsesWithIf(rowOf(kernel), isAddress);
}

SmallVector<CallInst *, 8> callsOf(Function &callee) {
  SmallVector<CallInst *, 8> calls;
  for (User *user : callee.users())
    if (auto *call = dyn_cast<CallInst>(user);
        call != nullptr && call->getCalledFunction() == &callee)
      calls.push_back(call);
  return calls;
}

/// Clang branches to a launch's arguments if the configuration returns 0, or else to what follows.
BranchInst *branchBehind(const CallInst &configure) {
  for (const User *user : configure.users())
    for (const User *branch : user->users())
      if (auto *found = dyn_cast<BranchInst>(const_cast<User *>(branch)))
        return found;
  return nullptr;
}

/// The launch of a kernel by its address: the last call through a pointer before what follows.
Launch launchByAddress(const BranchInst &branch) {
  for (BasicBlock *block : predecessors(branch.getSuccessor(0)))
    if (block != branch.getParent())
      for (Instruction &instruction : reverse(*block))
        if (auto *call = dyn_cast<CallInst>(&instruction);
            call != nullptr && call->isIndirectCall())
          return {call, call->getCalledOperand()};
  return {nullptr, nullptr};
}

} // namespace

Error lowerDeviceLaunches(Module &module, ArrayRef<Function *> kernels) {
  Function *configure = module.getFunction(configureName);
  if (configure == nullptr)
    return Error::success();
  MapVector<Function *, SmallVector<CallInst *, 8>> configurations;
  for (CallInst *call : callsOf(*configure))
    configurations[call->getFunction()].push_back(call);
  DenseMap<Function *, SmallVector<Launch, 8>> launches;
  for (Function *kernel : kernels) {
    replaceAddress(*kernel);
    for (CallInst *call : callsOf(*kernel))
      launches[call->getFunction()].push_back({call, rowOf(*kernel)});
  }
  for (auto &[function, calls] : configurations) {
    // The last configuration before a launch is its own: an argument may launch something itself.
    const DominatorTree dominators(*function);
    LaunchLowering lowering(*function);
    while (!calls.empty()) {
      const auto isLast = [&](CallInst *call) {
        return none_of(calls, [&](CallInst *other) {
          return call != other && dominators.dominates(call, other);
        });
      };
      CallInst *last = *find_if(calls, isLast);
      const BranchInst *branch = branchBehind(*last);
      if (branch == nullptr)
        return createStringError("internal error: " + describe(*function) +
                                 " has a launch without arguments");
      auto &others = launches[function];
      auto *named = find_if(others, [&](const Launch &launch) {
        return dominators.dominates(branch->getSuccessor(1), launch.call->getParent());
      });
      const Launch launch = named != others.end() ? *named : launchByAddress(*branch);
      if (launch.call == nullptr)
        return createStringError("internal error: " + describe(*function) +
                                 " has a launch without a kernel");
      calls.erase(find(calls, last));
      if (named != others.end())
        others.erase(named);
      lowering.lower(*last, *launch.call, *launch.row);
    }
  }
  return Error::success();
}

void connectDeviceLaunches(Module &module, StringRef kernel, Constant &row) {
  GlobalVariable *launched = module.getNamedGlobal((rowPrefix + kernel).str());
  if (launched == nullptr)
    return;
  launched->replaceAllUsesWith(&row);
  launched->eraseFromParent();
}

} // namespace musaport
