//===- mcc/call_graph.h - what kernels may call -----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_MCC_CALL_GRAPH_H
#define MUSAPORT_MCC_CALL_GRAPH_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"

namespace llvm {
class CallBase;
class Function;
class Module;
} // namespace llvm

namespace musaport {

/// The function that `call` calls directly; null for a call through a pointer.
const llvm::Function *calledFunction(const llvm::CallBase &call);

/// The calls in `caller` of functions of which `isWanted` is true, by their names.
llvm::SmallVector<llvm::CallBase *, 8>
directCalls(llvm::Function &caller, llvm::function_ref<bool(const llvm::Function &)> isWanted);

/// Whether `function` is a libmusart function that lets other threads of the block run, by its
/// name.
bool isWait(const llvm::Function &function);

/// The call graph. A call through a pointer may reach every function whose address is taken and
/// that has the same number of parameters.
class CallGraph {
public:
  explicit CallGraph(const llvm::Module &module);

  /// `from` and all that it may call, declarations included.
  llvm::SetVector<const llvm::Function *> reachable(const llvm::Function &from) const;
  /// Whether it may call itself, also by way of others.
  bool isRecursive(const llvm::Function &function) const;

private:
  llvm::DenseMap<const llvm::Function *, llvm::SmallVector<const llvm::Function *, 8>> callees;
};

} // namespace musaport

#endif // MUSAPORT_MCC_CALL_GRAPH_H
