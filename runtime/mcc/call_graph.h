//===- mcc/call_graph.h - what a kernel may call ----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_MCC_CALL_GRAPH_H
#define MUSAPORT_MCC_CALL_GRAPH_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"

namespace llvm {
class CallBase;
class Function;
class Module;
} // namespace llvm

namespace musaport {

/// The function that `call` names; null for a call through a pointer.
const llvm::Function *calledFunction(const llvm::CallBase &call);

/// Whether `function` is one of libmusart that lets other threads of the block run: they are named
/// so.
bool isWait(const llvm::Function &function);

/// Who calls whom. A call through a pointer may reach every function whose address is taken and
/// whose parameters are the same in number.
class CallGraph {
public:
  explicit CallGraph(const llvm::Module &module);

  /// `from` and all that it may call, declarations included.
  llvm::SetVector<const llvm::Function *> reachable(const llvm::Function &from) const;

private:
  llvm::DenseMap<const llvm::Function *, llvm::SmallVector<const llvm::Function *, 8>> callees;
};

} // namespace musaport

#endif // MUSAPORT_MCC_CALL_GRAPH_H
