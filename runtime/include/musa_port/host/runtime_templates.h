//===- musa_port/host/runtime_templates.h - the runtime API's C++ forms --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSA_PORT_HOST_RUNTIME_TEMPLATES_H
#define MUSA_PORT_HOST_RUNTIME_TEMPLATES_H

#include "musa_port/host/symbol_address.h"
#include "musa_runtime_api.h"

#include <type_traits>
#include <utility>

// ------------------------------------------------------------------- memory of a type

namespace __musa_port {
/// Casts the address of any pointer, also to const data, to the void ** that C functions take.
template <class T> inline void **untyped(T **address) {
  return reinterpret_cast<void **>(const_cast<typename std::remove_cv<T>::type **>(address));
}
} // namespace __musa_port

template <class T> static inline musaError_t musaMalloc(T **devPtr, size_t size) {
  return ::musaMalloc(__musa_port::untyped(devPtr), size);
}

template <class T>
static inline musaError_t musaMallocHost(T **ptr, size_t size,
                                         unsigned int flags = musaHostAllocDefault) {
  return ::musaHostAlloc(__musa_port::untyped(ptr), size, flags);
}
static inline musaError_t musaMallocHost(void **ptr, size_t size, unsigned int flags) {
  return ::musaHostAlloc(ptr, size, flags);
}

template <class T>
static inline musaError_t musaHostAlloc(T **ptr, size_t size, unsigned int flags) {
  return ::musaHostAlloc(__musa_port::untyped(ptr), size, flags);
}

template <class T>
static inline musaError_t musaHostGetDevicePointer(T **pDevice, void *pHost, unsigned int flags) {
  return ::musaHostGetDevicePointer(__musa_port::untyped(pDevice), pHost, flags);
}

template <class T>
static inline musaError_t musaMallocManaged(T **devPtr, size_t size,
                                            unsigned int flags = musaMemAttachGlobal) {
  return ::musaMallocManaged(__musa_port::untyped(devPtr), size, flags);
}

template <class T>
static inline musaError_t musaMallocPitch(T **devPtr, size_t *pitch, size_t width, size_t height) {
  return ::musaMallocPitch(__musa_port::untyped(devPtr), pitch, width, height);
}

template <class T>
static inline musaError_t musaMallocAsync(T **ptr, size_t size, musaStream_t stream) {
  return ::musaMallocAsync(__musa_port::untyped(ptr), size, stream);
}
static inline musaError_t musaMallocAsync(void **ptr, size_t size, musaMemPool_t memPool,
                                          musaStream_t stream) {
  return ::musaMallocFromPoolAsync(ptr, size, memPool, stream);
}
template <class T>
static inline musaError_t musaMallocAsync(T **ptr, size_t size, musaMemPool_t memPool,
                                          musaStream_t stream) {
  return ::musaMallocFromPoolAsync(__musa_port::untyped(ptr), size, memPool, stream);
}
template <class T>
static inline musaError_t musaMallocFromPoolAsync(T **ptr, size_t size, musaMemPool_t memPool,
                                                  musaStream_t stream) {
  return ::musaMallocFromPoolAsync(__musa_port::untyped(ptr), size, memPool, stream);
}

template <class T>
static inline musaError_t musaStreamAttachMemAsync(musaStream_t stream, T *devPtr,
                                                   size_t length = 0,
                                                   unsigned int flags = musaMemAttachSingle) {
  return ::musaStreamAttachMemAsync(stream, static_cast<void *>(devPtr), length, flags);
}

// The forms of CUDA 13, which has no others. They take the location as a musaMemLocation.
static inline musaError_t musaMemPrefetchAsync(const void *devPtr, size_t count,
                                               musaMemLocation location, unsigned int flags,
                                               musaStream_t stream = nullptr) {
  return ::musaMemPrefetchAsync_v2(devPtr, count, location, flags, stream);
}
static inline musaError_t musaMemAdvise(const void *devPtr, size_t count, musaMemoryAdvise advice,
                                        musaMemLocation location) {
  return ::musaMemAdvise_v2(devPtr, count, advice, location);
}

// ------------------------------------------------------------------- symbols by name

template <class T>
static inline musaError_t musaMemcpyToSymbol(const T &symbol, const void *src, size_t count,
                                             size_t offset = 0,
                                             musaMemcpyKind kind = musaMemcpyHostToDevice) {
  return ::musaMemcpyToSymbol(__musa_port::symbolAddress(symbol), src, count, offset, kind);
}
template <class T>
static inline musaError_t musaMemcpyToSymbolAsync(const T &symbol, const void *src, size_t count,
                                                  size_t offset = 0,
                                                  musaMemcpyKind kind = musaMemcpyHostToDevice,
                                                  musaStream_t stream = nullptr) {
  return ::musaMemcpyToSymbolAsync(__musa_port::symbolAddress(symbol), src, count, offset, kind,
                                   stream);
}
template <class T>
static inline musaError_t musaMemcpyFromSymbol(void *dst, const T &symbol, size_t count,
                                               size_t offset = 0,
                                               musaMemcpyKind kind = musaMemcpyDeviceToHost) {
  return ::musaMemcpyFromSymbol(dst, __musa_port::symbolAddress(symbol), count, offset, kind);
}
template <class T>
static inline musaError_t musaMemcpyFromSymbolAsync(void *dst, const T &symbol, size_t count,
                                                    size_t offset = 0,
                                                    musaMemcpyKind kind = musaMemcpyDeviceToHost,
                                                    musaStream_t stream = nullptr) {
  return ::musaMemcpyFromSymbolAsync(dst, __musa_port::symbolAddress(symbol), count, offset, kind,
                                     stream);
}
template <class T> static inline musaError_t musaGetSymbolAddress(void **devPtr, const T &symbol) {
  return ::musaGetSymbolAddress(devPtr, __musa_port::symbolAddress(symbol));
}
template <class T> static inline musaError_t musaGetSymbolSize(size_t *size, const T &symbol) {
  return ::musaGetSymbolSize(size, __musa_port::symbolAddress(symbol));
}

// ------------------------------------------------------------------- events, arrays

static inline musaError_t musaEventCreate(musaEvent_t *event, unsigned int flags) {
  return ::musaEventCreateWithFlags(event, flags);
}

namespace __musa_port {
/// The channels of a texel of type T: how many there are and of which type.
template <class T, class = void> struct ChannelsOf {
  using Component = T;
  static constexpr int count = 1;
};
template <class T> struct ChannelsOf<T, decltype(void(std::declval<T>().x))> {
  using Component = typename std::remove_cv<decltype(std::declval<T>().x)>::type;
  static constexpr int count = static_cast<int>(sizeof(T) / sizeof(Component));
};
} // namespace __musa_port

template <class T> static inline musaChannelFormatDesc musaCreateChannelDesc() {
  using Channels = __musa_port::ChannelsOf<T>;
  using Component = typename Channels::Component;
  constexpr int bits = static_cast<int>(sizeof(Component)) * 8;
  constexpr int n = Channels::count;
  return ::musaCreateChannelDesc(
      bits, n > 1 ? bits : 0, n > 2 ? bits : 0, n > 3 ? bits : 0,
      !std::is_arithmetic<Component>::value      ? musaChannelFormatKindNone
      : std::is_floating_point<Component>::value ? musaChannelFormatKindFloat
      : std::is_signed<Component>::value         ? musaChannelFormatKindSigned
                                                 : musaChannelFormatKindUnsigned);
}
static inline musaChannelFormatDesc musaCreateChannelDescHalf() {
  return ::musaCreateChannelDesc(16, 0, 0, 0, musaChannelFormatKindFloat);
}
static inline musaChannelFormatDesc musaCreateChannelDescHalf1() {
  return ::musaCreateChannelDesc(16, 0, 0, 0, musaChannelFormatKindFloat);
}
static inline musaChannelFormatDesc musaCreateChannelDescHalf2() {
  return ::musaCreateChannelDesc(16, 16, 0, 0, musaChannelFormatKindFloat);
}
static inline musaChannelFormatDesc musaCreateChannelDescHalf4() {
  return ::musaCreateChannelDesc(16, 16, 16, 16, musaChannelFormatKindFloat);
}

// ------------------------------------------------------------------- kernels

template <class T>
static inline musaError_t musaLaunchKernel(T *func, dim3 gridDim, dim3 blockDim, void **args,
                                           size_t sharedMem = 0, musaStream_t stream = nullptr) {
  return ::musaLaunchKernel(reinterpret_cast<const void *>(func), gridDim, blockDim, args,
                            sharedMem, stream);
}

template <class T>
static inline musaError_t musaLaunchCooperativeKernel(T *func, dim3 gridDim, dim3 blockDim,
                                                      void **args, size_t sharedMem = 0,
                                                      musaStream_t stream = nullptr) {
  return ::musaLaunchCooperativeKernel(reinterpret_cast<const void *>(func), gridDim, blockDim,
                                       args, sharedMem, stream);
}

template <class T>
static inline musaError_t musaLaunchKernelExC(const musaLaunchConfig_t *config, T *func,
                                              void **args) {
  return ::musaLaunchKernelExC(config, reinterpret_cast<const void *>(func), args);
}

/// Converts the arguments to the kernel's parameters, as a call would convert them.
template <class... Parameters, class... Arguments>
static inline musaError_t musaLaunchKernelEx(const musaLaunchConfig_t *config,
                                             void (*kernel)(Parameters...),
                                             Arguments &&...arguments) {
  static_assert(sizeof...(Parameters) == sizeof...(Arguments), "wrong number of arguments");
  return [&](Parameters... converted) {
    void *addresses[sizeof...(Parameters) + 1] = {
        const_cast<void *>(static_cast<const void *>(__builtin_addressof(converted)))..., nullptr};
    return ::musaLaunchKernelExC(config, reinterpret_cast<const void *>(kernel), addresses);
  }(static_cast<Arguments &&>(arguments)...);
}

template <class T>
static inline musaError_t musaGetFuncBySymbol(musaFunction_t *functionPtr, T *symbol) {
  return ::musaGetFuncBySymbol(functionPtr, reinterpret_cast<const void *>(symbol));
}
template <class T>
static inline musaError_t musaGetKernel(musaKernel_t *kernelPtr, T *entryFuncAddr) {
  return ::musaGetKernel(kernelPtr, reinterpret_cast<const void *>(entryFuncAddr));
}
template <class T>
static inline musaError_t musaFuncGetAttributes(musaFuncAttributes *attr, T *entry) {
  return ::musaFuncGetAttributes(attr, reinterpret_cast<const void *>(entry));
}
template <class T>
static inline musaError_t musaFuncSetAttribute(T *func, musaFuncAttribute attr, int value) {
  return ::musaFuncSetAttribute(reinterpret_cast<const void *>(func), attr, value);
}
template <class T>
static inline musaError_t musaFuncSetCacheConfig(T *func, musaFuncCache cacheConfig) {
  return ::musaFuncSetCacheConfig(reinterpret_cast<const void *>(func), cacheConfig);
}
template <class T>
static inline musaError_t musaFuncSetSharedMemConfig(T *func, musaSharedMemConfig config) {
  return ::musaFuncSetSharedMemConfig(reinterpret_cast<const void *>(func), config);
}
template <class T> static inline musaError_t musaFuncGetName(const char **name, T *func) {
  return ::musaFuncGetName(name, reinterpret_cast<const void *>(func));
}

// ------------------------------------------------------------------- occupancy

template <class T>
static inline musaError_t musaOccupancyMaxActiveBlocksPerMultiprocessor(int *numBlocks, T func,
                                                                        int blockSize,
                                                                        size_t dynamicSMemSize) {
  return ::musaOccupancyMaxActiveBlocksPerMultiprocessor(
      numBlocks, reinterpret_cast<const void *>(func), blockSize, dynamicSMemSize);
}
template <class T>
static inline musaError_t
musaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *numBlocks, T func, int blockSize,
                                                       size_t dynamicSMemSize, unsigned int flags) {
  return ::musaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
      numBlocks, reinterpret_cast<const void *>(func), blockSize, dynamicSMemSize, flags);
}
template <class T>
static inline musaError_t musaOccupancyAvailableDynamicSMemPerBlock(size_t *dynamicSmemSize,
                                                                    T *func, int numBlocks,
                                                                    int blockSize) {
  return ::musaOccupancyAvailableDynamicSMemPerBlock(
      dynamicSmemSize, reinterpret_cast<const void *>(func), numBlocks, blockSize);
}

/// Tries the limit and multiples of the warp size below it. *blockSize gets the largest with most
/// threads resident on a multiprocessor; *minGridSize gets the fewest blocks that fill the device.
template <class Function, class SharedMemoryOfBlock>
static inline musaError_t musaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(
    int *minGridSize, int *blockSize, Function func, SharedMemoryOfBlock blockSizeToDynamicSMemSize,
    int blockSizeLimit = 0, unsigned int flags = 0) {
  if (minGridSize == nullptr || blockSize == nullptr || func == nullptr)
    return musaErrorInvalidValue;
  int device = 0, threads = 0, processors = 0, warp = 0;
  musaFuncAttributes attributes;
  musaError_t status = ::musaGetDevice(&device);
  if (status == musaSuccess)
    status = ::musaDeviceGetAttribute(&threads, musaDevAttrMaxThreadsPerMultiProcessor, device);
  if (status == musaSuccess)
    status = ::musaDeviceGetAttribute(&processors, musaDevAttrMultiProcessorCount, device);
  if (status == musaSuccess)
    status = ::musaDeviceGetAttribute(&warp, musaDevAttrWarpSize, device);
  if (status == musaSuccess)
    status = ::musaFuncGetAttributes(&attributes, reinterpret_cast<const void *>(func));
  if (status != musaSuccess)
    return status;
  int limit = attributes.maxThreadsPerBlock;
  if (blockSizeLimit > 0 && blockSizeLimit < limit)
    limit = blockSizeLimit;
  int bestThreads = 0;
  *minGridSize = 0;
  *blockSize = 0;
  for (int rounded = (limit + warp - 1) / warp * warp; rounded > 0; rounded -= warp) {
    const int size = rounded < limit ? rounded : limit;
    int blocks = 0;
    status = ::musaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
        &blocks, reinterpret_cast<const void *>(func), size,
        static_cast<size_t>(blockSizeToDynamicSMemSize(size)), flags);
    if (status != musaSuccess)
      return status;
    if (blocks * size > bestThreads) {
      bestThreads = blocks * size;
      *minGridSize = blocks * processors;
      *blockSize = size;
    }
    if (bestThreads == threads)
      break;
  }
  return musaSuccess;
}

template <class Function, class SharedMemoryOfBlock>
static inline musaError_t
musaOccupancyMaxPotentialBlockSizeVariableSMem(int *minGridSize, int *blockSize, Function func,
                                               SharedMemoryOfBlock blockSizeToDynamicSMemSize,
                                               int blockSizeLimit = 0) {
  return musaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(
      minGridSize, blockSize, func, blockSizeToDynamicSMemSize, blockSizeLimit, 0);
}
template <class Function>
static inline musaError_t
musaOccupancyMaxPotentialBlockSizeWithFlags(int *minGridSize, int *blockSize, Function func,
                                            size_t dynamicSMemSize = 0, int blockSizeLimit = 0,
                                            unsigned int flags = 0) {
  return musaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(
      minGridSize, blockSize, func, [=](int) { return dynamicSMemSize; }, blockSizeLimit, flags);
}
template <class Function>
static inline musaError_t
musaOccupancyMaxPotentialBlockSize(int *minGridSize, int *blockSize, Function func,
                                   size_t dynamicSMemSize = 0, int blockSizeLimit = 0) {
  return musaOccupancyMaxPotentialBlockSizeWithFlags(minGridSize, blockSize, func, dynamicSMemSize,
                                                     blockSizeLimit, 0);
}
template <class T>
static inline musaError_t musaOccupancyMaxPotentialClusterSize(int *clusterSize, T *func,
                                                               const musaLaunchConfig_t *config) {
  return ::musaOccupancyMaxPotentialClusterSize(clusterSize, reinterpret_cast<const void *>(func),
                                                config);
}
template <class T>
static inline musaError_t musaOccupancyMaxActiveClusters(int *numClusters, T *func,
                                                         const musaLaunchConfig_t *config) {
  return ::musaOccupancyMaxActiveClusters(numClusters, reinterpret_cast<const void *>(func),
                                          config);
}

#endif // MUSA_PORT_HOST_RUNTIME_TEMPLATES_H
