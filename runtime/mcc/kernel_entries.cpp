//===- mcc/kernel_entries.cpp ----------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "kernel_entries.h"

#include "musa_port/host/device_image.h"
#include "retarget.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace musaport {
namespace {

constexpr uint64_t parameterAlignment = 16;

class ImageBuilder {
public:
  ImageBuilder(Module &module, unsigned musaArch)
      : module(module), layout(module.getDataLayout()), context(module.getContext()),
        musaArch(musaArch), pointer(PointerType::getUnqual(context)),
        int32(Type::getInt32Ty(context)), int64(Type::getInt64Ty(context)) {}

  void run(ArrayRef<KernelEntry> kernels, ArrayRef<GlobalVariable *> variables) {
    auto *kernelType = StructType::get(context, {pointer, pointer, pointer, pointer, int32, int32,
                                                 int32, int32});
    SmallVector<Constant *, 16> rows;
    for (const KernelEntry &kernel : kernels)
      rows.push_back(kernelRow(kernel, kernelType));
    Constant *kernelTable = array(kernelType, rows, "__musa_kernels");

    auto *variableType = StructType::get(context, {pointer, pointer, int64});
    SmallVector<Constant *, 16> variableRows;
    for (GlobalVariable *variable : variables)
      variableRows.push_back(ConstantStruct::get(
          variableType,
          {string(variable->getName()), variable,
           ConstantInt::get(int64, layout.getTypeAllocSize(variable->getValueType()))}));
    Constant *variableTable = array(variableType, variableRows, "__musa_variables");

    auto *imageType =
        StructType::get(context, {int32, int32, int32, int32, pointer, int32, int32, pointer});
    new GlobalVariable(
        module, imageType, /*isConstant=*/true, GlobalValue::ExternalLinkage,
        ConstantStruct::get(imageType,
                            {number(__MUSA_DEVICE_IMAGE_MAGIC), number(__MUSA_DEVICE_IMAGE_VERSION),
                             number(musaArch), number(kernels.size()), kernelTable,
                             number(variables.size()), number(0), variableTable}),
        deviceImageName);
    for (const char *name : {"__musa_run_blocks_of", "__musa_run_thread_of", "__musa_body"})
      if (Function *function = module.getFunction(name); function && function->use_empty())
        function->eraseFromParent();
  }

private:
  Constant *number(uint64_t value) { return ConstantInt::get(int32, value); }

  Constant *string(StringRef text) {
    Constant *bytes = ConstantDataArray::getString(context, text);
    auto *variable = new GlobalVariable(module, bytes->getType(), true,
                                        GlobalValue::PrivateLinkage, bytes, ".musa.name");
    variable->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
    return variable;
  }

  Constant *array(Type *element, ArrayRef<Constant *> rows, const Twine &name) {
    if (rows.empty())
      return ConstantPointerNull::get(pointer);
    auto *type = ArrayType::get(element, rows.size());
    return new GlobalVariable(module, type, true, GlobalValue::InternalLinkage,
                              ConstantArray::get(type, rows), name);
  }

  /// What lies in the packed parameters for one of the kernel's.
  static Type *storedType(const Argument &argument) {
    Type *byValue = argument.getParamByValType();
    return byValue != nullptr ? byValue : argument.getType();
  }

  Constant *kernelRow(const KernelEntry &entry, StructType *type) {
    Function &kernel = *entry.kernel;
    SmallVector<uint64_t, 8> offsets;
    SmallVector<Constant *, 8> parameters;
    auto *parameterType = StructType::get(context, {int32, int32});
    uint64_t end = 0;
    for (const Argument &argument : drop_end(kernel.args())) {
      Type *stored = storedType(argument);
      Align align = layout.getABITypeAlign(stored);
      if (MaybeAlign given = argument.getParamAlign())
        align = std::max(align, *given);
      end = alignTo(end, align);
      offsets.push_back(end);
      const uint64_t size = layout.getTypeStoreSize(stored);
      parameters.push_back(ConstantStruct::get(parameterType, {number(end), number(size)}));
      end += layout.getTypeAllocSize(stored);
    }
    // Over-allocated: an integer's store size may be larger than its argument's, never smaller.
    end = alignTo(end, parameterAlignment);

    Function *body = makeBody(kernel, offsets);
    Constant *null = ConstantPointerNull::get(pointer);
    Function *run = instantiate(
        entry.needsFibers ? "__musa_run_thread_of" : "__musa_run_blocks_of", kernel, *body);
    return ConstantStruct::get(
        type, {string(kernel.getName()), entry.needsFibers ? null : run,
               entry.needsFibers ? run : null,
               array(parameterType, parameters, kernel.getName() + ".parameters"),
               number(parameters.size()), number(end), number(entry.dynamicSharedOffset),
               number(entry.maxThreads)});
  }

  /// void KERNEL.body(const void *parameters, __musa_thread *thread), to be inlined.
  Function *makeBody(Function &kernel, ArrayRef<uint64_t> offsets) {
    auto *type = FunctionType::get(Type::getVoidTy(context), {pointer, pointer}, false);
    Function *body = Function::Create(type, GlobalValue::InternalLinkage,
                                      kernel.getName() + ".body", module);
    copyTarget(kernel, *body);
    IRBuilder<> builder(BasicBlock::Create(context, "", body));
    SmallVector<Value *, 8> arguments;
    for (auto [argument, offset] : zip(drop_end(kernel.args()), offsets)) {
      Value *address = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), body->getArg(0),
                                                          offset);
      if (argument.getParamByValType() != nullptr) {
        arguments.push_back(address);
        continue;
      }
      LoadInst *load = builder.CreateLoad(argument.getType(), address, argument.getName());
      // Nobody writes to a launch's parameters, so they are read once, before the loop.
      load->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(context, {}));
      arguments.push_back(load);
    }
    arguments.push_back(body->getArg(1));
    CallInst *call = builder.CreateCall(&kernel, arguments);
    call->setCallingConv(kernel.getCallingConv());
    call->setAttributes(kernel.getAttributes());
    builder.CreateRetVoid();
    for (Function *inlined : {body, &kernel}) {
      inlined->removeFnAttr(Attribute::NoInline);
      inlined->removeFnAttr(Attribute::OptimizeNone);
      inlined->addFnAttr(Attribute::AlwaysInline);
    }
    call->removeFnAttr(Attribute::NoInline);
    call->removeFnAttr(Attribute::OptimizeNone);
    return body;
  }

  /// A copy of a template in which `body` stands for __musa_body.
  Function *instantiate(StringRef name, const Function &kernel, Function &body) {
    Function *original = module.getFunction(name);
    ValueToValueMapTy map;
    map[module.getFunction("__musa_body")] = &body;
    Function *function = CloneFunction(original, map);
    function->setLinkage(GlobalValue::InternalLinkage);
    function->setName(kernel.getName() + ".entry");
    return function;
  }

  static void copyTarget(const Function &from, Function &to) {
    for (const char *name : {"target-cpu", "target-features", "frame-pointer"})
      if (Attribute attribute = from.getFnAttribute(name); attribute.isValid())
        to.addFnAttr(attribute);
    for (Attribute::AttrKind kind : {Attribute::SanitizeAddress, Attribute::SanitizeThread,
                                     Attribute::NoUnwind})
      if (from.hasFnAttribute(kind))
        to.addFnAttr(kind);
  }

  Module &module;
  const DataLayout &layout;
  LLVMContext &context;
  unsigned musaArch;
  PointerType *pointer;
  Type *int32;
  Type *int64;
};

} // namespace

void emitDeviceImage(Module &module, ArrayRef<KernelEntry> kernels,
                     ArrayRef<GlobalVariable *> variables, unsigned musaArch) {
  ImageBuilder(module, musaArch).run(kernels, variables);
}

} // namespace musaport
