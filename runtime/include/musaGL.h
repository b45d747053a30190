//===- musaGL.h - buffers and images of OpenGL, by the driver API -*- C -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The host has no OpenGL: each function returns MUSA_ERROR_NOT_SUPPORTED, so that a program which
// can do without a window does.
//===----------------------------------------------------------------------===//
#ifndef __MUSA_GL_H__
#define __MUSA_GL_H__

#include "musa.h"

#if defined(__has_include) && __has_include(<GL/gl.h>)
#include <GL/gl.h>
#else
typedef unsigned int GLenum;
typedef unsigned int GLuint;
#endif

#define muGLCtxCreate muGLCtxCreate_v2
#define muGLGetDevices muGLGetDevices_v2
#define muGLMapBufferObject muGLMapBufferObject_v2
#define muGLMapBufferObjectAsync muGLMapBufferObjectAsync_v2

#if defined(__cplusplus)
extern "C" {
#endif
#pragma GCC visibility push(default)

typedef enum MUGLDeviceList_enum {
  MU_GL_DEVICE_LIST_ALL = 0x01,
  MU_GL_DEVICE_LIST_CURRENT_FRAME = 0x02,
  MU_GL_DEVICE_LIST_NEXT_FRAME = 0x03
} MUGLDeviceList;
typedef enum MUGLmap_flags_enum {
  MU_GL_MAP_RESOURCE_FLAGS_NONE = 0x00,
  MU_GL_MAP_RESOURCE_FLAGS_READ_ONLY = 0x01,
  MU_GL_MAP_RESOURCE_FLAGS_WRITE_DISCARD = 0x02
} MUGLmap_flags;

MUresult muGLGetDevices(unsigned int *pMusaDeviceCount, MUdevice *pMusaDevices,
                        unsigned int musaDeviceCount, MUGLDeviceList deviceList);
MUresult muGraphicsGLRegisterBuffer(MUgraphicsResource *pMusaResource, GLuint buffer,
                                    unsigned int Flags);
MUresult muGraphicsGLRegisterImage(MUgraphicsResource *pMusaResource, GLuint image, GLenum target,
                                   unsigned int Flags);

/* Deprecated in CUDA since 3.0 and 5.0. */
MUresult muGLCtxCreate(MUcontext *pCtx, unsigned int Flags, MUdevice device);
MUresult muGLInit(void);
MUresult muGLRegisterBufferObject(GLuint buffer);
MUresult muGLSetBufferObjectMapFlags(GLuint buffer, unsigned int Flags);
MUresult muGLMapBufferObject(MUdeviceptr *dptr, size_t *size, GLuint buffer);
MUresult muGLMapBufferObjectAsync(MUdeviceptr *dptr, size_t *size, GLuint buffer, MUstream hStream);
MUresult muGLUnmapBufferObject(GLuint buffer);
MUresult muGLUnmapBufferObjectAsync(GLuint buffer, MUstream hStream);
MUresult muGLUnregisterBufferObject(GLuint buffer);

#pragma GCC visibility pop
#if defined(__cplusplus)
}
#endif

#endif /* __MUSA_GL_H__ */
