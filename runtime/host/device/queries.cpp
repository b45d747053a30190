//===- host/device/queries.cpp - queries of device code about its launch -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "musa_port/host/queries.h"

#include "exec/execution.h"

using musart::Execution;

unsigned __musa_shared_bytes(const __musa_thread *) {
  const Execution *execution = Execution::running();
  return execution == nullptr ? 0 : static_cast<unsigned>(execution->launch()->sharedBytes());
}

// Stacks grow down: what the thread has is above this function's frame, and no more than a stack.
bool __musa_is_local(const __musa_thread *, const void *address) {
  const Execution *execution = Execution::running();
  const auto frame = reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
  return execution != nullptr &&
         reinterpret_cast<uintptr_t>(address) - frame < execution->stackBytes();
}

bool __musa_is_cooperative(const __musa_thread *) {
  const Execution *execution = Execution::running();
  return execution != nullptr && execution->launch()->cooperative;
}
