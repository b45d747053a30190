//===- host/driver/unsupported.cpp - functions that the host does not support -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// docs/reference/runtime.md lists these; tests/run/check_not_supported.py compares.
//===----------------------------------------------------------------------===//
#include "driver/driver.h"
#include "musaGL.h"

using namespace musart;

namespace {

MUresult notSupported(const char *function = __builtin_FUNCTION()) {
  return driver<Needs::Nothing>([] { throw DriverError{MUSA_ERROR_NOT_SUPPORTED}; }, function);
}

} // namespace

extern "C" {

// Memory and semaphores of other APIs, graphics, multicast, and maps of tensors.
MUresult muImportExternalMemory(MUexternalMemory *, const MUSA_EXTERNAL_MEMORY_HANDLE_DESC *) {
  return notSupported();
}
MUresult muExternalMemoryGetMappedBuffer(MUdeviceptr *, MUexternalMemory,
                                         const MUSA_EXTERNAL_MEMORY_BUFFER_DESC *) {
  return notSupported();
}
MUresult
muExternalMemoryGetMappedMipmappedArray(MUmipmappedArray *, MUexternalMemory,
                                        const MUSA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC *) {
  return notSupported();
}
MUresult muDestroyExternalMemory(MUexternalMemory) { return notSupported(); }
MUresult muImportExternalSemaphore(MUexternalSemaphore *,
                                   const MUSA_EXTERNAL_SEMAPHORE_HANDLE_DESC *) {
  return notSupported();
}
MUresult muSignalExternalSemaphoresAsync(const MUexternalSemaphore *,
                                         const MUSA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS *, unsigned,
                                         MUstream) {
  return notSupported();
}
MUresult muWaitExternalSemaphoresAsync(const MUexternalSemaphore *,
                                       const MUSA_EXTERNAL_SEMAPHORE_WAIT_PARAMS *, unsigned,
                                       MUstream) {
  return notSupported();
}
MUresult muDestroyExternalSemaphore(MUexternalSemaphore) { return notSupported(); }
MUresult muDeviceGetMtSciSyncAttributes(void *, MUdevice, int) { return notSupported(); }
MUresult muGraphAddExternalSemaphoresSignalNode(MUgraphNode *, MUgraph, const MUgraphNode *, size_t,
                                                const MUSA_EXT_SEM_SIGNAL_NODE_PARAMS *) {
  return notSupported();
}
MUresult muGraphExternalSemaphoresSignalNodeGetParams(MUgraphNode,
                                                      MUSA_EXT_SEM_SIGNAL_NODE_PARAMS *) {
  return notSupported();
}
MUresult muGraphExternalSemaphoresSignalNodeSetParams(MUgraphNode,
                                                      const MUSA_EXT_SEM_SIGNAL_NODE_PARAMS *) {
  return notSupported();
}
MUresult muGraphExecExternalSemaphoresSignalNodeSetParams(MUgraphExec, MUgraphNode,
                                                          const MUSA_EXT_SEM_SIGNAL_NODE_PARAMS *) {
  return notSupported();
}
MUresult muGraphAddExternalSemaphoresWaitNode(MUgraphNode *, MUgraph, const MUgraphNode *, size_t,
                                              const MUSA_EXT_SEM_WAIT_NODE_PARAMS *) {
  return notSupported();
}
MUresult muGraphExternalSemaphoresWaitNodeGetParams(MUgraphNode, MUSA_EXT_SEM_WAIT_NODE_PARAMS *) {
  return notSupported();
}
MUresult muGraphExternalSemaphoresWaitNodeSetParams(MUgraphNode,
                                                    const MUSA_EXT_SEM_WAIT_NODE_PARAMS *) {
  return notSupported();
}
MUresult muGraphExecExternalSemaphoresWaitNodeSetParams(MUgraphExec, MUgraphNode,
                                                        const MUSA_EXT_SEM_WAIT_NODE_PARAMS *) {
  return notSupported();
}
MUresult muGraphicsUnregisterResource(MUgraphicsResource) { return notSupported(); }
MUresult muGraphicsSubResourceGetMappedArray(MUarray *, MUgraphicsResource, unsigned, unsigned) {
  return notSupported();
}
MUresult muGraphicsResourceGetMappedMipmappedArray(MUmipmappedArray *, MUgraphicsResource) {
  return notSupported();
}
MUresult muGraphicsResourceGetMappedPointer(MUdeviceptr *, size_t *, MUgraphicsResource) {
  return notSupported();
}
MUresult muGraphicsResourceSetMapFlags(MUgraphicsResource, unsigned) { return notSupported(); }
MUresult muGraphicsMapResources(unsigned, MUgraphicsResource *, MUstream) { return notSupported(); }
MUresult muGraphicsUnmapResources(unsigned, MUgraphicsResource *, MUstream) {
  return notSupported();
}
MUresult muMulticastCreate(MUmemGenericAllocationHandle *, const MUmulticastObjectProp *) {
  return notSupported();
}
MUresult muMulticastAddDevice(MUmemGenericAllocationHandle, MUdevice) { return notSupported(); }
MUresult muMulticastBindMem(MUmemGenericAllocationHandle, size_t, MUmemGenericAllocationHandle,
                            size_t, size_t, unsigned long long) {
  return notSupported();
}
MUresult muMulticastBindAddr(MUmemGenericAllocationHandle, size_t, MUdeviceptr, size_t,
                             unsigned long long) {
  return notSupported();
}
MUresult muMulticastUnbind(MUmemGenericAllocationHandle, MUdevice, size_t, size_t) {
  return notSupported();
}
MUresult muMulticastGetGranularity(size_t *, const MUmulticastObjectProp *,
                                   MUmulticastGranularity_flags) {
  return notSupported();
}
MUresult muTensorMapEncodeTiled(MUtensorMap *, MUtensorMapDataType, uint32_t, void *,
                                const uint64_t *, const uint64_t *, const uint32_t *,
                                const uint32_t *, MUtensorMapInterleave, MUtensorMapSwizzle,
                                MUtensorMapL2promotion, MUtensorMapFloatOOBfill) {
  return notSupported();
}
MUresult muTensorMapEncodeIm2col(MUtensorMap *, MUtensorMapDataType, uint32_t, void *,
                                 const uint64_t *, const uint64_t *, const int *, const int *,
                                 uint32_t, uint32_t, const uint32_t *, MUtensorMapInterleave,
                                 MUtensorMapSwizzle, MUtensorMapL2promotion,
                                 MUtensorMapFloatOOBfill) {
  return notSupported();
}
MUresult muTensorMapReplaceAddress(MUtensorMap *, void *) { return notSupported(); }

// Buffers and images of OpenGL.
MUresult muGLGetDevices(unsigned *, MUdevice *, unsigned, MUGLDeviceList) { return notSupported(); }
MUresult muGraphicsGLRegisterBuffer(MUgraphicsResource *, GLuint, unsigned) {
  return notSupported();
}
MUresult muGraphicsGLRegisterImage(MUgraphicsResource *, GLuint, GLenum, unsigned) {
  return notSupported();
}
MUresult muGLCtxCreate(MUcontext *, unsigned, MUdevice) { return notSupported(); }
MUresult muGLInit() { return notSupported(); }
MUresult muGLRegisterBufferObject(GLuint) { return notSupported(); }
MUresult muGLSetBufferObjectMapFlags(GLuint, unsigned) { return notSupported(); }
MUresult muGLMapBufferObject(MUdeviceptr *, size_t *, GLuint) { return notSupported(); }
MUresult muGLMapBufferObjectAsync(MUdeviceptr *, size_t *, GLuint, MUstream) {
  return notSupported();
}
MUresult muGLUnmapBufferObject(GLuint) { return notSupported(); }
MUresult muGLUnmapBufferObjectAsync(GLuint, MUstream) { return notSupported(); }
MUresult muGLUnregisterBufferObject(GLuint) { return notSupported(); }

} // extern "C"
