//===- host/exec/stack_switch.cpp -------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "exec/stack_switch.h"

#include <cstdint>

// System V ABI, x86-64: a call preserves these registers, and rsp.
asm(R"(
  .text
  .globl musart_switch_stack
  .hidden musart_switch_stack
  .type musart_switch_stack, @function
  .p2align 4
musart_switch_stack:
  .cfi_startproc
  pushq %rbp
  pushq %rbx
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  movq %rsp, (%rdi)
  movq %rsi, %rsp
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %rbx
  popq %rbp
  ret
  .cfi_endproc
  .size musart_switch_stack, .-musart_switch_stack
)");

namespace musart {

void *newStack(void *top, void (*entry)()) {
  // As if `entry` had been called: rsp is 8 off a multiple of 16, and the caller is nobody.
  char *aligned = static_cast<char *>(top) - reinterpret_cast<uintptr_t>(top) % 16;
  auto **stack = reinterpret_cast<void **>(aligned);
  *--stack = nullptr;
  *--stack = reinterpret_cast<void *>(entry);
  constexpr int registers = 6;
  for (int i = 0; i < registers; ++i)
    *--stack = nullptr;
  return static_cast<void *>(stack);
}

} // namespace musart
