/*===- musa_occupancy.h - how many blocks a multiprocessor takes --*- C -*-===//
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The calculator of cuda_occupancy.h for devices that the caller describes: no device is asked.
 * Names and numbers equal CUDA's. Registers are not counted where a device has none to speak of
 * (regsPerMultiprocessor is 0), as on the host.
 *===----------------------------------------------------------------------===*/
#ifndef MUSA_OCCUPANCY_H
#define MUSA_OCCUPANCY_H

#include <stddef.h>

typedef enum musaOccError_enum {
  MUSA_OCC_SUCCESS = 0,
  MUSA_OCC_ERROR_INVALID_INPUT = 1,
  MUSA_OCC_ERROR_UNKNOWN_DEVICE = 2
} musaOccError;

typedef struct musaOccDeviceProp {
  int computeMajor;
  int computeMinor;
  int maxThreadsPerBlock;
  int maxThreadsPerMultiprocessor;
  int regsPerBlock;
  int regsPerMultiprocessor;
  int warpSize;
  size_t sharedMemPerBlock;
  size_t sharedMemPerMultiprocessor;
  int numSms;
  size_t sharedMemPerBlockOptin;
  size_t reservedSharedMemPerBlock;
  int maxBlocksPerMultiprocessor; /* CUDA has a table of its GPUs instead; 0: 32 */

#ifdef __cplusplus
  template <typename DeviceProp>
  musaOccDeviceProp(const DeviceProp &props) // NOLINT(google-explicit-constructor): as CUDA has it
      : computeMajor(props.major), computeMinor(props.minor),
        maxThreadsPerBlock(props.maxThreadsPerBlock),
        maxThreadsPerMultiprocessor(props.maxThreadsPerMultiProcessor),
        regsPerBlock(props.regsPerBlock), regsPerMultiprocessor(props.regsPerMultiprocessor),
        warpSize(props.warpSize), sharedMemPerBlock(props.sharedMemPerBlock),
        sharedMemPerMultiprocessor(props.sharedMemPerMultiprocessor),
        numSms(props.multiProcessorCount), sharedMemPerBlockOptin(props.sharedMemPerBlockOptin),
        reservedSharedMemPerBlock(props.reservedSharedMemPerBlock),
        maxBlocksPerMultiprocessor(props.maxBlocksPerMultiProcessor) {}
  musaOccDeviceProp()
      : computeMajor(0), computeMinor(0), maxThreadsPerBlock(0), maxThreadsPerMultiprocessor(0),
        regsPerBlock(0), regsPerMultiprocessor(0), warpSize(0), sharedMemPerBlock(0),
        sharedMemPerMultiprocessor(0), numSms(0), sharedMemPerBlockOptin(0),
        reservedSharedMemPerBlock(0), maxBlocksPerMultiprocessor(0) {}
#endif
} musaOccDeviceProp;

typedef enum musaOccPartitionedGCConfig_enum {
  PARTITIONED_GC_OFF,
  PARTITIONED_GC_ON,
  PARTITIONED_GC_ON_STRICT
} musaOccPartitionedGCConfig;

typedef enum musaOccFuncShmemConfig_enum {
  FUNC_SHMEM_LIMIT_DEFAULT,
  FUNC_SHMEM_LIMIT_OPTIN
} musaOccFuncShmemConfig;

typedef struct musaOccFuncAttributes {
  int maxThreadsPerBlock;
  int numRegs;
  size_t sharedSizeBytes;
  musaOccPartitionedGCConfig partitionedGCConfig;
  musaOccFuncShmemConfig shmemLimitConfig;
  size_t maxDynamicSharedSizeBytes;
  int numBlockBarriers;

#ifdef __cplusplus
  template <typename FuncAttributes>
  musaOccFuncAttributes(const FuncAttributes &attr) // NOLINT(google-explicit-constructor)
      : maxThreadsPerBlock(attr.maxThreadsPerBlock), numRegs(attr.numRegs),
        sharedSizeBytes(attr.sharedSizeBytes), partitionedGCConfig(PARTITIONED_GC_OFF),
        shmemLimitConfig(FUNC_SHMEM_LIMIT_OPTIN),
        maxDynamicSharedSizeBytes(static_cast<size_t>(attr.maxDynamicSharedSizeBytes)),
        numBlockBarriers(1) {}
  musaOccFuncAttributes()
      : maxThreadsPerBlock(0), numRegs(0), sharedSizeBytes(0),
        partitionedGCConfig(PARTITIONED_GC_OFF), shmemLimitConfig(FUNC_SHMEM_LIMIT_DEFAULT),
        maxDynamicSharedSizeBytes(0), numBlockBarriers(0) {}
#endif
} musaOccFuncAttributes;

typedef enum musaOccCacheConfig_enum {
  CACHE_PREFER_NONE = 0x00,
  CACHE_PREFER_SHARED = 0x01,
  CACHE_PREFER_L1 = 0x02,
  CACHE_PREFER_EQUAL = 0x03
} musaOccCacheConfig;

typedef enum musaOccCarveoutConfig_enum {
  SHAREDMEM_CARVEOUT_DEFAULT = -1,
  SHAREDMEM_CARVEOUT_MAX_SHARED = 100,
  SHAREDMEM_CARVEOUT_MAX_L1 = 0,
  SHAREDMEM_CARVEOUT_HALF = 50
} musaOccCarveoutConfig;

/* Neither changes a result: shared memory and the cache are apart. */
typedef struct musaOccDeviceState {
  musaOccCacheConfig cacheConfig;
  int carveoutConfig;

#ifdef __cplusplus
  musaOccDeviceState()
      : cacheConfig(CACHE_PREFER_NONE), carveoutConfig(SHAREDMEM_CARVEOUT_DEFAULT) {}
#endif
} musaOccDeviceState;

typedef enum musaOccLimitingFactor_enum {
  OCC_LIMIT_WARPS = 0x01,
  OCC_LIMIT_REGISTERS = 0x02,
  OCC_LIMIT_SHARED_MEMORY = 0x04,
  OCC_LIMIT_BLOCKS = 0x08,
  OCC_LIMIT_BARRIERS = 0x10
} musaOccLimitingFactor;

typedef struct musaOccResult {
  int activeBlocksPerMultiprocessor;
  unsigned int limitingFactors; /* of musaOccLimitingFactor */
  int blockLimitRegs;
  int blockLimitSharedMem;
  int blockLimitWarps;
  int blockLimitBlocks;
  int blockLimitBarriers;
  int allocatedRegistersPerBlock;
  size_t allocatedSharedMemPerBlock;
  musaOccPartitionedGCConfig partitionedGCConfig;
} musaOccResult;

#define MUSA_OCC_NO_LIMIT_ 0x7fffffff

static inline int musaPortOccSmaller(int a, int b) { return a < b ? a : b; }

static inline int musaPortOccMaxBlocks(const musaOccDeviceProp *properties) {
  const int fallback = 32;
  return properties->maxBlocksPerMultiprocessor > 0 ? properties->maxBlocksPerMultiprocessor
                                                    : fallback;
}

static inline musaOccError musaOccInputCheck(const musaOccDeviceProp *properties,
                                             const musaOccFuncAttributes *attributes,
                                             const musaOccDeviceState *state) {
  if (properties == NULL || attributes == NULL || state == NULL ||
      properties->maxThreadsPerBlock <= 0 || properties->maxThreadsPerMultiprocessor <= 0 ||
      properties->warpSize <= 0 || properties->sharedMemPerMultiprocessor == 0 ||
      attributes->maxThreadsPerBlock <= 0 || attributes->numRegs < 0)
    return MUSA_OCC_ERROR_INVALID_INPUT;
  return MUSA_OCC_SUCCESS;
}

/* What a block may have: more than the usual limit only by opting in. */
static inline size_t musaPortOccSharedLimit(const musaOccDeviceProp *properties,
                                            const musaOccFuncAttributes *attributes) {
  return attributes->shmemLimitConfig == FUNC_SHMEM_LIMIT_OPTIN &&
                 properties->sharedMemPerBlockOptin > properties->sharedMemPerBlock
             ? properties->sharedMemPerBlockOptin
             : properties->sharedMemPerBlock;
}

/* `blockSize` in threads, `dynamicSmemSize` in bytes. A block that does not fit gives 0 blocks. */
static inline musaOccError
musaOccMaxActiveBlocksPerMultiprocessor(musaOccResult *result, const musaOccDeviceProp *properties,
                                        const musaOccFuncAttributes *attributes,
                                        const musaOccDeviceState *state, int blockSize,
                                        size_t dynamicSmemSize) {
  const musaOccError status = musaOccInputCheck(properties, attributes, state);
  const int isUsable = status == MUSA_OCC_SUCCESS && result != NULL && blockSize > 0 ? 1 : 0;
  int warps, threads, fits;
  size_t shared;
  if (!isUsable)
    return MUSA_OCC_ERROR_INVALID_INPUT;
  warps = (blockSize + properties->warpSize - 1) / properties->warpSize;
  threads = warps * properties->warpSize;
  shared = attributes->sharedSizeBytes + dynamicSmemSize;
  fits = blockSize <= properties->maxThreadsPerBlock; /* launch bounds do not count, as in CUDA */
  result->partitionedGCConfig = PARTITIONED_GC_OFF;
  result->allocatedRegistersPerBlock = attributes->numRegs * threads;
  result->allocatedSharedMemPerBlock = shared + properties->reservedSharedMemPerBlock;
  result->blockLimitWarps = fits ? properties->maxThreadsPerMultiprocessor / threads : 0;
  result->blockLimitBlocks = musaPortOccMaxBlocks(properties);
  result->blockLimitBarriers = MUSA_OCC_NO_LIMIT_;
  result->blockLimitRegs =
      result->allocatedRegistersPerBlock == 0 || properties->regsPerMultiprocessor == 0
          ? MUSA_OCC_NO_LIMIT_
      : result->allocatedRegistersPerBlock > properties->regsPerBlock
          ? 0
          : properties->regsPerMultiprocessor / result->allocatedRegistersPerBlock;
  result->blockLimitSharedMem =
      shared > musaPortOccSharedLimit(properties, attributes) ? 0
      : result->allocatedSharedMemPerBlock == 0
          ? MUSA_OCC_NO_LIMIT_
          : (int)(properties->sharedMemPerMultiprocessor / result->allocatedSharedMemPerBlock);
  result->activeBlocksPerMultiprocessor =
      musaPortOccSmaller(musaPortOccSmaller(result->blockLimitWarps, result->blockLimitBlocks),
                         musaPortOccSmaller(result->blockLimitRegs, result->blockLimitSharedMem));
  result->limitingFactors =
      (result->blockLimitWarps == result->activeBlocksPerMultiprocessor ? OCC_LIMIT_WARPS : 0u) |
      (result->blockLimitRegs == result->activeBlocksPerMultiprocessor ? OCC_LIMIT_REGISTERS : 0u) |
      (result->blockLimitSharedMem == result->activeBlocksPerMultiprocessor
           ? OCC_LIMIT_SHARED_MEMORY
           : 0u) |
      (result->blockLimitBlocks == result->activeBlocksPerMultiprocessor ? OCC_LIMIT_BLOCKS : 0u);
  return MUSA_OCC_SUCCESS;
}

/* What one block may still take of shared memory if `numBlocks` are to be on a multiprocessor.
 * 0 bytes, and an error, if so many do not fit. */
static inline musaOccError
musaOccAvailableDynamicSMemPerBlock(size_t *dynamicSmemSize, const musaOccDeviceProp *properties,
                                    const musaOccFuncAttributes *attributes,
                                    const musaOccDeviceState *state, int numBlocks, int blockSize) {
  musaOccResult result;
  size_t share, taken, limit;
  musaOccError status;
  if (dynamicSmemSize == NULL || numBlocks <= 0)
    return MUSA_OCC_ERROR_INVALID_INPUT;
  *dynamicSmemSize = 0;
  status =
      musaOccMaxActiveBlocksPerMultiprocessor(&result, properties, attributes, state, blockSize, 0);
  if (status != MUSA_OCC_SUCCESS)
    return status;
  if (result.activeBlocksPerMultiprocessor < numBlocks)
    return MUSA_OCC_ERROR_INVALID_INPUT;
  share = properties->sharedMemPerMultiprocessor / (size_t)numBlocks;
  taken = result.allocatedSharedMemPerBlock;
  limit = musaPortOccSharedLimit(properties, attributes) - attributes->sharedSizeBytes;
  share = share > taken ? share - taken : 0;
  *dynamicSmemSize = share < limit ? share : limit;
  return MUSA_OCC_SUCCESS;
}

/* The largest block that is tried: a multiple of the warp. 0: the input is not valid. */
static inline int musaPortOccFirstSize(int *minGridSize, int *blockSize,
                                       const musaOccDeviceProp *properties,
                                       const musaOccFuncAttributes *attributes,
                                       const musaOccDeviceState *state) {
  int size;
  if (minGridSize == NULL || blockSize == NULL ||
      musaOccInputCheck(properties, attributes, state) != MUSA_OCC_SUCCESS)
    return 0;
  *minGridSize = *blockSize = 0;
  size = musaPortOccSmaller(properties->maxThreadsPerBlock, attributes->maxThreadsPerBlock);
  return size - size % properties->warpSize;
}

/* Takes the size if it keeps more than `*most` threads on a multiprocessor. */
static inline musaOccError musaPortOccTrySize(int size, size_t dynamicSMemSize, int *most,
                                              int *minGridSize, int *blockSize,
                                              const musaOccDeviceProp *properties,
                                              const musaOccFuncAttributes *attributes,
                                              const musaOccDeviceState *state) {
  musaOccResult result;
  const musaOccError status = musaOccMaxActiveBlocksPerMultiprocessor(
      &result, properties, attributes, state, size, dynamicSMemSize);
  if (status == MUSA_OCC_SUCCESS && result.activeBlocksPerMultiprocessor * size > *most) {
    *most = result.activeBlocksPerMultiprocessor * size;
    *blockSize = size;
    *minGridSize = result.activeBlocksPerMultiprocessor * properties->numSms;
  }
  return status;
}

/* The block size, a multiple of the warp, with which most threads are on a multiprocessor, the
 * largest of several; and the smallest grid that fills the device. `blockSizeToDynamicSMemSize` may
 * be null: then each block takes `dynamicSMemSize` bytes. */
static inline musaOccError musaOccMaxPotentialOccupancyBlockSize(
    int *minGridSize, int *blockSize, const musaOccDeviceProp *properties,
    const musaOccFuncAttributes *attributes, const musaOccDeviceState *state,
    size_t (*blockSizeToDynamicSMemSize)(int), size_t dynamicSMemSize) {
  int most = 0;
  int size = musaPortOccFirstSize(minGridSize, blockSize, properties, attributes, state);
  musaOccError status = size > 0 ? MUSA_OCC_SUCCESS : MUSA_OCC_ERROR_INVALID_INPUT;
  for (; size > 0 && status == MUSA_OCC_SUCCESS; size -= properties->warpSize)
    status = musaPortOccTrySize(
        size,
        blockSizeToDynamicSMemSize != NULL ? blockSizeToDynamicSMemSize(size) : dynamicSMemSize,
        &most, minGridSize, blockSize, properties, attributes, state);
  return status;
}

#ifdef __cplusplus
namespace {

inline musaOccError musaOccMaxPotentialOccupancyBlockSize(int *minGridSize, int *blockSize,
                                                          const musaOccDeviceProp *properties,
                                                          const musaOccFuncAttributes *attributes,
                                                          const musaOccDeviceState *state,
                                                          size_t dynamicSMemSize = 0) {
  return musaOccMaxPotentialOccupancyBlockSize(minGridSize, blockSize, properties, attributes,
                                               state, nullptr, dynamicSMemSize);
}

/* The same for any function object. */
template <typename UnaryFunction>
inline musaOccError musaOccMaxPotentialOccupancyBlockSizeVariableSMem(
    int *minGridSize, int *blockSize, const musaOccDeviceProp *properties,
    const musaOccFuncAttributes *attributes, const musaOccDeviceState *state,
    UnaryFunction blockSizeToDynamicSMemSize) {
  int most = 0;
  int size = musaPortOccFirstSize(minGridSize, blockSize, properties, attributes, state);
  musaOccError status = size > 0 ? MUSA_OCC_SUCCESS : MUSA_OCC_ERROR_INVALID_INPUT;
  for (; size > 0 && status == MUSA_OCC_SUCCESS; size -= properties->warpSize)
    status = musaPortOccTrySize(size, blockSizeToDynamicSMemSize(size), &most, minGridSize,
                                blockSize, properties, attributes, state);
  return status;
}

} // namespace
#endif

#endif /* MUSA_OCCUPANCY_H */
