/*===- mupti_activity.h - records of what a program does -------------*- C -*-===
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * CUPTI's activity API; values are CUPTI's. Each record has the members of the newest version that
 *is named here, and older versions are other names of the same type. Times are nanoseconds.
 *===----------------------------------------------------------------------===*/
#ifndef MUPTI_ACTIVITY_H
#define MUPTI_ACTIVITY_H

#include "mupti_callbacks.h"
#include "mupti_result.h"
#include "musa.h"

#define ACTIVITY_RECORD_ALIGNMENT 8
#define MUPTI_PACKED __attribute__((__packed__)) __attribute__((__aligned__(8)))

#define MUPTI_TIMESTAMP_UNKNOWN ((uint64_t)0)
#define MUPTI_CORRELATION_ID_UNKNOWN 0
#define MUPTI_GRID_ID_UNKNOWN 0LL
#define MUPTI_SYNCHRONIZATION_INVALID_VALUE ((uint32_t)-1)

#pragma GCC visibility push(default)
#if defined(__cplusplus)
extern "C" {
#endif

typedef enum {
  MUPTI_ACTIVITY_KIND_INVALID = 0,
  MUPTI_ACTIVITY_KIND_MEMCPY = 1,
  MUPTI_ACTIVITY_KIND_MEMSET = 2,
  MUPTI_ACTIVITY_KIND_KERNEL = 3,
  MUPTI_ACTIVITY_KIND_DRIVER = 4,
  MUPTI_ACTIVITY_KIND_RUNTIME = 5,
  MUPTI_ACTIVITY_KIND_EVENT = 6,
  MUPTI_ACTIVITY_KIND_METRIC = 7,
  MUPTI_ACTIVITY_KIND_DEVICE = 8,
  MUPTI_ACTIVITY_KIND_CONTEXT = 9,
  MUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL = 10,
  MUPTI_ACTIVITY_KIND_NAME = 11,
  MUPTI_ACTIVITY_KIND_MARKER = 12,
  MUPTI_ACTIVITY_KIND_MARKER_DATA = 13,
  MUPTI_ACTIVITY_KIND_SOURCE_LOCATOR = 14,
  MUPTI_ACTIVITY_KIND_GLOBAL_ACCESS = 15,
  MUPTI_ACTIVITY_KIND_BRANCH = 16,
  MUPTI_ACTIVITY_KIND_OVERHEAD = 17,
  MUPTI_ACTIVITY_KIND_CDP_KERNEL = 18,
  MUPTI_ACTIVITY_KIND_PREEMPTION = 19,
  MUPTI_ACTIVITY_KIND_ENVIRONMENT = 20,
  MUPTI_ACTIVITY_KIND_EVENT_INSTANCE = 21,
  MUPTI_ACTIVITY_KIND_MEMCPY2 = 22,
  MUPTI_ACTIVITY_KIND_METRIC_INSTANCE = 23,
  MUPTI_ACTIVITY_KIND_INSTRUCTION_EXECUTION = 24,
  MUPTI_ACTIVITY_KIND_UNIFIED_MEMORY_COUNTER = 25,
  MUPTI_ACTIVITY_KIND_FUNCTION = 26,
  MUPTI_ACTIVITY_KIND_MODULE = 27,
  MUPTI_ACTIVITY_KIND_DEVICE_ATTRIBUTE = 28,
  MUPTI_ACTIVITY_KIND_SHARED_ACCESS = 29,
  MUPTI_ACTIVITY_KIND_PC_SAMPLING = 30,
  MUPTI_ACTIVITY_KIND_PC_SAMPLING_RECORD_INFO = 31,
  MUPTI_ACTIVITY_KIND_INSTRUCTION_CORRELATION = 32,
  MUPTI_ACTIVITY_KIND_OPENACC_DATA = 33,
  MUPTI_ACTIVITY_KIND_OPENACC_LAUNCH = 34,
  MUPTI_ACTIVITY_KIND_OPENACC_OTHER = 35,
  MUPTI_ACTIVITY_KIND_MUSA_EVENT = 36,
  MUPTI_ACTIVITY_KIND_STREAM = 37,
  MUPTI_ACTIVITY_KIND_SYNCHRONIZATION = 38,
  MUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION = 39,
  MUPTI_ACTIVITY_KIND_MTLINK = 40,
  MUPTI_ACTIVITY_KIND_INSTANTANEOUS_EVENT = 41,
  MUPTI_ACTIVITY_KIND_INSTANTANEOUS_EVENT_INSTANCE = 42,
  MUPTI_ACTIVITY_KIND_INSTANTANEOUS_METRIC = 43,
  MUPTI_ACTIVITY_KIND_INSTANTANEOUS_METRIC_INSTANCE = 44,
  MUPTI_ACTIVITY_KIND_MEMORY = 45,
  MUPTI_ACTIVITY_KIND_PCIE = 46,
  MUPTI_ACTIVITY_KIND_INTERNAL_LAUNCH_API = 48,
  MUPTI_ACTIVITY_KIND_MEMORY2 = 49,
  MUPTI_ACTIVITY_KIND_MEMORY_POOL = 50,
  MUPTI_ACTIVITY_KIND_GRAPH_TRACE = 51,
  MUPTI_ACTIVITY_KIND_JIT = 52,
  MUPTI_ACTIVITY_KIND_COUNT = 53,
  MUPTI_ACTIVITY_KIND_FORCE_INT = 0x7fffffff
} MUpti_ActivityKind;

typedef enum {
  MUPTI_ACTIVITY_MEMCPY_KIND_UNKNOWN = 0,
  MUPTI_ACTIVITY_MEMCPY_KIND_HTOD = 1,
  MUPTI_ACTIVITY_MEMCPY_KIND_DTOH = 2,
  MUPTI_ACTIVITY_MEMCPY_KIND_HTOA = 3,
  MUPTI_ACTIVITY_MEMCPY_KIND_ATOH = 4,
  MUPTI_ACTIVITY_MEMCPY_KIND_ATOA = 5,
  MUPTI_ACTIVITY_MEMCPY_KIND_ATOD = 6,
  MUPTI_ACTIVITY_MEMCPY_KIND_DTOA = 7,
  MUPTI_ACTIVITY_MEMCPY_KIND_DTOD = 8,
  MUPTI_ACTIVITY_MEMCPY_KIND_HTOH = 9,
  MUPTI_ACTIVITY_MEMCPY_KIND_PTOP = 10,
  MUPTI_ACTIVITY_MEMCPY_KIND_FORCE_INT = 0x7fffffff
} MUpti_ActivityMemcpyKind;

typedef enum {
  MUPTI_ACTIVITY_MEMORY_KIND_UNKNOWN = 0,
  MUPTI_ACTIVITY_MEMORY_KIND_PAGEABLE = 1,
  MUPTI_ACTIVITY_MEMORY_KIND_PINNED = 2,
  MUPTI_ACTIVITY_MEMORY_KIND_DEVICE = 3,
  MUPTI_ACTIVITY_MEMORY_KIND_ARRAY = 4,
  MUPTI_ACTIVITY_MEMORY_KIND_MANAGED = 5,
  MUPTI_ACTIVITY_MEMORY_KIND_DEVICE_STATIC = 6,
  MUPTI_ACTIVITY_MEMORY_KIND_MANAGED_STATIC = 7,
  MUPTI_ACTIVITY_MEMORY_KIND_FORCE_INT = 0x7fffffff
} MUpti_ActivityMemoryKind;

typedef enum {
  MUPTI_ACTIVITY_OVERHEAD_UNKNOWN = 0,
  MUPTI_ACTIVITY_OVERHEAD_DRIVER_COMPILER = 1,
  MUPTI_ACTIVITY_OVERHEAD_MUPTI_BUFFER_FLUSH = 65536,
  MUPTI_ACTIVITY_OVERHEAD_MUPTI_INSTRUMENTATION = 131072,
  MUPTI_ACTIVITY_OVERHEAD_MUPTI_RESOURCE = 196608,
  MUPTI_ACTIVITY_OVERHEAD_FORCE_INT = 0x7fffffff
} MUpti_ActivityOverheadKind;

typedef enum {
  MUPTI_ACTIVITY_OBJECT_UNKNOWN = 0,
  MUPTI_ACTIVITY_OBJECT_PROCESS = 1,
  MUPTI_ACTIVITY_OBJECT_THREAD = 2,
  MUPTI_ACTIVITY_OBJECT_DEVICE = 3,
  MUPTI_ACTIVITY_OBJECT_CONTEXT = 4,
  MUPTI_ACTIVITY_OBJECT_STREAM = 5,
  MUPTI_ACTIVITY_OBJECT_FORCE_INT = 0x7fffffff
} MUpti_ActivityObjectKind;

typedef enum {
  MUPTI_ACTIVITY_COMPUTE_API_UNKNOWN = 0,
  MUPTI_ACTIVITY_COMPUTE_API_MUSA = 1,
  MUPTI_ACTIVITY_COMPUTE_API_MUSA_MPS = 2,
  MUPTI_ACTIVITY_COMPUTE_API_FORCE_INT = 0x7fffffff
} MUpti_ActivityComputeApiKind;

typedef enum {
  MUPTI_ACTIVITY_LAUNCH_TYPE_REGULAR = 0,
  MUPTI_ACTIVITY_LAUNCH_TYPE_COOPERATIVE_SINGLE_DEVICE = 1,
  MUPTI_ACTIVITY_LAUNCH_TYPE_COOPERATIVE_MULTI_DEVICE = 2
} MUpti_ActivityLaunchType;

typedef enum {
  MUPTI_ACTIVITY_PARTITIONED_GLOBAL_CACHE_CONFIG_UNKNOWN = 0,
  MUPTI_ACTIVITY_PARTITIONED_GLOBAL_CACHE_CONFIG_NOT_SUPPORTED = 1,
  MUPTI_ACTIVITY_PARTITIONED_GLOBAL_CACHE_CONFIG_OFF = 2,
  MUPTI_ACTIVITY_PARTITIONED_GLOBAL_CACHE_CONFIG_ON = 3,
  MUPTI_ACTIVITY_PARTITIONED_GLOBAL_CACHE_CONFIG_FORCE_INT = 0x7fffffff
} MUpti_ActivityPartitionedGlobalCacheConfig;

typedef enum {
  MUPTI_FUNC_SHMEM_LIMIT_DEFAULT = 0,
  MUPTI_FUNC_SHMEM_LIMIT_OPTIN = 1,
  MUPTI_FUNC_SHMEM_LIMIT_FORCE_INT = 0x7fffffff
} MUpti_FuncShmemLimitConfig;

typedef enum {
  MUPTI_CHANNEL_TYPE_INVALID = 0,
  MUPTI_CHANNEL_TYPE_COMPUTE = 1,
  MUPTI_CHANNEL_TYPE_ASYNC_MEMCPY = 2,
  MUPTI_CHANNEL_TYPE_FORCE_INT = 0x7fffffff
} MUpti_ChannelType;

typedef enum {
  MUPTI_ACTIVITY_STREAM_CREATE_FLAG_UNKNOWN = 0,
  MUPTI_ACTIVITY_STREAM_CREATE_FLAG_DEFAULT = 1,
  MUPTI_ACTIVITY_STREAM_CREATE_FLAG_NON_BLOCKING = 2,
  MUPTI_ACTIVITY_STREAM_CREATE_FLAG_NULL = 3,
  MUPTI_ACTIVITY_STREAM_CREATE_MASK = 0xffff,
  MUPTI_ACTIVITY_STREAM_CREATE_FLAG_FORCE_INT = 0x7fffffff
} MUpti_ActivityStreamFlag;

typedef enum {
  MUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_UNKNOWN = 0,
  MUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_EVENT_SYNCHRONIZE = 1,
  MUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_STREAM_WAIT_EVENT = 2,
  MUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_STREAM_SYNCHRONIZE = 3,
  MUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_CONTEXT_SYNCHRONIZE = 4,
  MUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_FORCE_INT = 0x7fffffff
} MUpti_ActivitySynchronizationType;

typedef enum {
  MUPTI_ACTIVITY_FLAG_NONE = 0,
  MUPTI_ACTIVITY_FLAG_MEMCPY_ASYNC = 1,
  MUPTI_ACTIVITY_FLAG_MEMSET_ASYNC = 1,
  MUPTI_ACTIVITY_FLAG_FLUSH_FORCED = 1,
  MUPTI_ACTIVITY_FLAG_MARKER_INSTANTANEOUS = 1,
  MUPTI_ACTIVITY_FLAG_MARKER_START = 2,
  MUPTI_ACTIVITY_FLAG_MARKER_END = 4,
  MUPTI_ACTIVITY_FLAG_MARKER_COLOR_NONE = 1,
  MUPTI_ACTIVITY_FLAG_MARKER_COLOR_ARGB = 2,
  MUPTI_ACTIVITY_FLAG_DEVICE_CONCURRENT_KERNELS = 1,
  MUPTI_ACTIVITY_FLAG_FORCE_INT = 0x7fffffff
} MUpti_ActivityFlag;

typedef enum {
  MUPTI_EXTERNAL_CORRELATION_KIND_INVALID = 0,
  MUPTI_EXTERNAL_CORRELATION_KIND_UNKNOWN = 1,
  MUPTI_EXTERNAL_CORRELATION_KIND_OPENACC = 2,
  MUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM0 = 3,
  MUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM1 = 4,
  MUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM2 = 5,
  MUPTI_EXTERNAL_CORRELATION_KIND_SIZE = 6,
  MUPTI_EXTERNAL_CORRELATION_KIND_FORCE_INT = 0x7fffffff
} MUpti_ExternalCorrelationKind;

typedef enum {
  MUPTI_ACTIVITY_ATTR_DEVICE_BUFFER_SIZE = 0,
  MUPTI_ACTIVITY_ATTR_DEVICE_BUFFER_SIZE_CDP = 1,
  MUPTI_ACTIVITY_ATTR_DEVICE_BUFFER_POOL_LIMIT = 2,
  MUPTI_ACTIVITY_ATTR_PROFILING_SEMAPHORE_POOL_SIZE = 3,
  MUPTI_ACTIVITY_ATTR_PROFILING_SEMAPHORE_POOL_LIMIT = 4,
  MUPTI_ACTIVITY_ATTR_ZEROED_OUT_ACTIVITY_BUFFER = 5,
  MUPTI_ACTIVITY_ATTR_DEVICE_BUFFER_PRE_ALLOCATE_VALUE = 6,
  MUPTI_ACTIVITY_ATTR_PROFILING_SEMAPHORE_PRE_ALLOCATE_VALUE = 7,
  MUPTI_ACTIVITY_ATTR_MEM_ALLOCATION_TYPE_HOST_PINNED = 8,
  MUPTI_ACTIVITY_ATTR_DEVICE_BUFFER_FORCE_INT = 0x7fffffff
} MUpti_ActivityAttribute;

typedef struct {
  MUpti_ActivityKind kind;
} MUPTI_PACKED MUpti_Activity;

typedef struct {
  MUpti_ActivityKind kind;
  union {
    uint8_t both;
    struct {
      uint8_t requested : 4;
      uint8_t executed : 4;
    } config;
  } cacheConfig;
  uint8_t sharedMemoryConfig;
  uint16_t registersPerThread;
  MUpti_ActivityPartitionedGlobalCacheConfig partitionedGlobalCacheRequested;
  MUpti_ActivityPartitionedGlobalCacheConfig partitionedGlobalCacheExecuted;
  uint64_t start;
  uint64_t end;
  uint64_t completed;
  uint32_t deviceId;
  uint32_t contextId;
  uint32_t streamId;
  int32_t gridX;
  int32_t gridY;
  int32_t gridZ;
  int32_t blockX;
  int32_t blockY;
  int32_t blockZ;
  int32_t staticSharedMemory;
  int32_t dynamicSharedMemory;
  uint32_t localMemoryPerThread;
  uint32_t localMemoryTotal;
  uint32_t correlationId;
  int64_t gridId;
  const char *name /* mangled; of a library, its function */;
  void *reserved0;
  uint64_t queued;
  uint64_t submitted;
  uint8_t launchType;
  uint8_t isSharedMemoryCarveoutRequested;
  uint8_t sharedMemoryCarveoutRequested;
  uint8_t padding;
  uint32_t sharedMemoryExecuted;
  uint64_t graphNodeId;
  MUpti_FuncShmemLimitConfig shmemLimitConfig;
  uint32_t graphId;
  void *pAccessPolicyWindow;
  uint32_t channelID;
  MUpti_ChannelType channelType;
  uint32_t clusterX;
  uint32_t clusterY;
  uint32_t clusterZ;
  uint32_t clusterSchedulingPolicy;
  uint64_t localMemoryTotal_v2;
} MUPTI_PACKED MUpti_ActivityKernel9;
typedef MUpti_ActivityKernel9 MUpti_ActivityKernel;
typedef MUpti_ActivityKernel9 MUpti_ActivityKernel2;
typedef MUpti_ActivityKernel9 MUpti_ActivityKernel3;
typedef MUpti_ActivityKernel9 MUpti_ActivityKernel4;
typedef MUpti_ActivityKernel9 MUpti_ActivityKernel5;
typedef MUpti_ActivityKernel9 MUpti_ActivityKernel6;
typedef MUpti_ActivityKernel9 MUpti_ActivityKernel7;
typedef MUpti_ActivityKernel9 MUpti_ActivityKernel8;

typedef struct {
  MUpti_ActivityKind kind;
  uint8_t copyKind;
  uint8_t srcKind;
  uint8_t dstKind;
  uint8_t flags;
  uint64_t bytes;
  uint64_t start;
  uint64_t end;
  uint32_t deviceId;
  uint32_t contextId;
  uint32_t streamId;
  uint32_t correlationId;
  uint32_t runtimeCorrelationId;
  uint32_t pad;
  void *reserved0;
  uint64_t graphNodeId;
  uint32_t graphId;
  uint32_t channelID;
  MUpti_ChannelType channelType;
  uint32_t pad2;
} MUPTI_PACKED MUpti_ActivityMemcpy5;
typedef MUpti_ActivityMemcpy5 MUpti_ActivityMemcpy;
typedef MUpti_ActivityMemcpy5 MUpti_ActivityMemcpy3;
typedef MUpti_ActivityMemcpy5 MUpti_ActivityMemcpy4;

/* A copy from one device to another. */
typedef struct {
  MUpti_ActivityKind kind;
  uint8_t copyKind;
  uint8_t srcKind;
  uint8_t dstKind;
  uint8_t flags;
  uint64_t bytes;
  uint64_t start;
  uint64_t end;
  uint32_t deviceId;
  uint32_t contextId;
  uint32_t streamId;
  uint32_t srcDeviceId;
  uint32_t srcContextId;
  uint32_t dstDeviceId;
  uint32_t dstContextId;
  uint32_t correlationId;
  void *reserved0;
  uint64_t graphNodeId;
  uint32_t graphId;
  uint32_t channelID;
  MUpti_ChannelType channelType;
} MUPTI_PACKED MUpti_ActivityMemcpyPtoP4;
typedef MUpti_ActivityMemcpyPtoP4 MUpti_ActivityMemcpy2;
typedef MUpti_ActivityMemcpyPtoP4 MUpti_ActivityMemcpyPtoP;
typedef MUpti_ActivityMemcpyPtoP4 MUpti_ActivityMemcpyPtoP2;
typedef MUpti_ActivityMemcpyPtoP4 MUpti_ActivityMemcpyPtoP3;

typedef struct {
  MUpti_ActivityKind kind;
  uint32_t value;
  uint64_t bytes;
  uint64_t start;
  uint64_t end;
  uint32_t deviceId;
  uint32_t contextId;
  uint32_t streamId;
  uint32_t correlationId;
  uint16_t flags;
  uint16_t memoryKind;
  void *reserved0;
  uint64_t graphNodeId;
  uint32_t graphId;
  uint32_t channelID;
  MUpti_ChannelType channelType;
  uint32_t pad2;
} MUPTI_PACKED MUpti_ActivityMemset4;
typedef MUpti_ActivityMemset4 MUpti_ActivityMemset;
typedef MUpti_ActivityMemset4 MUpti_ActivityMemset2;
typedef MUpti_ActivityMemset4 MUpti_ActivityMemset3;

typedef struct {
  MUpti_ActivityKind kind;
  MUpti_CallbackId cbid;
  uint64_t start;
  uint64_t end;
  uint32_t processId;
  uint32_t threadId;
  uint32_t correlationId;
  uint32_t returnValue;
} MUPTI_PACKED MUpti_ActivityAPI;

typedef struct {
  MUpti_ActivityKind kind;
  MUpti_ExternalCorrelationKind externalKind;
  uint64_t externalId;
  uint32_t correlationId;
  uint32_t reserved;
} MUPTI_PACKED MUpti_ActivityExternalCorrelation;

typedef struct {
  MUpti_ActivityKind kind;
  MUpti_ActivitySynchronizationType type;
  uint64_t start;
  uint64_t end;
  uint32_t correlationId;
  uint32_t contextId;
  uint32_t streamId;
  uint32_t musaEventId;
} MUPTI_PACKED MUpti_ActivitySynchronization;

typedef union {
  struct {
    uint32_t processId;
    uint32_t threadId;
  } pt;
  struct {
    uint32_t deviceId;
    uint32_t contextId;
    uint32_t streamId;
  } dcs;
} MUpti_ActivityObjectKindId;

typedef struct {
  MUpti_ActivityKind kind;
  MUpti_ActivityOverheadKind overheadKind;
  MUpti_ActivityObjectKind objectKind;
  MUpti_ActivityObjectKindId objectId;
  uint64_t start;
  uint64_t end;
} MUPTI_PACKED MUpti_ActivityOverhead;

typedef struct {
  MUpti_ActivityKind kind;
  MUpti_ActivityObjectKind objectKind;
  MUpti_ActivityObjectKindId objectId;
  uint32_t pad;
  const char *name;
} MUPTI_PACKED MUpti_ActivityName;

/* A range has one record where it starts and one where it ends, with the same ID. */
typedef struct {
  MUpti_ActivityKind kind;
  MUpti_ActivityFlag flags;
  uint64_t timestamp;
  uint32_t id;
  MUpti_ActivityObjectKind objectKind;
  MUpti_ActivityObjectKindId objectId;
  uint32_t pad;
  const char *name;
  const char *domain;
} MUPTI_PACKED MUpti_ActivityMarker2;
typedef MUpti_ActivityMarker2 MUpti_ActivityMarker;

typedef struct {
  MUpti_ActivityKind kind;
  MUpti_ActivityFlag flags;
  uint64_t globalMemoryBandwidth;
  uint64_t globalMemorySize;
  uint32_t constantMemorySize;
  uint32_t l2CacheSize;
  uint32_t numThreadsPerWarp;
  uint32_t coreClockRate;
  uint32_t numMemcpyEngines;
  uint32_t numMultiprocessors;
  uint32_t maxIPC;
  uint32_t maxWarpsPerMultiprocessor;
  uint32_t maxBlocksPerMultiprocessor;
  uint32_t maxSharedMemoryPerMultiprocessor;
  uint32_t maxRegistersPerMultiprocessor;
  uint32_t maxRegistersPerBlock;
  uint32_t maxSharedMemoryPerBlock;
  uint32_t maxThreadsPerBlock;
  uint32_t maxBlockDimX;
  uint32_t maxBlockDimY;
  uint32_t maxBlockDimZ;
  uint32_t maxGridDimX;
  uint32_t maxGridDimY;
  uint32_t maxGridDimZ;
  uint32_t computeCapabilityMajor;
  uint32_t computeCapabilityMinor;
  uint32_t id;
  uint32_t eccEnabled;
  MUuuid uuid;
  const char *name;
  uint8_t isMusaVisible;
} MUPTI_PACKED MUpti_ActivityDevice5;
typedef MUpti_ActivityDevice5 MUpti_ActivityDevice;
typedef MUpti_ActivityDevice5 MUpti_ActivityDevice2;
typedef MUpti_ActivityDevice5 MUpti_ActivityDevice3;
typedef MUpti_ActivityDevice5 MUpti_ActivityDevice4;

typedef struct {
  MUpti_ActivityKind kind;
  uint32_t contextId;
  uint32_t deviceId;
  uint16_t computeApiKind;
  uint16_t nullStreamId;
} MUPTI_PACKED MUpti_ActivityContext2;
typedef MUpti_ActivityContext2 MUpti_ActivityContext;

typedef struct {
  MUpti_ActivityKind kind;
  uint32_t contextId;
  uint32_t streamId;
  uint32_t priority;
  MUpti_ActivityStreamFlag flag;
  uint32_t correlationId;
} MUPTI_PACKED MUpti_ActivityStream;

/* Gives an empty buffer. Its size is in bytes; of maxNumRecords, 0 means as many as fit. */
typedef void(MUPTIAPI *MUpti_BuffersCallbackRequestFunc)(uint8_t **buffer, size_t *size,
                                                         size_t *maxNumRecords);
/* Takes a buffer back, with the bytes that are records. Context and stream are null. */
typedef void(MUPTIAPI *MUpti_BuffersCallbackCompleteFunc)(MUcontext context, uint32_t streamId,
                                                          uint8_t *buffer, size_t size,
                                                          size_t validSize);
/* Nanoseconds. */
typedef uint64_t(MUPTIAPI *MUpti_TimestampCallbackFunc)(void);

MUptiResult MUPTIAPI
muptiActivityRegisterCallbacks(MUpti_BuffersCallbackRequestFunc funcBufferRequested,
                               MUpti_BuffersCallbackCompleteFunc funcBufferCompleted);
/* INVALID_KIND: the host records none of this kind. */
MUptiResult MUPTIAPI muptiActivityEnable(MUpti_ActivityKind kind);
MUptiResult MUPTIAPI muptiActivityDisable(MUpti_ActivityKind kind);
/* The host has one context a device. */
MUptiResult MUPTIAPI muptiActivityEnableContext(MUcontext context, MUpti_ActivityKind kind);
MUptiResult MUPTIAPI muptiActivityDisableContext(MUcontext context, MUpti_ActivityKind kind);
/* Whether calls of this function have records; all have at first. */
MUptiResult MUPTIAPI muptiActivityEnableRuntimeApi(MUpti_CallbackId cbid, uint8_t enable);
MUptiResult MUPTIAPI muptiActivityEnableDriverApi(MUpti_CallbackId cbid, uint8_t enable);
/* Completes the buffer that has records. Work that has not run yet has none. */
MUptiResult MUPTIAPI muptiActivityFlushAll(uint32_t flag);
/* Every so many milliseconds; 0: no more. */
MUptiResult MUPTIAPI muptiActivityFlushPeriod(uint32_t time);
/* MAX_LIMIT_REACHED: there is none after `*record`. */
MUptiResult MUPTIAPI muptiActivityGetNextRecord(uint8_t *buffer, size_t validBufferSizeBytes,
                                                MUpti_Activity **record);
/* Records for which there was no buffer, since the last time that this was asked. */
MUptiResult MUPTIAPI muptiActivityGetNumDroppedRecords(MUcontext context, uint32_t streamId,
                                                       size_t *dropped);
/* Of the calling thread: while an ID of a kind is on top, each call has an external correlation. */
MUptiResult MUPTIAPI muptiActivityPushExternalCorrelationId(MUpti_ExternalCorrelationKind kind,
                                                            uint64_t id);
/* QUEUE_EMPTY: nothing is pushed. */
MUptiResult MUPTIAPI muptiActivityPopExternalCorrelationId(MUpti_ExternalCorrelationKind kind,
                                                           uint64_t *lastId);
/* The sizes of buffers of a GPU: kept, and without effect. */
MUptiResult MUPTIAPI muptiActivitySetAttribute(MUpti_ActivityAttribute attr, size_t *valueSize,
                                               void *value);
MUptiResult MUPTIAPI muptiActivityGetAttribute(MUpti_ActivityAttribute attr, size_t *valueSize,
                                               void *value);
MUptiResult MUPTIAPI
muptiActivityRegisterTimestampCallback(MUpti_TimestampCallbackFunc funcTimestamp);
/* Nanoseconds since 1970, or what the timestamp callback says. */
MUptiResult MUPTIAPI muptiGetTimestamp(uint64_t *timestamp);
/* The number of a device, a context or a stream in records. */
MUptiResult MUPTIAPI muptiGetDeviceId(MUcontext context, uint32_t *deviceId);
MUptiResult MUPTIAPI muptiGetContextId(MUcontext context, uint32_t *contextId);
MUptiResult MUPTIAPI muptiGetStreamId(MUcontext context, MUstream stream, uint32_t *streamId);
MUptiResult MUPTIAPI muptiGetStreamIdEx(MUcontext context, MUstream stream, uint8_t perThreadStream,
                                        uint32_t *streamId);
/* Nothing is recorded or called any more. */
MUptiResult MUPTIAPI muptiFinalize(void);

#if defined(__cplusplus)
}
#endif
#pragma GCC visibility pop

#endif /* MUPTI_ACTIVITY_H */
