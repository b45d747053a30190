//===- mcc/vector_math.cpp -------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "vector_math.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/VFABIDemangler.h"
#include "llvm/Support/raw_ostream.h"

#include <array>

using namespace llvm;

namespace musaport {
namespace {

constexpr StringLiteral prefix = "__musa_";

struct VectorFunction {
  StringLiteral name; ///< as in <math.h>, for double
  unsigned parameters;
  bool isFloat;
};

constexpr VectorFunction vectorFunctions[] = {
#define MUSA_VECTOR_FUNCTION(name, parameters, by, isFloat) {#name, parameters, isFloat},
#include "musa_port/host/vector_functions.def"
#undef MUSA_VECTOR_FUNCTION
};

constexpr std::pair<Intrinsic::ID, StringLiteral> intrinsics[] = {
    {Intrinsic::acos, "acos"}, {Intrinsic::asin, "asin"}, {Intrinsic::atan, "atan"},
    {Intrinsic::cos, "cos"},   {Intrinsic::exp, "exp"},   {Intrinsic::exp10, "exp10"},
    {Intrinsic::exp2, "exp2"}, {Intrinsic::log, "log"},   {Intrinsic::log10, "log10"},
    {Intrinsic::log2, "log2"}, {Intrinsic::pow, "pow"},   {Intrinsic::sin, "sin"},
    {Intrinsic::tan, "tan"},   {Intrinsic::tanh, "tanh"},
};

/// The name in <math.h> of what is called, without the suffix of float's functions.
StringRef mathName(const Function &callee, bool isFloat) {
  if (callee.isIntrinsic()) {
    const auto *found = find_if(
        intrinsics, [&](const auto &entry) { return entry.first == callee.getIntrinsicID(); });
    return found == std::end(intrinsics) ? StringRef() : StringRef(found->second);
  }
  StringRef name = callee.isDeclaration() ? callee.getName() : StringRef();
  name.consume_front(prefix); // by name, for both sides of a file
  if (isFloat && !name.consume_back("f"))
    return {};
  return name;
}

const VectorFunction *vectorFunctionOf(const CallInst &call) {
  const Function *callee = call.getCalledFunction();
  Type *type = call.getType();
  if (callee == nullptr || call.hasFnAttr(VFABI::MappingsAttrName) ||
      (!type->isFloatTy() && !type->isDoubleTy()) ||
      !all_of(call.args(), [&](const Use &argument) { return argument->getType() == type; }))
    return nullptr;
  const StringRef name = mathName(*callee, type->isFloatTy());
  const auto *found = find_if(vectorFunctions, [&](const VectorFunction &function) {
    return function.name == name && function.parameters == call.arg_size() &&
           function.isFloat == type->isFloatTy();
  });
  return found == std::end(vectorFunctions) ? nullptr : found;
}

FunctionCallee declare(Module &module, const Twine &name, Type *type, unsigned parameters) {
  LLVMContext &context = module.getContext();
  AttrBuilder attributes(context);
  attributes.addMemoryAttr(MemoryEffects::none());
  for (const Attribute::AttrKind kind :
       {Attribute::NoUnwind, Attribute::WillReturn, Attribute::NoSync, Attribute::NoFree,
        Attribute::NoCallback, Attribute::Speculatable})
    attributes.addAttribute(kind);
  const SmallVector<Type *, 2> types(parameters, type);
  return module.getOrInsertFunction(
      name.str(), FunctionType::get(type, types, /*isVarArg=*/false),
      AttributeList::get(context, AttributeList::FunctionIndex, attributes));
}

void replace(CallInst &call, const VectorFunction &function) {
  Module &module = *call.getModule();
  Type *type = call.getType();
  const std::string name = (prefix + function.name + (function.isFloat ? "f" : "")).str();
  const FunctionCallee scalar = declare(module, name, type, function.parameters);
  const std::string kinds(function.parameters, 'v'); // of the parameters: vectors
  std::string variants;
  raw_string_ostream stream(variants);
  for (const unsigned lanes : function.isFloat ? std::array{4U, 8U} : std::array{2U, 4U}) {
    const std::string vector = (name + "_" + Twine(lanes)).str();
    declare(module, vector, FixedVectorType::get(type, lanes), function.parameters);
    stream << (variants.empty() ? "" : ",") << "_ZGV_LLVM_N" << lanes << kinds << '_' << name << '('
           << vector << ')';
  }
  IRBuilder<> builder(&call);
  const SmallVector<Value *, 2> arguments(call.args());
  CallInst *replacement = builder.CreateCall(scalar, arguments);
  replacement->copyFastMathFlags(&call);
  replacement->setDebugLoc(call.getDebugLoc());
  replacement->addFnAttr(Attribute::get(module.getContext(), VFABI::MappingsAttrName, variants));
  call.replaceAllUsesWith(replacement);
  replacement->takeName(&call);
  call.eraseFromParent();
}

} // namespace

bool callVectorFunctions(Function &function) {
  const StringRef features = function.getFnAttribute("target-features").getValueAsString();
  if (!features.contains("+avx2") || !features.contains("+fma"))
    return false;
  bool changed = false;
  for (Instruction &instruction : make_early_inc_range(instructions(function)))
    if (auto *call = dyn_cast<CallInst>(&instruction))
      if (const VectorFunction *found = vectorFunctionOf(*call)) {
        replace(*call, *found);
        changed = true;
      }
  return changed;
}

} // namespace musaport
