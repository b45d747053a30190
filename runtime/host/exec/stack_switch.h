//===- host/exec/stack_switch.h - from one stack to another -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Why not Boost.Context: it enters a stack with a jump, where a call led into the switch. The
// processor then predicts every later return wrongly, which makes a barrier cost 19 ns a thread
// instead of 9. It also saves the floating-point control words, which device code does not change.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_HOST_EXEC_STACK_SWITCH_H
#define MUSAPORT_HOST_EXEC_STACK_SWITCH_H

#include <cstddef>

namespace musart {

/// Continues on the stack `to`, which an earlier call left in its `*from`, or which newStack()
/// made. Returns when somebody continues on `*from`.
extern "C" void musart_switch_stack(void **from, void *to);

/// A stack on which musart_switch_stack() enters `entry`, which must not return.
/// `top`: the end of its memory.
void *newStack(void *top, void (*entry)());

} // namespace musart

#endif // MUSAPORT_HOST_EXEC_STACK_SWITCH_H
