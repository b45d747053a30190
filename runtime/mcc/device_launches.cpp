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
  void lower(CallInst &configure, CallInst &call, const Function &kernel) {
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
                       {thread, rowOf(kernel), configuration, list});
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

  Constant *rowOf(const Function &kernel) {
    return module.getOrInsertGlobal((rowPrefix + kernel.getName()).str(), Type::getInt8Ty(context));
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
  Function *kernel;
};

SmallVector<CallInst *, 8> callsOf(Function &callee) {
  SmallVector<CallInst *, 8> calls;
  for (User *user : callee.users())
    if (auto *call = dyn_cast<CallInst>(user);
        call != nullptr && call->getCalledFunction() == &callee)
      calls.push_back(call);
  return calls;
}

/// Where a launch's arguments are computed: Clang branches there if the configuration returns 0.
const BasicBlock *argumentsBehind(const CallInst &configure) {
  for (const User *user : configure.users())
    for (const User *branch : user->users())
      if (const auto *found = dyn_cast<BranchInst>(branch))
        return found->getSuccessor(1);
  return nullptr;
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
  for (Function *kernel : kernels)
    for (CallInst *call : callsOf(*kernel))
      launches[call->getFunction()].push_back({call, kernel});
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
      const BasicBlock *arguments = argumentsBehind(*last);
      auto &others = launches[function];
      auto *launched = find_if(others, [&](const Launch &launch) {
        return arguments != nullptr && dominators.dominates(arguments, launch.call->getParent());
      });
      if (launched == others.end())
        return createStringError(describe(*function) +
                                 " launches a kernel by its address, which the host target does "
                                 "not support; name the kernel");
      calls.erase(find(calls, last));
      const Launch launch = *launched;
      others.erase(launched);
      lowering.lower(*last, *launch.call, *launch.kernel);
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
