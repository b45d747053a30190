//===- host/exec/stack_switch.h - switches between stacks -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Boost.Context is not used: it enters the other stack with a jump, although the switch began with
// a call. The processor then mispredicts every later return, and a barrier costs 19 ns per thread
// instead of 9. It also saves the floating-point control words, which device code does not change.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_HOST_EXEC_STACK_SWITCH_H
#define MUSAPORT_HOST_EXEC_STACK_SWITCH_H

#include <cstddef>

namespace musart {

/// Suspends the current stack, stores it in `*from`, and resumes the stack `to`, which comes from
/// an earlier call's `*from` or from newStack(). Returns when another call resumes `*from`.
extern "C" void musart_switch_stack(void **from, void *to);

/// Makes a stack on which musart_switch_stack() enters `entry`, which must not return. `top`: the
/// end of the stack's memory.
void *newStack(void *top, void (*entry)());

} // namespace musart

#endif // MUSAPORT_HOST_EXEC_STACK_SWITCH_H
