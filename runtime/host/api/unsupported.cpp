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

// Arrays of several planes.
musaError_t musaArrayGetPlane(musaArray_t *, musaArray_t, unsigned) { return notSupported(); }

// Functions by identifiers that nobody documents.
musaError_t musaGetExportTable(const void **, const musaUUID_t *) { return notSupported(); }

} // extern "C"
