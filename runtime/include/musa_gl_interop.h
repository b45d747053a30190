//===- musa_gl_interop.h - buffers and images of OpenGL ---------*- C -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The host has no OpenGL: each function returns musaErrorNotSupported, so that a program which can
// do without a window does.
//===----------------------------------------------------------------------===//
#ifndef __MUSA_GL_INTEROP_H__
#define __MUSA_GL_INTEROP_H__

#include "musa_runtime_api.h"

#if defined(__has_include) && __has_include(<GL/gl.h>)
#include <GL/gl.h>
#else
typedef unsigned int GLenum;
typedef unsigned int GLuint;
#endif

#if defined(__cplusplus)
extern "C" {
#endif
#pragma GCC visibility push(default)

enum musaGLDeviceList {
  musaGLDeviceListAll = 1,
  musaGLDeviceListCurrentFrame = 2,
  musaGLDeviceListNextFrame = 3
};
enum musaGLMapFlags {
  musaGLMapFlagsNone = 0,
  musaGLMapFlagsReadOnly = 1,
  musaGLMapFlagsWriteDiscard = 2
};

musaError_t musaGLGetDevices(unsigned int *deviceCount, int *devices, unsigned int maxCount,
                             enum musaGLDeviceList deviceList);
musaError_t musaGraphicsGLRegisterBuffer(musaGraphicsResource_t *resource, GLuint buffer,
                                         unsigned int flags);
musaError_t musaGraphicsGLRegisterImage(musaGraphicsResource_t *resource, GLuint image,
                                        GLenum target, unsigned int flags);

/* Deprecated in CUDA since 3.0 and 5.0. */
musaError_t musaGLSetGLDevice(int device);
musaError_t musaGLRegisterBufferObject(GLuint buffer);
musaError_t musaGLSetBufferObjectMapFlags(GLuint buffer, unsigned int flags);
musaError_t musaGLMapBufferObject(void **devPtr, GLuint buffer);
musaError_t musaGLMapBufferObjectAsync(void **devPtr, GLuint buffer, musaStream_t stream);
musaError_t musaGLUnmapBufferObject(GLuint buffer);
musaError_t musaGLUnmapBufferObjectAsync(GLuint buffer, musaStream_t stream);
musaError_t musaGLUnregisterBufferObject(GLuint buffer);

#pragma GCC visibility pop
#if defined(__cplusplus)
}
#endif

#endif /* __MUSA_GL_INTEROP_H__ */
