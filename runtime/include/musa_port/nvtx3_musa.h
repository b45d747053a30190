/*===- musa_port/nvtx3_musa.h - names for what MUSA has, by NVTX's functions --*- C -*-===
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * In place of nvToolsExtCuda.h and nvToolsExtCudaRt.h. A listener is told of names, see nvtx3.h.
 *===----------------------------------------------------------------------===*/
#ifndef MUSA_PORT_NVTX3_MUSA_H
#define MUSA_PORT_NVTX3_MUSA_H

#include <musa_port/nvtx3.h>

#include <musa.h>
#include <musa_runtime_api.h>

#if defined(__cplusplus)
extern "C" {
#endif

/* NOLINTBEGIN(bugprone-macro-parentheses): the arguments are names and types */
#define MUSA_PORT_NVTX_NAME(function, type, what)                                                  \
  NVTX_DECLSPEC void function##A(type object, const char *name) {                                  \
    MUSA_PORT_NVTX_CALL(nameObject, (void)0, (what, (uint64_t)object, name));                      \
  }                                                                                                \
  NVTX_DECLSPEC void function##W(type object, const wchar_t *name) { (void)object, (void)name; }
MUSA_PORT_NVTX_NAME(nvtxNameCudaDevice, int, "device")
MUSA_PORT_NVTX_NAME(nvtxNameCudaStream, musaStream_t, "stream")
MUSA_PORT_NVTX_NAME(nvtxNameCudaEvent, musaEvent_t, "event")
MUSA_PORT_NVTX_NAME(nvtxNameCuDevice, MUdevice, "device")
MUSA_PORT_NVTX_NAME(nvtxNameCuContext, MUcontext, "context")
MUSA_PORT_NVTX_NAME(nvtxNameCuStream, MUstream, "stream")
MUSA_PORT_NVTX_NAME(nvtxNameCuEvent, MUevent, "event")
#undef MUSA_PORT_NVTX_NAME
/* NOLINTEND(bugprone-macro-parentheses) */

#if defined(__cplusplus)
} /* extern "C" */
#endif

#define nvtxNameCudaDevice MUSA_PORT_NVTX_TEXT(nvtxNameCudaDevice)
#define nvtxNameCudaStream MUSA_PORT_NVTX_TEXT(nvtxNameCudaStream)
#define nvtxNameCudaEvent MUSA_PORT_NVTX_TEXT(nvtxNameCudaEvent)
#define nvtxNameCuDevice MUSA_PORT_NVTX_TEXT(nvtxNameCuDevice)
#define nvtxNameCuContext MUSA_PORT_NVTX_TEXT(nvtxNameCuContext)
#define nvtxNameCuStream MUSA_PORT_NVTX_TEXT(nvtxNameCuStream)
#define nvtxNameCuEvent MUSA_PORT_NVTX_TEXT(nvtxNameCuEvent)

#endif /* MUSA_PORT_NVTX3_MUSA_H */
