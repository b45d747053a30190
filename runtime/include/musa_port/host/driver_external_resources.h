//===- musa_port/host/driver_external_resources.h - other APIs' memory --*- C -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Part of musa.h, for C and C++: memory and semaphores of other APIs, graphics, memory that several
// devices write at once, and maps of tensors. The host has none of these: each function returns
// MUSA_ERROR_NOT_SUPPORTED. A program for an older CUDA may bring the names of newer versions
// itself: where it asks for the version, those stay its own.
//
// Members are called as in CUDA, since a port knows no types.
//===----------------------------------------------------------------------===//
#ifndef MUSA_PORT_HOST_DRIVER_EXTERNAL_RESOURCES_H
#define MUSA_PORT_HOST_DRIVER_EXTERNAL_RESOURCES_H

#define muGraphicsResourceGetMappedPointer muGraphicsResourceGetMappedPointer_v2
#define muGraphicsResourceSetMapFlags muGraphicsResourceSetMapFlags_v2

#define MUSA_EXTERNAL_MEMORY_DEDICATED 0x1
#define MUSA_EXTERNAL_SEMAPHORE_SIGNAL_SKIP_MTSCIBUF_MEMSYNC 0x01
#define MUSA_EXTERNAL_SEMAPHORE_WAIT_SKIP_MTSCIBUF_MEMSYNC 0x02
#define MUSA_MTSCISYNC_ATTR_SIGNAL 0x1
#define MUSA_MTSCISYNC_ATTR_WAIT 0x2

/* ------------------------------------------------------------------- memory and semaphores */

typedef struct MUexternalMemory_st *MUexternalMemory;
typedef struct MUexternalSemaphore_st *MUexternalSemaphore;

typedef enum MUexternalMemoryHandleType_enum {
  MU_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD = 1,
  MU_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_WIN32 = 2,
  MU_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_WIN32_KMT = 3,
  MU_EXTERNAL_MEMORY_HANDLE_TYPE_D3D12_HEAP = 4,
  MU_EXTERNAL_MEMORY_HANDLE_TYPE_D3D12_RESOURCE = 5,
  MU_EXTERNAL_MEMORY_HANDLE_TYPE_D3D11_RESOURCE = 6,
  MU_EXTERNAL_MEMORY_HANDLE_TYPE_D3D11_RESOURCE_KMT = 7,
  MU_EXTERNAL_MEMORY_HANDLE_TYPE_MTSCIBUF = 8,
  MU_EXTERNAL_MEMORY_HANDLE_TYPE_DMABUF_FD = 9
} MUexternalMemoryHandleType;

typedef enum MUexternalSemaphoreHandleType_enum {
  MU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD = 1,
  MU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_WIN32 = 2,
  MU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_WIN32_KMT = 3,
  MU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_D3D12_FENCE = 4,
  MU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_D3D11_FENCE = 5,
  MU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_MTSCISYNC = 6,
  MU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_D3D11_KEYED_MUTEX = 7,
  MU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_D3D11_KEYED_MUTEX_KMT = 8,
  MU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_TIMELINE_SEMAPHORE_FD = 9,
  MU_EXTERNAL_SEMAPHORE_HANDLE_TYPE_TIMELINE_SEMAPHORE_WIN32 = 10
} MUexternalSemaphoreHandleType;

typedef struct MUSA_EXTERNAL_MEMORY_HANDLE_DESC_st {
  MUexternalMemoryHandleType type;
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
  unsigned int reserved[16];
} MUSA_EXTERNAL_MEMORY_HANDLE_DESC_v1;
typedef MUSA_EXTERNAL_MEMORY_HANDLE_DESC_v1 MUSA_EXTERNAL_MEMORY_HANDLE_DESC;

typedef struct MUSA_EXTERNAL_MEMORY_BUFFER_DESC_st {
  unsigned long long offset;
  unsigned long long size;
  unsigned int flags;
  unsigned int reserved[16];
} MUSA_EXTERNAL_MEMORY_BUFFER_DESC_v1;
typedef MUSA_EXTERNAL_MEMORY_BUFFER_DESC_v1 MUSA_EXTERNAL_MEMORY_BUFFER_DESC;

typedef struct MUSA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC_st {
  unsigned long long offset;
  MUSA_ARRAY3D_DESCRIPTOR arrayDesc;
  unsigned int numLevels;
  unsigned int reserved[16];
} MUSA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC_v1;
typedef MUSA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC_v1 MUSA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC;

typedef struct MUSA_EXTERNAL_SEMAPHORE_HANDLE_DESC_st {
  MUexternalSemaphoreHandleType type;
  union {
    int fd;
    struct {
      void *handle;
      const void *name;
    } win32;
    const void *nvSciSyncObj;
  } handle;
  unsigned int flags;
  unsigned int reserved[16];
} MUSA_EXTERNAL_SEMAPHORE_HANDLE_DESC_v1;
typedef MUSA_EXTERNAL_SEMAPHORE_HANDLE_DESC_v1 MUSA_EXTERNAL_SEMAPHORE_HANDLE_DESC;

typedef struct MUSA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_st {
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
} MUSA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_v1;
typedef MUSA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS_v1 MUSA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS;

typedef struct MUSA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_st {
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
} MUSA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_v1;
typedef MUSA_EXTERNAL_SEMAPHORE_WAIT_PARAMS_v1 MUSA_EXTERNAL_SEMAPHORE_WAIT_PARAMS;

typedef struct MUSA_EXT_SEM_SIGNAL_NODE_PARAMS_st {
  MUexternalSemaphore *extSemArray;
  const MUSA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS *paramsArray;
  unsigned int numExtSems;
} MUSA_EXT_SEM_SIGNAL_NODE_PARAMS_v1;
typedef MUSA_EXT_SEM_SIGNAL_NODE_PARAMS_v1 MUSA_EXT_SEM_SIGNAL_NODE_PARAMS;

typedef struct MUSA_EXT_SEM_WAIT_NODE_PARAMS_st {
  MUexternalSemaphore *extSemArray;
  const MUSA_EXTERNAL_SEMAPHORE_WAIT_PARAMS *paramsArray;
  unsigned int numExtSems;
} MUSA_EXT_SEM_WAIT_NODE_PARAMS_v1;
typedef MUSA_EXT_SEM_WAIT_NODE_PARAMS_v1 MUSA_EXT_SEM_WAIT_NODE_PARAMS;

/* ------------------------------------------------------------------- graphics */

typedef struct MUgraphicsResource_st *MUgraphicsResource;

typedef enum MUgraphicsRegisterFlags_enum {
  MU_GRAPHICS_REGISTER_FLAGS_NONE = 0x00,
  MU_GRAPHICS_REGISTER_FLAGS_READ_ONLY = 0x01,
  MU_GRAPHICS_REGISTER_FLAGS_WRITE_DISCARD = 0x02,
  MU_GRAPHICS_REGISTER_FLAGS_SURFACE_LDST = 0x04,
  MU_GRAPHICS_REGISTER_FLAGS_TEXTURE_GATHER = 0x08
} MUgraphicsRegisterFlags;

typedef enum MUgraphicsMapResourceFlags_enum {
  MU_GRAPHICS_MAP_RESOURCE_FLAGS_NONE = 0x00,
  MU_GRAPHICS_MAP_RESOURCE_FLAGS_READ_ONLY = 0x01,
  MU_GRAPHICS_MAP_RESOURCE_FLAGS_WRITE_DISCARD = 0x02
} MUgraphicsMapResourceFlags;

#if !defined(MUSA_PORT_CUDA_LEVEL_H) || defined(MUSA_PORT_NVCC_H) || MUSAPORT_CUDA_LEVEL >= 12010
/* ------------------------------------------------------------------- memory of several devices */

typedef enum MUmulticastGranularity_flags_enum {
  MU_MULTICAST_GRANULARITY_MINIMUM = 0x0,
  MU_MULTICAST_GRANULARITY_RECOMMENDED = 0x1
} MUmulticastGranularity_flags;

typedef struct MUmulticastObjectProp_st {
  unsigned int numDevices;
  size_t size;
  unsigned long long handleTypes;
  unsigned long long flags;
} MUmulticastObjectProp_v1;
typedef MUmulticastObjectProp_v1 MUmulticastObjectProp;
#endif

#if !defined(MUSA_PORT_CUDA_LEVEL_H) || defined(MUSA_PORT_NVCC_H) || MUSAPORT_CUDA_LEVEL >= 12000
/* ------------------------------------------------------------------- maps of tensors */

#define MU_TENSOR_MAP_NUM_QWORDS 16

typedef struct MUtensorMap_st {
#if defined(__cplusplus)
  alignas(64)
#else
  _Alignas(64)
#endif
      uint64_t opaque[MU_TENSOR_MAP_NUM_QWORDS];
} MUtensorMap;

typedef enum MUtensorMapDataType_enum {
  MU_TENSOR_MAP_DATA_TYPE_UINT8 = 0,
  MU_TENSOR_MAP_DATA_TYPE_UINT16,
  MU_TENSOR_MAP_DATA_TYPE_UINT32,
  MU_TENSOR_MAP_DATA_TYPE_INT32,
  MU_TENSOR_MAP_DATA_TYPE_UINT64,
  MU_TENSOR_MAP_DATA_TYPE_INT64,
  MU_TENSOR_MAP_DATA_TYPE_FLOAT16,
  MU_TENSOR_MAP_DATA_TYPE_FLOAT32,
  MU_TENSOR_MAP_DATA_TYPE_FLOAT64,
  MU_TENSOR_MAP_DATA_TYPE_BFLOAT16,
  MU_TENSOR_MAP_DATA_TYPE_FLOAT32_FTZ,
  MU_TENSOR_MAP_DATA_TYPE_TFLOAT32,
  MU_TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ,
  MU_TENSOR_MAP_DATA_TYPE_16U4_ALIGN8B,
  MU_TENSOR_MAP_DATA_TYPE_16U4_ALIGN16B,
  MU_TENSOR_MAP_DATA_TYPE_16U6_ALIGN16B
} MUtensorMapDataType;

typedef enum MUtensorMapInterleave_enum {
  MU_TENSOR_MAP_INTERLEAVE_NONE = 0,
  MU_TENSOR_MAP_INTERLEAVE_16B,
  MU_TENSOR_MAP_INTERLEAVE_32B
} MUtensorMapInterleave;

typedef enum MUtensorMapSwizzle_enum {
  MU_TENSOR_MAP_SWIZZLE_NONE = 0,
  MU_TENSOR_MAP_SWIZZLE_32B,
  MU_TENSOR_MAP_SWIZZLE_64B,
  MU_TENSOR_MAP_SWIZZLE_128B,
  MU_TENSOR_MAP_SWIZZLE_128B_ATOM_32B,
  MU_TENSOR_MAP_SWIZZLE_128B_ATOM_32B_FLIP_8B,
  MU_TENSOR_MAP_SWIZZLE_128B_ATOM_64B
} MUtensorMapSwizzle;

typedef enum MUtensorMapL2promotion_enum {
  MU_TENSOR_MAP_L2_PROMOTION_NONE = 0,
  MU_TENSOR_MAP_L2_PROMOTION_L2_64B,
  MU_TENSOR_MAP_L2_PROMOTION_L2_128B,
  MU_TENSOR_MAP_L2_PROMOTION_L2_256B
} MUtensorMapL2promotion;

typedef enum MUtensorMapFloatOOBfill_enum {
  MU_TENSOR_MAP_FLOAT_OOB_FILL_NONE = 0,
  MU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA
} MUtensorMapFloatOOBfill;
#endif

#if defined(__cplusplus)
extern "C" {
#endif
#pragma GCC visibility push(default)

MUresult muImportExternalMemory(MUexternalMemory *extMem_out,
                                const MUSA_EXTERNAL_MEMORY_HANDLE_DESC *memHandleDesc);
MUresult muExternalMemoryGetMappedBuffer(MUdeviceptr *devPtr, MUexternalMemory extMem,
                                         const MUSA_EXTERNAL_MEMORY_BUFFER_DESC *bufferDesc);
MUresult muExternalMemoryGetMappedMipmappedArray(
    MUmipmappedArray *mipmap, MUexternalMemory extMem,
    const MUSA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC *mipmapDesc);
MUresult muDestroyExternalMemory(MUexternalMemory extMem);
MUresult muImportExternalSemaphore(MUexternalSemaphore *extSem_out,
                                   const MUSA_EXTERNAL_SEMAPHORE_HANDLE_DESC *semHandleDesc);
MUresult muSignalExternalSemaphoresAsync(const MUexternalSemaphore *extSemArray,
                                         const MUSA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS *paramsArray,
                                         unsigned int numExtSems, MUstream stream);
MUresult muWaitExternalSemaphoresAsync(const MUexternalSemaphore *extSemArray,
                                       const MUSA_EXTERNAL_SEMAPHORE_WAIT_PARAMS *paramsArray,
                                       unsigned int numExtSems, MUstream stream);
MUresult muDestroyExternalSemaphore(MUexternalSemaphore extSem);
MUresult muDeviceGetMtSciSyncAttributes(void *mtSciSyncAttrList, MUdevice dev, int flags);

MUresult muGraphAddExternalSemaphoresSignalNode(MUgraphNode *phGraphNode, MUgraph hGraph,
                                                const MUgraphNode *dependencies,
                                                size_t numDependencies,
                                                const MUSA_EXT_SEM_SIGNAL_NODE_PARAMS *nodeParams);
MUresult muGraphExternalSemaphoresSignalNodeGetParams(MUgraphNode hNode,
                                                      MUSA_EXT_SEM_SIGNAL_NODE_PARAMS *params_out);
MUresult
muGraphExternalSemaphoresSignalNodeSetParams(MUgraphNode hNode,
                                             const MUSA_EXT_SEM_SIGNAL_NODE_PARAMS *nodeParams);
MUresult
muGraphExecExternalSemaphoresSignalNodeSetParams(MUgraphExec hGraphExec, MUgraphNode hNode,
                                                 const MUSA_EXT_SEM_SIGNAL_NODE_PARAMS *nodeParams);
MUresult muGraphAddExternalSemaphoresWaitNode(MUgraphNode *phGraphNode, MUgraph hGraph,
                                              const MUgraphNode *dependencies,
                                              size_t numDependencies,
                                              const MUSA_EXT_SEM_WAIT_NODE_PARAMS *nodeParams);
MUresult muGraphExternalSemaphoresWaitNodeGetParams(MUgraphNode hNode,
                                                    MUSA_EXT_SEM_WAIT_NODE_PARAMS *params_out);
MUresult
muGraphExternalSemaphoresWaitNodeSetParams(MUgraphNode hNode,
                                           const MUSA_EXT_SEM_WAIT_NODE_PARAMS *nodeParams);
MUresult
muGraphExecExternalSemaphoresWaitNodeSetParams(MUgraphExec hGraphExec, MUgraphNode hNode,
                                               const MUSA_EXT_SEM_WAIT_NODE_PARAMS *nodeParams);

MUresult muGraphicsUnregisterResource(MUgraphicsResource resource);
MUresult muGraphicsSubResourceGetMappedArray(MUarray *pArray, MUgraphicsResource resource,
                                             unsigned int arrayIndex, unsigned int mipLevel);
MUresult muGraphicsResourceGetMappedMipmappedArray(MUmipmappedArray *pMipmappedArray,
                                                   MUgraphicsResource resource);
MUresult muGraphicsResourceGetMappedPointer(MUdeviceptr *pDevPtr, size_t *pSize,
                                            MUgraphicsResource resource);
MUresult muGraphicsResourceSetMapFlags(MUgraphicsResource resource, unsigned int flags);
MUresult muGraphicsMapResources(unsigned int count, MUgraphicsResource *resources,
                                MUstream hStream);
MUresult muGraphicsUnmapResources(unsigned int count, MUgraphicsResource *resources,
                                  MUstream hStream);

#if !defined(MUSA_PORT_CUDA_LEVEL_H) || defined(MUSA_PORT_NVCC_H) || MUSAPORT_CUDA_LEVEL >= 12010
MUresult muMulticastCreate(MUmemGenericAllocationHandle *mcHandle,
                           const MUmulticastObjectProp *prop);
MUresult muMulticastAddDevice(MUmemGenericAllocationHandle mcHandle, MUdevice dev);
MUresult muMulticastBindMem(MUmemGenericAllocationHandle mcHandle, size_t mcOffset,
                            MUmemGenericAllocationHandle memHandle, size_t memOffset, size_t size,
                            unsigned long long flags);
MUresult muMulticastBindAddr(MUmemGenericAllocationHandle mcHandle, size_t mcOffset,
                             MUdeviceptr memptr, size_t size, unsigned long long flags);
MUresult muMulticastUnbind(MUmemGenericAllocationHandle mcHandle, MUdevice dev, size_t mcOffset,
                           size_t size);
MUresult muMulticastGetGranularity(size_t *granularity, const MUmulticastObjectProp *prop,
                                   MUmulticastGranularity_flags option);
#endif

#if !defined(MUSA_PORT_CUDA_LEVEL_H) || defined(MUSA_PORT_NVCC_H) || MUSAPORT_CUDA_LEVEL >= 12000
MUresult muTensorMapEncodeTiled(MUtensorMap *tensorMap, MUtensorMapDataType tensorDataType,
                                uint32_t tensorRank, void *globalAddress, const uint64_t *globalDim,
                                const uint64_t *globalStrides, const uint32_t *boxDim,
                                const uint32_t *elementStrides, MUtensorMapInterleave interleave,
                                MUtensorMapSwizzle swizzle, MUtensorMapL2promotion l2Promotion,
                                MUtensorMapFloatOOBfill oobFill);
MUresult muTensorMapEncodeIm2col(MUtensorMap *tensorMap, MUtensorMapDataType tensorDataType,
                                 uint32_t tensorRank, void *globalAddress,
                                 const uint64_t *globalDim, const uint64_t *globalStrides,
                                 const int *pixelBoxLowerCorner, const int *pixelBoxUpperCorner,
                                 uint32_t channelsPerPixel, uint32_t pixelsPerColumn,
                                 const uint32_t *elementStrides, MUtensorMapInterleave interleave,
                                 MUtensorMapSwizzle swizzle, MUtensorMapL2promotion l2Promotion,
                                 MUtensorMapFloatOOBfill oobFill);
MUresult muTensorMapReplaceAddress(MUtensorMap *tensorMap, void *globalAddress);
#endif

#pragma GCC visibility pop
#if defined(__cplusplus)
} // extern "C"
#endif

#endif /* MUSA_PORT_HOST_DRIVER_EXTERNAL_RESOURCES_H */
