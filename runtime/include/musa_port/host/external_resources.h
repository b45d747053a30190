//===- musa_port/host/external_resources.h - memory of other APIs -*- C -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Part of graph_api.h, for C and C++: memory and semaphores of Vulkan, Direct3D and the
// like. The host has none of these: each function returns musaErrorNotSupported.
//===----------------------------------------------------------------------===//
#ifndef MUSA_PORT_HOST_EXTERNAL_RESOURCES_H
#define MUSA_PORT_HOST_EXTERNAL_RESOURCES_H

#include "driver_types.h"

typedef struct MUexternalMemory_st *musaExternalMemory_t;
typedef struct MUexternalSemaphore_st *musaExternalSemaphore_t;

#define musaExternalMemoryDedicated 0x1
#define musaExternalSemaphoreSignalSkipMtSciBufMemSync 0x01
#define musaExternalSemaphoreWaitSkipMtSciBufMemSync 0x02
#define musaMtSciSyncAttrSignal 0x1
#define musaMtSciSyncAttrWait 0x2

enum musaExternalMemoryHandleType {
  musaExternalMemoryHandleTypeOpaqueFd = 1,
  musaExternalMemoryHandleTypeOpaqueWin32 = 2,
  musaExternalMemoryHandleTypeOpaqueWin32Kmt = 3,
  musaExternalMemoryHandleTypeD3D12Heap = 4,
  musaExternalMemoryHandleTypeD3D12Resource = 5,
  musaExternalMemoryHandleTypeD3D11Resource = 6,
  musaExternalMemoryHandleTypeD3D11ResourceKmt = 7,
  musaExternalMemoryHandleTypeMtSciBuf = 8
};

enum musaExternalSemaphoreHandleType {
  musaExternalSemaphoreHandleTypeOpaqueFd = 1,
  musaExternalSemaphoreHandleTypeOpaqueWin32 = 2,
  musaExternalSemaphoreHandleTypeOpaqueWin32Kmt = 3,
  musaExternalSemaphoreHandleTypeD3D12Fence = 4,
  musaExternalSemaphoreHandleTypeD3D11Fence = 5,
  musaExternalSemaphoreHandleTypeMtSciSync = 6,
  musaExternalSemaphoreHandleTypeKeyedMutex = 7,
  musaExternalSemaphoreHandleTypeKeyedMutexKmt = 8,
  musaExternalSemaphoreHandleTypeTimelineSemaphoreFd = 9,
  musaExternalSemaphoreHandleTypeTimelineSemaphoreWin32 = 10
};

struct musaExternalMemoryHandleDesc {
  enum musaExternalMemoryHandleType type;
  union {
    int fd;
    struct {
      void *handle;
      const void *name;
    } win32;
    const void *nvSciBufObject;
  } handle;
  unsigned long long size;
  unsigned int flags;
};

struct musaExternalMemoryBufferDesc {
  unsigned long long offset;
  unsigned long long size;
  unsigned int flags;
};

struct musaExternalMemoryMipmappedArrayDesc {
  unsigned long long offset;
  struct musaChannelFormatDesc formatDesc;
  struct musaExtent extent;
  unsigned int flags;
  unsigned int numLevels;
};

struct musaExternalSemaphoreHandleDesc {
  enum musaExternalSemaphoreHandleType type;
  union {
    int fd;
    struct {
      void *handle;
      const void *name;
    } win32;
    const void *nvSciSyncObj;
  } handle;
  unsigned int flags;
};

struct musaExternalSemaphoreSignalParams {
  struct {
    struct {
      unsigned long long value;
    } fence;
    union {
      void *fence;
      unsigned long long reserved;
    } nvSciSync;
    struct {
      unsigned long long key;
    } keyedMutex;
    unsigned int reserved[12];
  } params;
  unsigned int flags;
  unsigned int reserved[16];
};

struct musaExternalSemaphoreWaitParams {
  struct {
    struct {
      unsigned long long value;
    } fence;
    union {
      void *fence;
      unsigned long long reserved;
    } nvSciSync;
    struct {
      unsigned long long key;
      unsigned int timeoutMs;
    } keyedMutex;
    unsigned int reserved[10];
  } params;
  unsigned int flags;
  unsigned int reserved[16];
};

struct musaExternalSemaphoreSignalNodeParams {
  musaExternalSemaphore_t *extSemArray;
  const struct musaExternalSemaphoreSignalParams *paramsArray;
  unsigned int numExtSems;
};

struct musaExternalSemaphoreWaitNodeParams {
  musaExternalSemaphore_t *extSemArray;
  const struct musaExternalSemaphoreWaitParams *paramsArray;
  unsigned int numExtSems;
};

/* As musaGraphAddNode takes them. */
struct musaExternalSemaphoreSignalNodeParamsV2 {
  musaExternalSemaphore_t *extSemArray;
  const struct musaExternalSemaphoreSignalParams *paramsArray;
  unsigned int numExtSems;
};
struct musaExternalSemaphoreWaitNodeParamsV2 {
  musaExternalSemaphore_t *extSemArray;
  const struct musaExternalSemaphoreWaitParams *paramsArray;
  unsigned int numExtSems;
};

#if defined(__cplusplus)
#define __MUSA_EXTERNAL_DEFAULT(value) = value
extern "C" {
#else
#define __MUSA_EXTERNAL_DEFAULT(value)
#endif
#pragma GCC visibility push(default)

musaError_t musaImportExternalMemory(musaExternalMemory_t *extMem_out,
                                     const struct musaExternalMemoryHandleDesc *memHandleDesc);
musaError_t
musaExternalMemoryGetMappedBuffer(void **devPtr, musaExternalMemory_t extMem,
                                  const struct musaExternalMemoryBufferDesc *bufferDesc);
musaError_t musaExternalMemoryGetMappedMipmappedArray(
    musaMipmappedArray_t *mipmap, musaExternalMemory_t extMem,
    const struct musaExternalMemoryMipmappedArrayDesc *mipmapDesc);
musaError_t musaDestroyExternalMemory(musaExternalMemory_t extMem);
musaError_t
musaImportExternalSemaphore(musaExternalSemaphore_t *extSem_out,
                            const struct musaExternalSemaphoreHandleDesc *semHandleDesc);
musaError_t
musaSignalExternalSemaphoresAsync(const musaExternalSemaphore_t *extSemArray,
                                  const struct musaExternalSemaphoreSignalParams *paramsArray,
                                  unsigned int numExtSems,
                                  musaStream_t stream __MUSA_EXTERNAL_DEFAULT(0));
musaError_t
musaWaitExternalSemaphoresAsync(const musaExternalSemaphore_t *extSemArray,
                                const struct musaExternalSemaphoreWaitParams *paramsArray,
                                unsigned int numExtSems,
                                musaStream_t stream __MUSA_EXTERNAL_DEFAULT(0));
musaError_t musaDestroyExternalSemaphore(musaExternalSemaphore_t extSem);
musaError_t musaDeviceGetMtSciSyncAttributes(void *mtSciSyncAttrList, int device, int flags);
musaError_t musaGraphAddExternalSemaphoresSignalNode(
    musaGraphNode_t *pGraphNode, musaGraph_t graph, const musaGraphNode_t *pDependencies,
    size_t numDependencies, const struct musaExternalSemaphoreSignalNodeParams *nodeParams);
musaError_t musaGraphAddExternalSemaphoresWaitNode(
    musaGraphNode_t *pGraphNode, musaGraph_t graph, const musaGraphNode_t *pDependencies,
    size_t numDependencies, const struct musaExternalSemaphoreWaitNodeParams *nodeParams);
musaError_t musaGraphExternalSemaphoresSignalNodeGetParams(
    musaGraphNode_t hNode, struct musaExternalSemaphoreSignalNodeParams *params_out);
musaError_t musaGraphExternalSemaphoresSignalNodeSetParams(
    musaGraphNode_t hNode, const struct musaExternalSemaphoreSignalNodeParams *nodeParams);
musaError_t musaGraphExternalSemaphoresWaitNodeGetParams(
    musaGraphNode_t hNode, struct musaExternalSemaphoreWaitNodeParams *params_out);
musaError_t musaGraphExternalSemaphoresWaitNodeSetParams(
    musaGraphNode_t hNode, const struct musaExternalSemaphoreWaitNodeParams *nodeParams);
musaError_t musaGraphExecExternalSemaphoresSignalNodeSetParams(
    musaGraphExec_t hGraphExec, musaGraphNode_t hNode,
    const struct musaExternalSemaphoreSignalNodeParams *nodeParams);
musaError_t musaGraphExecExternalSemaphoresWaitNodeSetParams(
    musaGraphExec_t hGraphExec, musaGraphNode_t hNode,
    const struct musaExternalSemaphoreWaitNodeParams *nodeParams);

#pragma GCC visibility pop
#undef __MUSA_EXTERNAL_DEFAULT
#if defined(__cplusplus)
} // extern "C"
#endif

#endif // MUSA_PORT_HOST_EXTERNAL_RESOURCES_H
