//===- host/api/unsupported.cpp - functions that the host does not support -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// docs/reference/runtime.md lists these; tests/run/check_not_supported.py compares.
//===----------------------------------------------------------------------===//
#include "api/error.h"
#include "musa_gl_interop.h"
#include "musa_runtime_api.h"

using namespace musart;

extern "C" {

// Resources of OpenGL and other graphics libraries.
musaError_t musaGLGetDevices(unsigned *, int *, unsigned, musaGLDeviceList) {
  return notSupported();
}
musaError_t musaGLSetGLDevice(int) { return notSupported(); }
musaError_t musaGLRegisterBufferObject(GLuint) { return notSupported(); }
musaError_t musaGLSetBufferObjectMapFlags(GLuint, unsigned) { return notSupported(); }
musaError_t musaGLMapBufferObject(void **, GLuint) { return notSupported(); }
musaError_t musaGLMapBufferObjectAsync(void **, GLuint, musaStream_t) { return notSupported(); }
musaError_t musaGLUnmapBufferObject(GLuint) { return notSupported(); }
musaError_t musaGLUnmapBufferObjectAsync(GLuint, musaStream_t) { return notSupported(); }
musaError_t musaGLUnregisterBufferObject(GLuint) { return notSupported(); }
musaError_t musaGraphicsGLRegisterBuffer(musaGraphicsResource_t *, GLuint, unsigned) {
  return notSupported();
}
musaError_t musaGraphicsGLRegisterImage(musaGraphicsResource_t *, GLuint, GLenum, unsigned) {
  return notSupported();
}
musaError_t musaGraphicsUnregisterResource(musaGraphicsResource_t) { return notSupported(); }
musaError_t musaGraphicsResourceSetMapFlags(musaGraphicsResource_t, unsigned) {
  return notSupported();
}
musaError_t musaGraphicsMapResources(int, musaGraphicsResource_t *, musaStream_t) {
  return notSupported();
}
musaError_t musaGraphicsUnmapResources(int, musaGraphicsResource_t *, musaStream_t) {
  return notSupported();
}
musaError_t musaGraphicsResourceGetMappedPointer(void **, size_t *, musaGraphicsResource_t) {
  return notSupported();
}
musaError_t musaGraphicsSubResourceGetMappedArray(musaArray_t *, musaGraphicsResource_t, unsigned,
                                                  unsigned) {
  return notSupported();
}
musaError_t musaGraphicsResourceGetMappedMipmappedArray(musaMipmappedArray_t *,
                                                        musaGraphicsResource_t) {
  return notSupported();
}

// Memory and semaphores of other APIs.
musaError_t musaImportExternalMemory(musaExternalMemory_t *, const musaExternalMemoryHandleDesc *) {
  return notSupported();
}
musaError_t musaExternalMemoryGetMappedBuffer(void **, musaExternalMemory_t,
                                              const musaExternalMemoryBufferDesc *) {
  return notSupported();
}
musaError_t
musaExternalMemoryGetMappedMipmappedArray(musaMipmappedArray_t *, musaExternalMemory_t,
                                          const musaExternalMemoryMipmappedArrayDesc *) {
  return notSupported();
}
musaError_t musaDestroyExternalMemory(musaExternalMemory_t) { return notSupported(); }
musaError_t musaImportExternalSemaphore(musaExternalSemaphore_t *,
                                        const musaExternalSemaphoreHandleDesc *) {
  return notSupported();
}
musaError_t musaSignalExternalSemaphoresAsync(const musaExternalSemaphore_t *,
                                              const musaExternalSemaphoreSignalParams *, unsigned,
                                              musaStream_t) {
  return notSupported();
}
musaError_t musaWaitExternalSemaphoresAsync(const musaExternalSemaphore_t *,
                                            const musaExternalSemaphoreWaitParams *, unsigned,
                                            musaStream_t) {
  return notSupported();
}
musaError_t musaDestroyExternalSemaphore(musaExternalSemaphore_t) { return notSupported(); }
musaError_t musaDeviceGetMtSciSyncAttributes(void *, int, int) { return notSupported(); }
musaError_t
musaGraphAddExternalSemaphoresSignalNode(musaGraphNode_t *, musaGraph_t, const musaGraphNode_t *,
                                         size_t, const musaExternalSemaphoreSignalNodeParams *) {
  return notSupported();
}
musaError_t musaGraphAddExternalSemaphoresWaitNode(musaGraphNode_t *, musaGraph_t,
                                                   const musaGraphNode_t *, size_t,
                                                   const musaExternalSemaphoreWaitNodeParams *) {
  return notSupported();
}
musaError_t
musaGraphExternalSemaphoresSignalNodeGetParams(musaGraphNode_t,
                                               musaExternalSemaphoreSignalNodeParams *) {
  return notSupported();
}
musaError_t
musaGraphExternalSemaphoresSignalNodeSetParams(musaGraphNode_t,
                                               const musaExternalSemaphoreSignalNodeParams *) {
  return notSupported();
}
musaError_t musaGraphExternalSemaphoresWaitNodeGetParams(musaGraphNode_t,
                                                         musaExternalSemaphoreWaitNodeParams *) {
  return notSupported();
}
musaError_t
musaGraphExternalSemaphoresWaitNodeSetParams(musaGraphNode_t,
                                             const musaExternalSemaphoreWaitNodeParams *) {
  return notSupported();
}
musaError_t
musaGraphExecExternalSemaphoresSignalNodeSetParams(musaGraphExec_t, musaGraphNode_t,
                                                   const musaExternalSemaphoreSignalNodeParams *) {
  return notSupported();
}
musaError_t
musaGraphExecExternalSemaphoresWaitNodeSetParams(musaGraphExec_t, musaGraphNode_t,
                                                 const musaExternalSemaphoreWaitNodeParams *) {
  return notSupported();
}

// Arrays of several planes.
musaError_t musaArrayGetPlane(musaArray_t *, musaArray_t, unsigned) { return notSupported(); }

// Functions by identifiers that nobody documents.
musaError_t musaGetExportTable(const void **, const musaUUID_t *) { return notSupported(); }

} // extern "C"
