//===- mcc/runtime_calls.cpp -----------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "runtime_calls.h"

#include "retarget.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace llvm;

namespace musaport {
namespace {

using Renaming = std::pair<StringLiteral, StringLiteral>;

constexpr Renaming deviceCalls[] = {{"vprintf", "__musa_vprintf"}};

constexpr Renaming hostCalls[] = {
    {"cudaLaunchKernel", "musaLaunchKernel"},
    {"cudaLaunchKernel_ptsz", "musaLaunchKernel_ptsz"},
    {"__cudaPushCallConfiguration", "__musaPushCallConfiguration"},
    {"__cudaPopCallConfiguration", "__musaPopCallConfiguration"},
    {"__cudaRegisterFatBinary", "__musaRegisterFatBinary"},
    {"__cudaRegisterFatBinaryEnd", "__musaRegisterFatBinaryEnd"},
    {"__cudaUnregisterFatBinary", "__musaUnregisterFatBinary"},
    {"__cudaRegisterFunction", "__musaRegisterFunction"},
    {"__cudaRegisterVar", "__musaRegisterVar"},
    {"__cudaRegisterManagedVar", "__musaRegisterManagedVar"},
    {"__cudaRegisterSurface", "__musaRegisterSurface"},
    {"__cudaRegisterTexture", "__musaRegisterTexture"},
};

void rename(Module &module, ArrayRef<Renaming> calls) {
  for (auto [from, to] : calls) {
    Function *function = module.getFunction(from);
    if (function == nullptr || !function->isDeclaration())
      continue;
    if (Function *other = module.getFunction(to)) {
      function->replaceAllUsesWith(other);
      function->eraseFromParent();
    } else {
      function->setName(to);
    }
  }
}

/// `wrapper` is { magic, version, the binary, unused }; AddressSanitizer puts that into a struct,
/// with a red zone behind it.
Constant *withBinary(Constant *wrapper, Constant &binary) {
  auto *type = cast<StructType>(wrapper->getType());
  SmallVector<Constant *, 4> fields;
  for (unsigned i = 0; i < type->getNumElements(); ++i)
    fields.push_back(wrapper->getAggregateElement(i));
  if (fields.front()->getType()->isStructTy())
    fields.front() = withBinary(fields.front(), binary);
  else
    fields[2] = &binary;
  return ConstantStruct::get(type, fields);
}

/// Lets the host's code use the device's managed variables instead of what Clang has made for it.
void shareManagedVariables(Module &module) {
  for (GlobalVariable &managed : make_early_inc_range(module.globals())) {
    StringRef name = managed.getName();
    if (!name.consume_front(managedPrefix))
      continue;
    GlobalVariable *shadow = module.getNamedGlobal(name);
    if (shadow == nullptr) {
      managed.setLinkage(GlobalValue::InternalLinkage);
      continue;
    }
    managed.setLinkage(shadow->getLinkage());
    managed.setVisibility(shadow->getVisibility());
    managed.setDSOLocal(shadow->isDSOLocal());
    shadow->replaceAllUsesWith(&managed);
    managed.takeName(shadow);
    shadow->eraseFromParent();
  }
}

/// Constructors of the program's global objects may launch kernels: Clang's, which makes them
/// known, is the first of a program's or a library's.
void registerFirst(Module &module) {
  GlobalVariable *list = module.getNamedGlobal("llvm.global_ctors");
  if (list == nullptr)
    return;
  constexpr uint64_t first = 101; // those before are the implementation's own
  SmallVector<Constant *, 4> rows;
  for (Use &operand : list->getInitializer()->operands()) {
    auto *row = cast<ConstantStruct>(operand.get());
    Constant *priority = row->getOperand(0);
    if (row->getOperand(1)->stripPointerCasts()->getName() == "__cuda_module_ctor")
      priority = ConstantInt::get(priority->getType(), first);
    rows.push_back(
        ConstantStruct::get(row->getType(), {priority, row->getOperand(1), row->getOperand(2)}));
  }
  list->setInitializer(
      ConstantArray::get(cast<ArrayType>(list->getInitializer()->getType()), rows));
}

/// The variable that `shadow` stands for has one definition, in the linked device code.
void useDevices(GlobalVariable &shadow, StringRef name) {
  auto *managed = new GlobalVariable(*shadow.getParent(), shadow.getValueType(),
                                     /*isConstant=*/false, GlobalValue::ExternalLinkage,
                                     /*Initializer=*/nullptr, "", &shadow);
  managed->setAlignment(shadow.getAlign());
  shadow.replaceAllUsesWith(managed);
  shadow.eraseFromParent();
  managed->setName(name);
}

/// Clang calls a function that nvcc's device link would define, and never takes the registration
/// back.
void registerLinked(Module &module, Constant &wrapper) {
  constexpr StringLiteral made = "__cudaRegisterLinkedBinary";
  LLVMContext &context = module.getContext();
  for (Function &function : make_early_inc_range(module))
    if (function.isDeclaration() && function.getName().starts_with(made))
      function.replaceAllUsesWith(module
                                      .getOrInsertFunction("__musaRegisterLinkedBinary",
                                                           function.getFunctionType(),
                                                           function.getAttributes())
                                      .getCallee());
  for (GlobalAlias &alias : make_early_inc_range(module.aliases()))
    if (alias.getName().starts_with("__fatbinwrap"))
      alias.eraseFromParent();
  auto *type = FunctionType::get(Type::getVoidTy(context), /*isVarArg=*/false);
  Function *destructor =
      Function::Create(type, GlobalValue::InternalLinkage, "__musa_module_dtor", module);
  IRBuilder<> builder(BasicBlock::Create(context, "", destructor));
  builder.CreateCall(module.getOrInsertFunction("__musaUnregisterLinkedBinary", builder.getVoidTy(),
                                                builder.getPtrTy()),
                     {&wrapper});
  builder.CreateRetVoid();
  appendToGlobalDtors(module, destructor, 65535);
}

} // namespace

void nameStaticsForHost(const Module &host, Module &device) {
  for (const GlobalVariable &text : host.globals()) {
    const auto *bytes =
        text.hasInitializer() ? dyn_cast<ConstantDataArray>(text.getInitializer()) : nullptr;
    if (bytes == nullptr || !bytes->isCString() || !bytes->getAsCString().contains(staticMark))
      continue;
    const StringRef name = bytes->getAsCString();
    GlobalVariable *plain = device.getNamedGlobal(name.split(staticMark).first);
    if (plain == nullptr || plain->isDeclaration() || device.getNamedGlobal(name) != nullptr)
      continue;
    plain->setName(name);
    plain->setLinkage(GlobalValue::ExternalLinkage);
  }
}

void connectSeparateHost(Module &module, StringRef image, ArrayRef<std::string> managed) {
  rename(module, hostCalls);
  for (StringRef name : managed)
    if (GlobalVariable *shadow = module.getNamedGlobal(name.split(staticMark).first))
      useDevices(*shadow, name);
  GlobalVariable *wrapper = module.getNamedGlobal("__cuda_fatbin_wrapper");
  if (wrapper == nullptr)
    return; // nothing to register
  auto *linked =
      new GlobalVariable(module, Type::getInt8Ty(module.getContext()), /*isConstant=*/true,
                         GlobalValue::ExternalLinkage, /*Initializer=*/nullptr, image);
  linked->setVisibility(GlobalValue::HiddenVisibility);
  wrapper->setInitializer(withBinary(wrapper->getInitializer(), *linked));
  registerFirst(module);
  registerLinked(module, *wrapper);
}

void exportDevice(Module &module, ArrayRef<std::string> images) {
  GlobalVariable *image = module.getNamedGlobal(deviceImageName);
  image->setLinkage(GlobalValue::InternalLinkage);
  for (const std::string &name : images)
    GlobalAlias::create(image->getValueType(), 0, GlobalValue::ExternalLinkage, name, image,
                        &module)
        ->setVisibility(GlobalValue::HiddenVisibility);
  for (GlobalVariable &variable : module.globals()) {
    StringRef name = variable.getName();
    if (name.consume_front(managedPrefix))
      variable.setName(name.str());
  }
}

void registerModule(Module &module) {
  GlobalVariable *image = module.getNamedGlobal(deviceImageName);
  auto *type = FunctionType::get(Type::getVoidTy(module.getContext()), /*isVarArg=*/false);
  const auto calling = [&](StringRef name, StringRef called) {
    Function *function = Function::Create(type, GlobalValue::InternalLinkage, name, module);
    IRBuilder<> builder(BasicBlock::Create(module.getContext(), "", function));
    builder.CreateCall(module.getOrInsertFunction(called, builder.getVoidTy(), builder.getPtrTy()),
                       {image});
    builder.CreateRetVoid();
    return function;
  };
  appendToGlobalCtors(module, calling("__musa_module_ctor", "__musaRegisterModule"), 101);
  appendToGlobalDtors(module, calling("__musa_module_dtor", "__musaUnregisterLinkedBinary"), 65535);
}

void connectDevice(Module &module) { rename(module, deviceCalls); }

void connectHost(Module &module) {
  rename(module, hostCalls);
  shareManagedVariables(module);
  GlobalVariable *image = module.getNamedGlobal(deviceImageName);
  if (image != nullptr)
    image->setLinkage(GlobalValue::InternalLinkage);
  GlobalVariable *wrapper = module.getNamedGlobal("__cuda_fatbin_wrapper");
  if (image == nullptr || wrapper == nullptr)
    return; // nothing to register
  wrapper->setInitializer(withBinary(wrapper->getInitializer(), *image));
  registerFirst(module);
}

} // namespace musaport
