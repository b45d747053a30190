//===- mcc/only_read.cpp ---------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "only_read.h"

#include "call_graph.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace musaport {
namespace {

/// Follows a kernel's parameter to where it is used. The functions that it calls keep its address
/// in variables, as unoptimized code does, and in closures: a pointer to such a variable is one of
/// more loads. The kernel itself may not, since its variables outlive the address.
class OnlyRead {
public:
  explicit OnlyRead(const Argument &parameter) : kernel(*parameter.getParent()) {}

  /// `loads`: how many loads lead from `pointer` to the memory in question.
  bool check(const Value &pointer, unsigned loads = 0) {
    if (loads > mostLoads)
      return false;
    if (!seen.insert({&pointer, loads}).second)
      return true; // it is being checked
    return all_of(pointer.uses(), [&](const Use &use) { return check(use, loads); });
  }

private:
  static constexpr unsigned mostLoads = 4;

  bool check(const Use &use, unsigned loads) {
    const User *user = use.getUser();
    if (isa<ICmpInst>(user))
      return true;
    if (isa<GetElementPtrInst>(user) ||
        ((isa<PHINode>(user) || isa<SelectInst>(user)) && !isInKernel(use)))
      return check(*user, loads);
    if (const auto *result = dyn_cast<ReturnInst>(user)) { // what a call returns is checked there
      returned[result->getFunction()] |= 1U << loads;
      return true;
    }
    if (const auto *load = dyn_cast<LoadInst>(user))
      return loads == 0 || checkLoaded(*load, loads - 1);
    if (const auto *store = dyn_cast<StoreInst>(user))
      return use.getOperandNo() == 0
                 ? !isInKernel(use) && isVariable(*store->getPointerOperand(), loads + 1)
                 : loads > 0;
    const auto *call = dyn_cast<CallBase>(user);
    return call != nullptr && check(*call, use, loads);
  }

  /// An integer, or several values at once, may have the pointer in them.
  bool checkLoaded(const LoadInst &load, unsigned loads) {
    const Type *type = load.getType();
    if (type->isPointerTy())
      return check(load, loads);
    return type->isFloatingPointTy() || (type->isIntegerTy() && type->getIntegerBitWidth() < 64);
  }

  bool isVariable(const Value &place, unsigned loads) {
    const Value *object = getUnderlyingObject(&place);
    return isa<AllocaInst>(object) && check(*object, loads);
  }

  bool check(const CallBase &call, const Use &use, unsigned loads) {
    if (const auto *copy = dyn_cast<MemTransferInst>(&call))
      return &copy->getRawDestUse() == &use ? loads > 0
                                            : loads == 0 || isVariable(*copy->getRawDest(), loads);
    if (isa<MemSetInst>(call))
      return loads > 0;
    if (const auto *intrinsic = dyn_cast<IntrinsicInst>(&call))
      return intrinsic->isAssumeLikeIntrinsic();
    if (!call.isArgOperand(&use))
      return false;
    const unsigned number = call.getArgOperandNo(&use);
    if (call.isByValArgument(number) && loads == 0)
      return true; // the callee gets a copy
    const Function *callee = calledFunction(call);
    if (callee == nullptr || callee->isDeclaration() || number >= callee->arg_size())
      return false;
    const bool isRecursive = !active.insert(callee).second;
    const bool isRead = check(*callee->getArg(number), loads);
    if (!isRecursive)
      active.erase(callee);
    return isRead && (!call.getType()->isPointerTy() || (!isRecursive && checkResult(call, use)));
  }

  /// A call whose function may return the pointer, or one that it loads.
  bool checkResult(const CallBase &call, const Use &use) {
    const unsigned levels = returned.lookup(calledFunction(call));
    if (levels != 0 && isInKernel(use))
      return false;
    for (unsigned loads = 0; loads <= mostLoads; ++loads)
      if ((levels >> loads & 1) != 0 && !check(call, loads))
        return false;
    return true;
  }

  bool isInKernel(const Use &use) const {
    return cast<Instruction>(use.getUser())->getFunction() == &kernel;
  }

  const Function &kernel;
  DenseMap<const Function *, unsigned> returned; ///< by the loads that are left: bits
  SmallPtrSet<const Function *, 8> active;       ///< being checked
  DenseSet<std::pair<const Value *, unsigned>> seen;
};

} // namespace

bool isOnlyRead(const Argument &parameter) { return OnlyRead(parameter).check(parameter); }

} // namespace musaport
