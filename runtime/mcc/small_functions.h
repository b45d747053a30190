//===- mcc/small_functions.h - small functions of a kernel ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_MCC_SMALL_FUNCTIONS_H
#define MUSAPORT_MCC_SMALL_FUNCTIONS_H

#include "call_graph.h"

namespace musaport {

/// Makes small functions that a kernel calls a part of it, before it is cut: what they compute,
/// such as a thread's index, can then be computed again, and need not be kept. Not those with
/// larger variables, or copies of structures, which may stay in memory and would be in each
/// thread's frame; and none once the kernel is large.
void inlineSmallFunctions(llvm::Function &kernel, const CallGraph &graph);

} // namespace musaport

#endif // MUSAPORT_MCC_SMALL_FUNCTIONS_H
