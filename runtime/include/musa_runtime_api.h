//===- musa_runtime_api.h - the MUSA runtime API -----------------*- C -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For C and C++. Each function does what CUDA's function does whose name has cuda for musa;
// docs/reference/runtime.md lists the differences. The templates and overloads for C++ are in
// musa_port/host/runtime_templates.h.
//===----------------------------------------------------------------------===//
#ifndef __MUSA_RUNTIME_API_H__
#define __MUSA_RUNTIME_API_H__

#include "driver_types.h"
#include "surface_types.h"
#include "texture_types.h"

/* The SDK that these headers stand for: 10000 * major + 100 * minor. A program that is compiled
   with -DMUSAPORT_SDK_VERSION=50200 sees another one. */
#ifdef MUSAPORT_SDK_VERSION
#define MUSART_VERSION MUSAPORT_SDK_VERSION
#else
#define MUSART_VERSION 40300
#endif

/* If MUSA_API_PER_THREAD_DEFAULT_STREAM is defined, stream 0 belongs to the calling thread. */
#if defined(MUSA_API_PER_THREAD_DEFAULT_STREAM) && !defined(__MUSART_API_VERSION_INTERNAL)
#define __MUSART_API_PER_THREAD_DEFAULT_STREAM
#define __MUSART_API_PTDS(name) name##_ptds
#define __MUSART_API_PTSZ(name) name##_ptsz
#define musaMemcpy __MUSART_API_PTDS(musaMemcpy)
#define musaMemcpyToSymbol __MUSART_API_PTDS(musaMemcpyToSymbol)
#define musaMemcpyFromSymbol __MUSART_API_PTDS(musaMemcpyFromSymbol)
#define musaMemcpy2D __MUSART_API_PTDS(musaMemcpy2D)
#define musaMemcpy2DToArray __MUSART_API_PTDS(musaMemcpy2DToArray)
#define musaMemcpy2DFromArray __MUSART_API_PTDS(musaMemcpy2DFromArray)
#define musaMemcpy2DArrayToArray __MUSART_API_PTDS(musaMemcpy2DArrayToArray)
#define musaMemcpyToArray __MUSART_API_PTDS(musaMemcpyToArray)
#define musaMemcpyFromArray __MUSART_API_PTDS(musaMemcpyFromArray)
#define musaMemcpyArrayToArray __MUSART_API_PTDS(musaMemcpyArrayToArray)
#define musaMemcpy3D __MUSART_API_PTDS(musaMemcpy3D)
#define musaMemcpy3DPeer __MUSART_API_PTDS(musaMemcpy3DPeer)
#define musaMemset __MUSART_API_PTDS(musaMemset)
#define musaMemset2D __MUSART_API_PTDS(musaMemset2D)
#define musaMemset3D __MUSART_API_PTDS(musaMemset3D)
#define musaMemcpyAsync __MUSART_API_PTSZ(musaMemcpyAsync)
#define musaMemcpyToSymbolAsync __MUSART_API_PTSZ(musaMemcpyToSymbolAsync)
#define musaMemcpyFromSymbolAsync __MUSART_API_PTSZ(musaMemcpyFromSymbolAsync)
#define musaMemcpy2DAsync __MUSART_API_PTSZ(musaMemcpy2DAsync)
#define musaMemcpy2DToArrayAsync __MUSART_API_PTSZ(musaMemcpy2DToArrayAsync)
#define musaMemcpy2DFromArrayAsync __MUSART_API_PTSZ(musaMemcpy2DFromArrayAsync)
#define musaMemcpyToArrayAsync __MUSART_API_PTSZ(musaMemcpyToArrayAsync)
#define musaMemcpyFromArrayAsync __MUSART_API_PTSZ(musaMemcpyFromArrayAsync)
#define musaMemcpy3DAsync __MUSART_API_PTSZ(musaMemcpy3DAsync)
#define musaMemcpy3DPeerAsync __MUSART_API_PTSZ(musaMemcpy3DPeerAsync)
#define musaMemsetAsync __MUSART_API_PTSZ(musaMemsetAsync)
#define musaMemset2DAsync __MUSART_API_PTSZ(musaMemset2DAsync)
#define musaMemset3DAsync __MUSART_API_PTSZ(musaMemset3DAsync)
#define musaMemPrefetchAsync __MUSART_API_PTSZ(musaMemPrefetchAsync)
#define musaMemPrefetchAsync_v2 __MUSART_API_PTSZ(musaMemPrefetchAsync_v2)
#define musaMallocAsync __MUSART_API_PTSZ(musaMallocAsync)
#define musaMallocFromPoolAsync __MUSART_API_PTSZ(musaMallocFromPoolAsync)
#define musaFreeAsync __MUSART_API_PTSZ(musaFreeAsync)
#define musaStreamGetPriority __MUSART_API_PTSZ(musaStreamGetPriority)
#define musaStreamGetFlags __MUSART_API_PTSZ(musaStreamGetFlags)
#define musaStreamGetId __MUSART_API_PTSZ(musaStreamGetId)
#define musaStreamGetDevice __MUSART_API_PTSZ(musaStreamGetDevice)
#define musaStreamWaitEvent __MUSART_API_PTSZ(musaStreamWaitEvent)
#define musaStreamAddCallback __MUSART_API_PTSZ(musaStreamAddCallback)
#define musaStreamAttachMemAsync __MUSART_API_PTSZ(musaStreamAttachMemAsync)
#define musaStreamSynchronize __MUSART_API_PTSZ(musaStreamSynchronize)
#define musaStreamQuery __MUSART_API_PTSZ(musaStreamQuery)
#define musaStreamCopyAttributes __MUSART_API_PTSZ(musaStreamCopyAttributes)
#define musaStreamGetAttribute __MUSART_API_PTSZ(musaStreamGetAttribute)
#define musaStreamSetAttribute __MUSART_API_PTSZ(musaStreamSetAttribute)
#define musaEventRecord __MUSART_API_PTSZ(musaEventRecord)
#define musaEventRecordWithFlags __MUSART_API_PTSZ(musaEventRecordWithFlags)
#define musaLaunchKernel __MUSART_API_PTSZ(musaLaunchKernel)
#define musaLaunchKernelExC __MUSART_API_PTSZ(musaLaunchKernelExC)
#define musaLaunchCooperativeKernel __MUSART_API_PTSZ(musaLaunchCooperativeKernel)
#define musaLaunchHostFunc __MUSART_API_PTSZ(musaLaunchHostFunc)
#endif

#if defined(__cplusplus)
#define __MUSA_DEFAULT(value) = value
#else
#define __MUSA_DEFAULT(value)
#endif

#if defined(__cplusplus)
extern "C" {
#endif
#pragma GCC visibility push(default)

/* ------------------------------------------------------------------ errors, versions, profiler */

musaError_t musaGetLastError(void);
musaError_t musaPeekAtLastError(void);
const char *musaGetErrorName(musaError_t error);
const char *musaGetErrorString(musaError_t error);
musaError_t musaDriverGetVersion(int *driverVersion);
musaError_t musaRuntimeGetVersion(int *runtimeVersion);
musaError_t musaProfilerStart(void);
musaError_t musaProfilerStop(void);
/* Finds a function of the driver API by its name in musa.h. */
musaError_t
musaGetDriverEntryPoint(const char *symbol, void **funcPtr, unsigned long long flags,
                        enum musaDriverEntryPointQueryResult *driverStatus __MUSA_DEFAULT(nullptr));
#if !defined(MUSA_PORT_CUDA_LEVEL_H) || defined(MUSA_PORT_NVCC_H) || MUSAPORT_CUDA_LEVEL >= 12050
musaError_t musaGetDriverEntryPointByVersion(
    const char *symbol, void **funcPtr, unsigned int musaVersion, unsigned long long flags,
    enum musaDriverEntryPointQueryResult *driverStatus __MUSA_DEFAULT(nullptr));
#endif

/* ------------------------------------------------------------------ devices */

musaError_t musaGetDeviceCount(int *count);
musaError_t musaGetDevice(int *device);
musaError_t musaSetDevice(int device);
musaError_t musaInitDevice(int device, unsigned int deviceFlags, unsigned int flags);
musaError_t musaChooseDevice(int *device, const struct musaDeviceProp *prop);
musaError_t musaSetValidDevices(int *devices, int count);
musaError_t musaGetDeviceProperties(struct musaDeviceProp *prop, int device);
musaError_t musaGetDeviceProperties_v2(struct musaDeviceProp *prop, int device);
musaError_t musaDeviceGetAttribute(int *value, enum musaDeviceAttr attribute, int device);
musaError_t musaDeviceGetByPCIBusId(int *device, const char *pciBusId);
musaError_t musaDeviceGetPCIBusId(char *pciBusId, int length, int device);
musaError_t musaGetDeviceFlags(unsigned int *flags);
musaError_t musaSetDeviceFlags(unsigned int flags);
musaError_t musaDeviceSynchronize(void);
musaError_t musaDeviceReset(void);
musaError_t musaDeviceGetLimit(size_t *value, enum musaLimit limit);
musaError_t musaDeviceSetLimit(enum musaLimit limit, size_t value);
musaError_t musaDeviceGetCacheConfig(enum musaFuncCache *config);
musaError_t musaDeviceSetCacheConfig(enum musaFuncCache config);
musaError_t musaDeviceGetSharedMemConfig(enum musaSharedMemConfig *config);
musaError_t musaDeviceSetSharedMemConfig(enum musaSharedMemConfig config);
musaError_t musaDeviceGetStreamPriorityRange(int *leastPriority, int *greatestPriority);
musaError_t musaDeviceGetTexture1DLinearMaxWidth(size_t *maxWidthInElements,
                                                 const struct musaChannelFormatDesc *format,
                                                 int device);
musaError_t musaDeviceCanAccessPeer(int *canAccessPeer, int device, int peerDevice);
musaError_t musaDeviceEnablePeerAccess(int peerDevice, unsigned int flags);
musaError_t musaDeviceDisablePeerAccess(int peerDevice);
musaError_t musaDeviceGetP2PAttribute(int *value, enum musaDeviceP2PAttr attribute, int srcDevice,
                                      int dstDevice);
musaError_t musaDeviceFlushGPUDirectRDMAWrites(enum musaFlushGPUDirectRDMAWritesTarget target,
                                               enum musaFlushGPUDirectRDMAWritesScope scope);
musaError_t musaCtxResetPersistingL2Cache(void);
musaError_t musaThreadSynchronize(void);
musaError_t musaThreadExit(void);
musaError_t musaThreadGetLimit(size_t *value, enum musaLimit limit);
musaError_t musaThreadSetLimit(enum musaLimit limit, size_t value);
musaError_t musaThreadGetCacheConfig(enum musaFuncCache *config);
musaError_t musaThreadSetCacheConfig(enum musaFuncCache config);

/* ------------------------------------------------------------------ memory */

musaError_t musaMalloc(void **devPtr, size_t size);
musaError_t musaFree(void *devPtr);
musaError_t musaMallocHost(void **ptr, size_t size);
musaError_t musaFreeHost(void *ptr);
musaError_t musaHostAlloc(void **pHost, size_t size, unsigned int flags);
musaError_t musaHostRegister(void *ptr, size_t size, unsigned int flags);
musaError_t musaHostUnregister(void *ptr);
musaError_t musaHostGetDevicePointer(void **pDevice, void *pHost, unsigned int flags);
musaError_t musaHostGetFlags(unsigned int *pFlags, void *pHost);
musaError_t musaMallocManaged(void **devPtr, size_t size,
                              unsigned int flags __MUSA_DEFAULT(musaMemAttachGlobal));
musaError_t musaMallocPitch(void **devPtr, size_t *pitch, size_t width, size_t height);
musaError_t musaMalloc3D(struct musaPitchedPtr *pitchedDevPtr, struct musaExtent extent);
musaError_t musaMallocArray(musaArray_t *array, const struct musaChannelFormatDesc *desc,
                            size_t width, size_t height __MUSA_DEFAULT(0),
                            unsigned int flags __MUSA_DEFAULT(0));
musaError_t musaMalloc3DArray(musaArray_t *array, const struct musaChannelFormatDesc *desc,
                              struct musaExtent extent, unsigned int flags __MUSA_DEFAULT(0));
musaError_t musaFreeArray(musaArray_t array);
musaError_t musaArrayGetInfo(struct musaChannelFormatDesc *desc, struct musaExtent *extent,
                             unsigned int *flags, musaArray_t array);
musaError_t musaGetChannelDesc(struct musaChannelFormatDesc *desc, musaArray_const_t array);
struct musaChannelFormatDesc musaCreateChannelDesc(int x, int y, int z, int w,
                                                   enum musaChannelFormatKind f);
musaError_t musaMemGetInfo(size_t *free, size_t *total);
musaError_t musaPointerGetAttributes(struct musaPointerAttributes *attributes, const void *ptr);
musaError_t musaMemAdvise(const void *devPtr, size_t count, enum musaMemoryAdvise advice,
                          int device);
musaError_t musaMemAdvise_v2(const void *devPtr, size_t count, enum musaMemoryAdvise advice,
                             struct musaMemLocation location);
musaError_t musaMemPrefetchAsync(const void *devPtr, size_t count, int dstDevice,
                                 musaStream_t stream __MUSA_DEFAULT(nullptr));
musaError_t musaMemPrefetchAsync_v2(const void *devPtr, size_t count,
                                    struct musaMemLocation location, unsigned int flags,
                                    musaStream_t stream __MUSA_DEFAULT(nullptr));
musaError_t musaMemRangeGetAttribute(void *data, size_t dataSize,
                                     enum musaMemRangeAttribute attribute, const void *devPtr,
                                     size_t count);
musaError_t musaMemRangeGetAttributes(void **data, size_t *dataSizes,
                                      enum musaMemRangeAttribute *attributes, size_t numAttributes,
                                      const void *devPtr, size_t count);

/* ------------------------------------------------------------------ copies */

musaError_t musaMemcpy(void *dst, const void *src, size_t count, enum musaMemcpyKind kind);
musaError_t musaMemcpyAsync(void *dst, const void *src, size_t count, enum musaMemcpyKind kind,
                            musaStream_t stream __MUSA_DEFAULT(nullptr));
musaError_t musaMemcpyPeer(void *dst, int dstDevice, const void *src, int srcDevice, size_t count);
musaError_t musaMemcpyPeerAsync(void *dst, int dstDevice, const void *src, int srcDevice,
                                size_t count, musaStream_t stream __MUSA_DEFAULT(nullptr));
musaError_t musaMemcpy2D(void *dst, size_t dpitch, const void *src, size_t spitch, size_t width,
                         size_t height, enum musaMemcpyKind kind);
musaError_t musaMemcpy2DAsync(void *dst, size_t dpitch, const void *src, size_t spitch,
                              size_t width, size_t height, enum musaMemcpyKind kind,
                              musaStream_t stream __MUSA_DEFAULT(nullptr));
musaError_t musaMemcpy2DToArray(musaArray_t dst, size_t wOffset, size_t hOffset, const void *src,
                                size_t spitch, size_t width, size_t height,
                                enum musaMemcpyKind kind);
musaError_t musaMemcpy2DToArrayAsync(musaArray_t dst, size_t wOffset, size_t hOffset,
                                     const void *src, size_t spitch, size_t width, size_t height,
                                     enum musaMemcpyKind kind,
                                     musaStream_t stream __MUSA_DEFAULT(nullptr));
musaError_t musaMemcpy2DFromArray(void *dst, size_t dpitch, musaArray_const_t src, size_t wOffset,
                                  size_t hOffset, size_t width, size_t height,
                                  enum musaMemcpyKind kind);
musaError_t musaMemcpy2DFromArrayAsync(void *dst, size_t dpitch, musaArray_const_t src,
                                       size_t wOffset, size_t hOffset, size_t width, size_t height,
                                       enum musaMemcpyKind kind,
                                       musaStream_t stream __MUSA_DEFAULT(nullptr));
musaError_t
musaMemcpy2DArrayToArray(musaArray_t dst, size_t wOffsetDst, size_t hOffsetDst,
                         musaArray_const_t src, size_t wOffsetSrc, size_t hOffsetSrc, size_t width,
                         size_t height,
                         enum musaMemcpyKind kind __MUSA_DEFAULT(musaMemcpyDeviceToDevice));
musaError_t musaMemcpyToArray(musaArray_t dst, size_t wOffset, size_t hOffset, const void *src,
                              size_t count, enum musaMemcpyKind kind);
musaError_t musaMemcpyToArrayAsync(musaArray_t dst, size_t wOffset, size_t hOffset, const void *src,
                                   size_t count, enum musaMemcpyKind kind,
                                   musaStream_t stream __MUSA_DEFAULT(nullptr));
musaError_t musaMemcpyFromArray(void *dst, musaArray_const_t src, size_t wOffset, size_t hOffset,
                                size_t count, enum musaMemcpyKind kind);
musaError_t musaMemcpyFromArrayAsync(void *dst, musaArray_const_t src, size_t wOffset,
                                     size_t hOffset, size_t count, enum musaMemcpyKind kind,
                                     musaStream_t stream __MUSA_DEFAULT(nullptr));
musaError_t
musaMemcpyArrayToArray(musaArray_t dst, size_t wOffsetDst, size_t hOffsetDst, musaArray_const_t src,
                       size_t wOffsetSrc, size_t hOffsetSrc, size_t count,
                       enum musaMemcpyKind kind __MUSA_DEFAULT(musaMemcpyDeviceToDevice));
musaError_t musaMemcpy3D(const struct musaMemcpy3DParms *p);
musaError_t musaMemcpy3DAsync(const struct musaMemcpy3DParms *p,
                              musaStream_t stream __MUSA_DEFAULT(nullptr));
musaError_t musaMemcpy3DPeer(const struct musaMemcpy3DPeerParms *p);
musaError_t musaMemcpy3DPeerAsync(const struct musaMemcpy3DPeerParms *p,
                                  musaStream_t stream __MUSA_DEFAULT(nullptr));
musaError_t musaMemset(void *devPtr, int value, size_t count);
musaError_t musaMemsetAsync(void *devPtr, int value, size_t count,
                            musaStream_t stream __MUSA_DEFAULT(nullptr));
musaError_t musaMemset2D(void *devPtr, size_t pitch, int value, size_t width, size_t height);
musaError_t musaMemset2DAsync(void *devPtr, size_t pitch, int value, size_t width, size_t height,
                              musaStream_t stream __MUSA_DEFAULT(nullptr));
musaError_t musaMemset3D(struct musaPitchedPtr pitchedDevPtr, int value, struct musaExtent extent);
musaError_t musaMemset3DAsync(struct musaPitchedPtr pitchedDevPtr, int value,
                              struct musaExtent extent,
                              musaStream_t stream __MUSA_DEFAULT(nullptr));

/* ------------------------------------------------------------------ symbols */

musaError_t musaMemcpyToSymbol(const void *symbol, const void *src, size_t count,
                               size_t offset __MUSA_DEFAULT(0),
                               enum musaMemcpyKind kind __MUSA_DEFAULT(musaMemcpyHostToDevice));
musaError_t musaMemcpyToSymbolAsync(const void *symbol, const void *src, size_t count,
                                    size_t offset, enum musaMemcpyKind kind,
                                    musaStream_t stream __MUSA_DEFAULT(nullptr));
musaError_t musaMemcpyFromSymbol(void *dst, const void *symbol, size_t count,
                                 size_t offset __MUSA_DEFAULT(0),
                                 enum musaMemcpyKind kind __MUSA_DEFAULT(musaMemcpyDeviceToHost));
musaError_t musaMemcpyFromSymbolAsync(void *dst, const void *symbol, size_t count, size_t offset,
                                      enum musaMemcpyKind kind,
                                      musaStream_t stream __MUSA_DEFAULT(nullptr));
/* Libraries of kernels. A kernel is an address of a function for the calls that take one. */
musaError_t musaLibraryLoadData(musaLibrary_t *library, const void *code,
                                enum musaJitOption *jitOptions, void **jitOptionsValues,
                                unsigned int numJitOptions, enum musaLibraryOption *libraryOptions,
                                void **libraryOptionValues, unsigned int numLibraryOptions);
musaError_t musaLibraryLoadFromFile(musaLibrary_t *library, const char *fileName,
                                    enum musaJitOption *jitOptions, void **jitOptionsValues,
                                    unsigned int numJitOptions,
                                    enum musaLibraryOption *libraryOptions,
                                    void **libraryOptionValues, unsigned int numLibraryOptions);
musaError_t musaLibraryUnload(musaLibrary_t library);
/* The kernel of a function, for the driver API and musaLaunchKernelExC. */
musaError_t musaGetFuncBySymbol(musaFunction_t *functionPtr, const void *symbolPtr);
musaError_t musaGetKernel(musaKernel_t *kernelPtr, const void *entryFuncAddr);
musaError_t musaLibraryGetKernel(musaKernel_t *pKernel, musaLibrary_t library, const char *name);
musaError_t musaLibraryGetKernelCount(unsigned int *count, musaLibrary_t lib);
musaError_t musaLibraryEnumerateKernels(musaKernel_t *kernels, unsigned int numKernels,
                                        musaLibrary_t lib);
musaError_t musaLibraryGetGlobal(void **dptr, size_t *bytes, musaLibrary_t library,
                                 const char *name);
musaError_t musaLibraryGetManaged(void **dptr, size_t *bytes, musaLibrary_t library,
                                  const char *name);
musaError_t musaGetSymbolAddress(void **devPtr, const void *symbol);
musaError_t musaGetSymbolSize(size_t *size, const void *symbol);

/* ------------------------------------------------------------------ memory pools */

musaError_t musaMallocAsync(void **devPtr, size_t size, musaStream_t stream);
musaError_t musaFreeAsync(void *devPtr, musaStream_t stream);
musaError_t musaMallocFromPoolAsync(void **ptr, size_t size, musaMemPool_t memPool,
                                    musaStream_t stream);
musaError_t musaDeviceGetDefaultMemPool(musaMemPool_t *memPool, int device);
musaError_t musaDeviceGetMemPool(musaMemPool_t *memPool, int device);
musaError_t musaDeviceSetMemPool(int device, musaMemPool_t memPool);
musaError_t musaMemPoolCreate(musaMemPool_t *memPool, const struct musaMemPoolProps *poolProps);
musaError_t musaMemPoolDestroy(musaMemPool_t memPool);
musaError_t musaMemPoolTrimTo(musaMemPool_t memPool, size_t minBytesToKeep);
musaError_t musaMemPoolGetAttribute(musaMemPool_t memPool, enum musaMemPoolAttr attr, void *value);
musaError_t musaMemPoolSetAttribute(musaMemPool_t memPool, enum musaMemPoolAttr attr, void *value);
musaError_t musaMemPoolGetAccess(enum musaMemAccessFlags *flags, musaMemPool_t memPool,
                                 struct musaMemLocation *location);
musaError_t musaMemPoolSetAccess(musaMemPool_t memPool, const struct musaMemAccessDesc *descList,
                                 size_t count);

/* ------------------------------------------------------------------ streams */

musaError_t musaStreamCreate(musaStream_t *pStream);
musaError_t musaStreamCreateWithFlags(musaStream_t *pStream, unsigned int flags);
musaError_t musaStreamCreateWithPriority(musaStream_t *pStream, unsigned int flags, int priority);
musaError_t musaStreamDestroy(musaStream_t stream);
musaError_t musaStreamSynchronize(musaStream_t stream);
musaError_t musaStreamQuery(musaStream_t stream);
musaError_t musaStreamWaitEvent(musaStream_t stream, musaEvent_t event,
                                unsigned int flags __MUSA_DEFAULT(0));
musaError_t musaStreamAddCallback(musaStream_t stream, musaStreamCallback_t callback,
                                  void *userData, unsigned int flags);
musaError_t musaLaunchHostFunc(musaStream_t stream, musaHostFn_t fn, void *userData);
musaError_t musaStreamAttachMemAsync(musaStream_t stream, void *devPtr,
                                     size_t length __MUSA_DEFAULT(0),
                                     unsigned int flags __MUSA_DEFAULT(musaMemAttachSingle));
musaError_t musaStreamGetFlags(musaStream_t stream, unsigned int *flags);
musaError_t musaStreamGetPriority(musaStream_t stream, int *priority);
musaError_t musaStreamGetId(musaStream_t stream, unsigned long long *streamId);
musaError_t musaStreamGetDevice(musaStream_t stream, int *device);
musaError_t musaStreamCopyAttributes(musaStream_t dst, musaStream_t src);
musaError_t musaStreamGetAttribute(musaStream_t stream, musaStreamAttrID attr,
                                   musaStreamAttrValue *value);
musaError_t musaStreamSetAttribute(musaStream_t stream, musaStreamAttrID attr,
                                   const musaStreamAttrValue *value);

/* ------------------------------------------------------------------ events */

musaError_t musaEventCreate(musaEvent_t *event);
musaError_t musaEventCreateWithFlags(musaEvent_t *event, unsigned int flags);
musaError_t musaEventDestroy(musaEvent_t event);
musaError_t musaEventRecord(musaEvent_t event, musaStream_t stream __MUSA_DEFAULT(nullptr));
musaError_t musaEventRecordWithFlags(musaEvent_t event, musaStream_t stream __MUSA_DEFAULT(nullptr),
                                     unsigned int flags __MUSA_DEFAULT(0));
musaError_t musaEventQuery(musaEvent_t event);
musaError_t musaEventSynchronize(musaEvent_t event);
musaError_t musaEventElapsedTime(float *ms, musaEvent_t start, musaEvent_t end);

/* ------------------------------------------------------------------ kernels */

musaError_t musaLaunchKernel(const void *func, struct dim3 gridDim, struct dim3 blockDim,
                             void **args, size_t sharedMem __MUSA_DEFAULT(0),
                             musaStream_t stream __MUSA_DEFAULT(nullptr));
musaError_t musaLaunchKernelExC(const musaLaunchConfig_t *config, const void *func, void **args);
musaError_t musaLaunchCooperativeKernel(const void *func, struct dim3 gridDim, struct dim3 blockDim,
                                        void **args, size_t sharedMem __MUSA_DEFAULT(0),
                                        musaStream_t stream __MUSA_DEFAULT(nullptr));
musaError_t musaFuncGetAttributes(struct musaFuncAttributes *attr, const void *func);
musaError_t musaFuncSetAttribute(const void *func, enum musaFuncAttribute attr, int value);
musaError_t musaFuncSetCacheConfig(const void *func, enum musaFuncCache cacheConfig);
musaError_t musaFuncSetSharedMemConfig(const void *func, enum musaSharedMemConfig config);
musaError_t musaFuncGetName(const char **name, const void *func);
musaError_t musaFuncGetParamInfo(const void *func, size_t paramIndex, size_t *paramOffset,
                                 size_t *paramSize);
musaError_t musaOccupancyMaxActiveBlocksPerMultiprocessor(int *numBlocks, const void *func,
                                                          int blockSize, size_t dynamicSMemSize);
musaError_t musaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *numBlocks, const void *func,
                                                                   int blockSize,
                                                                   size_t dynamicSMemSize,
                                                                   unsigned int flags);
musaError_t musaOccupancyAvailableDynamicSMemPerBlock(size_t *dynamicSmemSize, const void *func,
                                                      int numBlocks, int blockSize);
musaError_t musaSetDoubleForDevice(double *d);
musaError_t musaSetDoubleForHost(double *d);

/* ------------------------------------------------------------------ textures and surfaces */

musaError_t musaCreateTextureObject(musaTextureObject_t *texObject,
                                    const struct musaResourceDesc *resDesc,
                                    const struct musaTextureDesc *texDesc,
                                    const struct musaResourceViewDesc *resViewDesc);
musaError_t musaDestroyTextureObject(musaTextureObject_t texObject);
musaError_t musaGetTextureObjectResourceDesc(struct musaResourceDesc *resDesc,
                                             musaTextureObject_t texObject);
musaError_t musaGetTextureObjectTextureDesc(struct musaTextureDesc *texDesc,
                                            musaTextureObject_t texObject);
musaError_t musaGetTextureObjectResourceViewDesc(struct musaResourceViewDesc *resViewDesc,
                                                 musaTextureObject_t texObject);
musaError_t musaCreateSurfaceObject(musaSurfaceObject_t *surfObject,
                                    const struct musaResourceDesc *resDesc);
musaError_t musaDestroySurfaceObject(musaSurfaceObject_t surfObject);
musaError_t musaGetSurfaceObjectResourceDesc(struct musaResourceDesc *resDesc,
                                             musaSurfaceObject_t surfObject);

/* ------------------------------------------------------------------ texture and surface
   references: a bound reference is read by all devices */

/* *offset, which may be null, becomes 0: memory needs no alignment here. A size beyond the end of
   the allocation means up to its end. */
musaError_t musaBindTexture(size_t *offset, const struct textureReference *texref,
                            const void *devPtr, const struct musaChannelFormatDesc *desc,
                            size_t size __MUSA_DEFAULT(0xffffffff));
musaError_t musaBindTexture2D(size_t *offset, const struct textureReference *texref,
                              const void *devPtr, const struct musaChannelFormatDesc *desc,
                              size_t width, size_t height, size_t pitch);
musaError_t musaBindTextureToArray(const struct textureReference *texref, musaArray_const_t array,
                                   const struct musaChannelFormatDesc *desc);
musaError_t musaUnbindTexture(const struct textureReference *texref);
musaError_t musaGetTextureAlignmentOffset(size_t *offset, const struct textureReference *texref);
musaError_t musaGetTextureReference(const struct textureReference **texref, const void *symbol);
musaError_t musaBindSurfaceToArray(const struct surfaceReference *surfref, musaArray_const_t array,
                                   const struct musaChannelFormatDesc *desc);
musaError_t musaGetSurfaceReference(const struct surfaceReference **surfref, const void *symbol);

/* ------------------------------------------------------------------ not on the host: each returns
   musaErrorNotSupported */

musaError_t musaGraphicsUnregisterResource(musaGraphicsResource_t resource);
musaError_t musaGraphicsResourceSetMapFlags(musaGraphicsResource_t resource, unsigned int flags);
musaError_t musaGraphicsMapResources(int count, musaGraphicsResource_t *resources,
                                     musaStream_t stream __MUSA_DEFAULT(nullptr));
musaError_t musaGraphicsUnmapResources(int count, musaGraphicsResource_t *resources,
                                       musaStream_t stream __MUSA_DEFAULT(nullptr));
musaError_t musaGraphicsResourceGetMappedPointer(void **devPtr, size_t *size,
                                                 musaGraphicsResource_t resource);
musaError_t musaGraphicsSubResourceGetMappedArray(musaArray_t *array,
                                                  musaGraphicsResource_t resource,
                                                  unsigned int arrayIndex, unsigned int mipLevel);
musaError_t musaGraphicsResourceGetMappedMipmappedArray(musaMipmappedArray_t *mipmappedArray,
                                                        musaGraphicsResource_t resource);
musaError_t musaIpcGetEventHandle(musaIpcEventHandle_t *handle, musaEvent_t event);
musaError_t musaIpcOpenEventHandle(musaEvent_t *event, musaIpcEventHandle_t handle);
musaError_t musaIpcGetMemHandle(musaIpcMemHandle_t *handle, void *devPtr);
musaError_t musaIpcOpenMemHandle(void **devPtr, musaIpcMemHandle_t handle, unsigned int flags);
musaError_t musaIpcCloseMemHandle(void *devPtr);
musaError_t musaMemPoolExportToShareableHandle(void *shareableHandle, musaMemPool_t memPool,
                                               enum musaMemAllocationHandleType handleType,
                                               unsigned int flags);
musaError_t musaMemPoolImportFromShareableHandle(musaMemPool_t *memPool, void *shareableHandle,
                                                 enum musaMemAllocationHandleType handleType,
                                                 unsigned int flags);
musaError_t musaMemPoolExportPointer(struct musaMemPoolPtrExportData *exportData, void *ptr);
musaError_t musaMemPoolImportPointer(void **ptr, musaMemPool_t memPool,
                                     struct musaMemPoolPtrExportData *exportData);
musaError_t musaMallocMipmappedArray(musaMipmappedArray_t *mipmappedArray,
                                     const struct musaChannelFormatDesc *desc,
                                     struct musaExtent extent, unsigned int numLevels,
                                     unsigned int flags);
musaError_t musaGetMipmappedArrayLevel(musaArray_t *levelArray,
                                       musaMipmappedArray_const_t mipmappedArray,
                                       unsigned int level);
musaError_t musaFreeMipmappedArray(musaMipmappedArray_t mipmappedArray);
musaError_t musaBindTextureToMipmappedArray(const struct textureReference *texref,
                                            musaMipmappedArray_const_t mipmappedArray,
                                            const struct musaChannelFormatDesc *desc);
musaError_t musaArrayGetPlane(musaArray_t *planeArray, musaArray_t array, unsigned int planeIdx);
musaError_t musaOccupancyMaxPotentialClusterSize(int *clusterSize, const void *func,
                                                 const musaLaunchConfig_t *launchConfig);
musaError_t musaOccupancyMaxActiveClusters(int *numClusters, const void *func,
                                           const musaLaunchConfig_t *launchConfig);
musaError_t musaGetExportTable(const void **exportTable, const musaUUID_t *exportTableId);

#pragma GCC visibility pop
#if defined(__cplusplus)
} // extern "C"
#endif

#include "musa_port/host/graph_api.h"

#if defined(__cplusplus)
#include "musa_port/host/runtime_templates.h"
#endif

#endif /* __MUSA_RUNTIME_API_H__ */
