//===- musa_port/device/runtime_api.h - the runtime API in device code --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The part of CUDA's device runtime that launches need; docs/reference/runtime.md says what is not
// there. A block's work runs in order, whatever stream it names, so that streams and events have
// nothing to do.
//===----------------------------------------------------------------------===//
#ifndef MUSA_PORT_DEVICE_RUNTIME_API_H
#define MUSA_PORT_DEVICE_RUNTIME_API_H

#include "musa_port/device/builtin_variables.h"
#include "musa_port/host/condition.h"
#include "musa_port/host/device_launches.h"
#include "musa_runtime_api.h"

#define __MUSA_DEVICE_RUNTIME static __device__ __forceinline__

/// Waits for what the thread's block has launched, as CUDA before version 12 has it.
__MUSA_DEVICE_RUNTIME musaError_t musaDeviceSynchronize() {
  return __musa_synchronize(__musa_self());
}

__MUSA_DEVICE_RUNTIME musaError_t musaGetLastError() { return __musa_last_error(/*forgets=*/true); }
__MUSA_DEVICE_RUNTIME musaError_t musaPeekAtLastError() {
  return __musa_last_error(/*forgets=*/false);
}
__MUSA_DEVICE_RUNTIME const char *musaGetErrorString(musaError_t error) {
  return __musa_error_string(error);
}
__MUSA_DEVICE_RUNTIME const char *musaGetErrorName(musaError_t error) {
  return __musa_error_name(error);
}

__MUSA_DEVICE_RUNTIME musaError_t musaStreamCreateWithFlags(musaStream_t *stream, unsigned) {
  *stream = musaStreamFireAndForget;
  return musaSuccess;
}
__MUSA_DEVICE_RUNTIME musaError_t musaStreamDestroy(musaStream_t) { return musaSuccess; }
__MUSA_DEVICE_RUNTIME musaError_t musaStreamWaitEvent(musaStream_t, musaEvent_t, unsigned = 0) {
  return musaSuccess;
}
__MUSA_DEVICE_RUNTIME musaError_t musaEventCreateWithFlags(musaEvent_t *event, unsigned) {
  *event = nullptr;
  return musaSuccess;
}
__MUSA_DEVICE_RUNTIME musaError_t musaEventRecord(musaEvent_t, musaStream_t = nullptr) {
  return musaSuccess;
}
__MUSA_DEVICE_RUNTIME musaError_t musaEventDestroy(musaEvent_t) { return musaSuccess; }

__MUSA_DEVICE_RUNTIME musaError_t musaMalloc(void **memory, size_t bytes) {
  *memory = malloc(bytes);
  return *memory != nullptr ? musaSuccess : musaErrorMemoryAllocation;
}
template <class T> __MUSA_DEVICE_RUNTIME musaError_t musaMalloc(T **memory, size_t bytes) {
  return musaMalloc(reinterpret_cast<void **>(memory), bytes);
}
/// Frees what musaMalloc() or malloc() has given to device code.
__MUSA_DEVICE_RUNTIME musaError_t musaFree(void *memory) {
  free(memory);
  return musaSuccess;
}

__MUSA_DEVICE_RUNTIME musaError_t musaMemcpyAsync(void *to, const void *from, size_t bytes,
                                                  musaMemcpyKind, musaStream_t stream = nullptr) {
  return __musa_copy_async(__musa_self(), to, from, bytes, stream);
}
__MUSA_DEVICE_RUNTIME musaError_t musaMemsetAsync(void *to, int value, size_t bytes,
                                                  musaStream_t stream = nullptr) {
  return __musa_fill_async(__musa_self(), to, value, bytes, stream);
}

/// Sets what a conditional node of a graph asks for.
__MUSA_DEVICE_RUNTIME void musaGraphSetConditional(musaGraphConditionalHandle handle,
                                                   unsigned value,
                                                   const char *file = __builtin_FILE(),
                                                   unsigned line = __builtin_LINE()) {
  __musa_set_condition(__musa_self(), handle, value, file, line);
}

#undef __MUSA_DEVICE_RUNTIME

#endif // MUSA_PORT_DEVICE_RUNTIME_API_H
