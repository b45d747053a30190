//===- musa_port/host/trace.h - what a profiler is told -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Between libmusart, which tells, and libmupti, which listens. Where nobody listens, a call and an
// operation of a stream test one address each.
//===----------------------------------------------------------------------===//
#ifndef MUSA_PORT_HOST_TRACE_H
#define MUSA_PORT_HOST_TRACE_H

#include "driver_types.h"

#include <stdint.h>

extern "C" {

/// A call of the program's. Calls that the runtime itself makes meanwhile are not told.
struct __musa_traced_call {
  const char *function;   ///< `musaMemcpy`, `muLaunchKernel_v2`; a literal
  const void *parameters; ///< of the type in generated_musa_runtime_api_meta.h; null: has none
  void *result;           ///< a musaError_t or a MUresult, when the call ends
  bool isDriver;
  uint32_t correlation; ///< of the work that the call puts into streams; never 0
  uint64_t data;        ///< the listener's own, 0 at first
};

enum __musa_traced_kind : uint8_t {
  __musa_traced_kernel,
  __musa_traced_library, ///< a library's work, which on a GPU is one or more kernels
  __musa_traced_copy,
  __musa_traced_fill
};

/// What one side of a copy or a fill is.
enum __musa_traced_memory : uint8_t {
  __musa_traced_pageable,
  __musa_traced_pinned,
  __musa_traced_device,
  __musa_traced_managed,
  __musa_traced_array
};

/// Work of a stream that has run.
struct __musa_traced_work {
  __musa_traced_kind kind;
  uint32_t correlation; ///< of the call that started it; 0: began before anybody listened
  int device;
  uint64_t stream; ///< musaStreamGetId
  bool inGraph;
  uint64_t start; ///< both by the listener's clock
  uint64_t end;
  const char *name; ///< of a kernel, mangled, or of a library's function
  unsigned grid[3];
  unsigned block[3];
  unsigned cluster[3];
  unsigned staticSharedBytes;
  unsigned dynamicSharedBytes;
  uint64_t bytes; ///< of a copy or a fill
  uint32_t value; ///< of a fill
  __musa_traced_memory to;
  __musa_traced_memory from;
  int toDevice;
  int fromDevice;
};

/// What a listener needs to know of a stream.
struct __musa_traced_stream {
  uint64_t id; ///< musaStreamGetId
  int device;
  unsigned flags;
  int priority;
};

/// Functions are called on the thread that makes the call, or runs the work.
struct __musa_trace_listener {
  void (*begin)(struct __musa_traced_call *call);
  void (*end)(struct __musa_traced_call *call);
  uint64_t (*now)(void);
  void (*done)(const struct __musa_traced_work *work);
};

#pragma GCC visibility push(default)
/// From now on, until the next call. The listener lives as long as the process; null: nobody.
void __musa_listen(const struct __musa_trace_listener *listener);

// What the calling thread sees. To ask is no use of the runtime API: nobody is told of it, the
// driver stays uninitialized, and a thread without a context has none afterwards.

/// The current device.
int __musa_seen_device(void);
/// False: there is no such device.
bool __musa_seen_properties(int device, struct musaDeviceProp *properties);
/// Null: there is none.
struct MUctx_st *__musa_seen_context(void);
/// -1: it is no context.
int __musa_seen_device_of(struct MUctx_st *context);
/// A stream of a handle, or the stream 0 of a device; false: it is none.
bool __musa_seen_stream(musaStream_t stream, bool per_thread, int device,
                        struct __musa_traced_stream *to);
/// The mangled name of a kernel, by the address that a launch takes; null: it is none.
const char *__musa_traced_name(const void *function);
#pragma GCC visibility pop

} // extern "C"

#endif // MUSA_PORT_HOST_TRACE_H
