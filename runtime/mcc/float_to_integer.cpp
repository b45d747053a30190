//===- mcc/float_to_integer.cpp ---------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "float_to_integer.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

#include <cmath>

using namespace llvm;

namespace musaport {
namespace {

/// LLVM's own saturating conversions become slower code.
Value *convert(IRBuilder<> &builder, Value *number, IntegerType *result, bool isSigned) {
  IntegerType *type = result->getBitWidth() < 32 ? builder.getInt32Ty() : result;
  const unsigned bits = type->getBitWidth();
  const fltSemantics &format = number->getType()->getFltSemantics();
  const auto constant = [&](double value) { return ConstantFP::get(number->getType(), value); };
  const double limit = std::ldexp(1.0, static_cast<int>(isSigned ? bits - 1 : bits));
  APFloat last(limit);
  bool isInexact = false;
  last.convert(format, APFloat::rmNearestTiesToEven, &isInexact);
  last.next(/*nextDown=*/true);

  // Each comparison with its selection is one instruction of x86. A NaN becomes the lowest number.
  Value *lowest = constant(isSigned ? -limit : 0.0);
  Value *raised = builder.CreateSelect(builder.CreateFCmpOGT(number, lowest), number, lowest);
  Value *isBelow = builder.CreateFCmpOLT(raised, constant(limit));
  Value *inRange = builder.CreateSelect(isBelow, raised, ConstantFP::get(number->getType(), last));
  Value *converted =
      isSigned ? builder.CreateFPToSI(inRange, type) : builder.CreateFPToUI(inRange, type);
  const APInt greatest = isSigned ? APInt::getSignedMaxValue(bits) : APInt::getMaxValue(bits);
  converted = builder.CreateSelect(isBelow, converted, ConstantInt::get(type, greatest));

  const APInt ofNaN =
      number->getType()->isFloatTy() && bits == 32 ? APInt(bits, 0) : APInt::getSignMask(bits);
  const APInt ofLowest = isSigned ? APInt::getSignMask(bits) : APInt(bits, 0);
  if (ofNaN != ofLowest)
    converted = builder.CreateSelect(builder.CreateFCmpUNO(number, number),
                                     ConstantInt::get(type, ofNaN), converted);
  return builder.CreateTrunc(converted, result);
}

/// How the C library's function rounds before it converts to long, if it is one of these.
Intrinsic::ID roundingOf(const CallInst &call) {
  if (const auto *intrinsic = dyn_cast<IntrinsicInst>(&call))
    switch (intrinsic->getIntrinsicID()) {
    case Intrinsic::lrint:
    case Intrinsic::llrint:
      return Intrinsic::rint;
    case Intrinsic::lround:
    case Intrinsic::llround:
      return Intrinsic::round;
    default:
      return Intrinsic::not_intrinsic;
    }
  const Function *callee = call.getCalledFunction();
  if (callee == nullptr || !callee->isDeclaration())
    return Intrinsic::not_intrinsic;
  return StringSwitch<Intrinsic::ID>(callee->getName())
      .Cases("lrint", "lrintf", "llrint", "llrintf", Intrinsic::rint)
      .Cases("lround", "lroundf", "llround", "llroundf", Intrinsic::round)
      .Default(Intrinsic::not_intrinsic);
}

/// What takes the instruction's place; null if it is no conversion of a float or double.
Value *replacement(Instruction &instruction) {
  auto *result = dyn_cast<IntegerType>(instruction.getType());
  if (result == nullptr || result->getBitWidth() > 64 || instruction.getNumOperands() == 0)
    return nullptr;
  Value *number = instruction.getOperand(0);
  if (!number->getType()->isFloatTy() && !number->getType()->isDoubleTy())
    return nullptr;
  IRBuilder<> builder(&instruction);
  if (isa<FPToSIInst, FPToUIInst>(instruction))
    return convert(builder, number, result, isa<FPToSIInst>(instruction));
  const auto *call = dyn_cast<CallInst>(&instruction);
  const Intrinsic::ID rounding = call == nullptr ? Intrinsic::not_intrinsic : roundingOf(*call);
  if (rounding == Intrinsic::not_intrinsic)
    return nullptr;
  return convert(builder, builder.CreateUnaryIntrinsic(rounding, number), result,
                 /*isSigned=*/true);
}

} // namespace

void saturateConversions(Module &module) {
  for (Function &function : module)
    for (Instruction &instruction : make_early_inc_range(instructions(function)))
      if (Value *value = replacement(instruction)) {
        instruction.replaceAllUsesWith(value);
        instruction.eraseFromParent();
      }
}

} // namespace musaport
