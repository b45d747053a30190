//===- driver_types.h - types and constants of the MUSA runtime API --*- C -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For C and C++. Values and layouts equal those of CUDA 12, so that a number that a program prints
// or stores keeps its meaning.
//===----------------------------------------------------------------------===//
#ifndef __DRIVER_TYPES_H__
#define __DRIVER_TYPES_H__

#include "musa_port/device/keywords.h"
#include "vector_types.h"

#include <limits.h>
#include <stddef.h>

/* --------------------------------------------------------------------------- errors */

enum musaError {
  musaSuccess = 0,
  musaErrorInvalidValue = 1,
  musaErrorMemoryAllocation = 2,
  musaErrorInitializationError = 3,
  musaErrorMusartUnloading = 4,
  musaErrorProfilerDisabled = 5,
  musaErrorProfilerNotInitialized = 6,
  musaErrorProfilerAlreadyStarted = 7,
  musaErrorProfilerAlreadyStopped = 8,
  musaErrorInvalidConfiguration = 9,
  musaErrorInvalidPitchValue = 12,
  musaErrorInvalidSymbol = 13,
  musaErrorInvalidHostPointer = 16,
  musaErrorInvalidDevicePointer = 17,
  musaErrorInvalidTexture = 18,
  musaErrorInvalidTextureBinding = 19,
  musaErrorInvalidChannelDescriptor = 20,
  musaErrorInvalidMemcpyDirection = 21,
  musaErrorAddressOfConstant = 22,
  musaErrorTextureFetchFailed = 23,
  musaErrorTextureNotBound = 24,
  musaErrorSynchronizationError = 25,
  musaErrorInvalidFilterSetting = 26,
  musaErrorInvalidNormSetting = 27,
  musaErrorMixedDeviceExecution = 28,
  musaErrorNotYetImplemented = 31,
  musaErrorMemoryValueTooLarge = 32,
  musaErrorStubLibrary = 34,
  musaErrorInsufficientDriver = 35,
  musaErrorCallRequiresNewerDriver = 36,
  musaErrorInvalidSurface = 37,
  musaErrorDuplicateVariableName = 43,
  musaErrorDuplicateTextureName = 44,
  musaErrorDuplicateSurfaceName = 45,
  musaErrorDevicesUnavailable = 46,
  musaErrorIncompatibleDriverContext = 49,
  musaErrorMissingConfiguration = 52,
  musaErrorPriorLaunchFailure = 53,
  musaErrorLaunchMaxDepthExceeded = 65,
  musaErrorLaunchFileScopedTex = 66,
  musaErrorLaunchFileScopedSurf = 67,
  musaErrorSyncDepthExceeded = 68,
  musaErrorLaunchPendingCountExceeded = 69,
  musaErrorInvalidDeviceFunction = 98,
  musaErrorNoDevice = 100,
  musaErrorInvalidDevice = 101,
  musaErrorDeviceNotLicensed = 102,
  musaErrorSoftwareValidityNotEstablished = 103,
  musaErrorStartupFailure = 127,
  musaErrorInvalidKernelImage = 200,
  musaErrorDeviceUninitialized = 201,
  musaErrorMapBufferObjectFailed = 205,
  musaErrorUnmapBufferObjectFailed = 206,
  musaErrorArrayIsMapped = 207,
  musaErrorAlreadyMapped = 208,
  musaErrorNoKernelImageForDevice = 209,
  musaErrorAlreadyAcquired = 210,
  musaErrorNotMapped = 211,
  musaErrorNotMappedAsArray = 212,
  musaErrorNotMappedAsPointer = 213,
  musaErrorECCUncorrectable = 214,
  musaErrorUnsupportedLimit = 215,
  musaErrorDeviceAlreadyInUse = 216,
  musaErrorPeerAccessUnsupported = 217,
  musaErrorInvalidPtx = 218,
  musaErrorInvalidGraphicsContext = 219,
  musaErrorMtlinkUncorrectable = 220,
  musaErrorJitCompilerNotFound = 221,
  musaErrorUnsupportedPtxVersion = 222,
  musaErrorJitCompilationDisabled = 223,
  musaErrorUnsupportedExecAffinity = 224,
  musaErrorUnsupportedDevSideSync = 225,
  musaErrorContained = 226,
  musaErrorInvalidSource = 300,
  musaErrorFileNotFound = 301,
  musaErrorSharedObjectSymbolNotFound = 302,
  musaErrorSharedObjectInitFailed = 303,
  musaErrorOperatingSystem = 304,
  musaErrorInvalidResourceHandle = 400,
  musaErrorIllegalState = 401,
  musaErrorLossyQuery = 402,
  musaErrorSymbolNotFound = 500,
  musaErrorNotReady = 600,
  musaErrorIllegalAddress = 700,
  musaErrorLaunchOutOfResources = 701,
  musaErrorLaunchTimeout = 702,
  musaErrorLaunchIncompatibleTexturing = 703,
  musaErrorPeerAccessAlreadyEnabled = 704,
  musaErrorPeerAccessNotEnabled = 705,
  musaErrorSetOnActiveProcess = 708,
  musaErrorContextIsDestroyed = 709,
  musaErrorAssert = 710,
  musaErrorTooManyPeers = 711,
  musaErrorHostMemoryAlreadyRegistered = 712,
  musaErrorHostMemoryNotRegistered = 713,
  musaErrorHardwareStackError = 714,
  musaErrorIllegalInstruction = 715,
  musaErrorMisalignedAddress = 716,
  musaErrorInvalidAddressSpace = 717,
  musaErrorInvalidPc = 718,
  musaErrorLaunchFailure = 719,
  musaErrorCooperativeLaunchTooLarge = 720,
  musaErrorTensorMemoryLeak = 721,
  musaErrorNotPermitted = 800,
  musaErrorNotSupported = 801,
  musaErrorSystemNotReady = 802,
  musaErrorSystemDriverMismatch = 803,
  musaErrorCompatNotSupportedOnDevice = 804,
  musaErrorMpsConnectionFailed = 805,
  musaErrorMpsRpcFailure = 806,
  musaErrorMpsServerNotReady = 807,
  musaErrorMpsMaxClientsReached = 808,
  musaErrorMpsMaxConnectionsReached = 809,
  musaErrorMpsClientTerminated = 810,
  musaErrorCdpNotSupported = 811,
  musaErrorCdpVersionMismatch = 812,
  musaErrorStreamCaptureUnsupported = 900,
  musaErrorStreamCaptureInvalidated = 901,
  musaErrorStreamCaptureMerge = 902,
  musaErrorStreamCaptureUnmatched = 903,
  musaErrorStreamCaptureUnjoined = 904,
  musaErrorStreamCaptureIsolation = 905,
  musaErrorStreamCaptureImplicit = 906,
  musaErrorCapturedEvent = 907,
  musaErrorStreamCaptureWrongThread = 908,
  musaErrorTimeout = 909,
  musaErrorGraphExecUpdateFailure = 910,
  musaErrorExternalDevice = 911,
  musaErrorInvalidClusterSize = 912,
  musaErrorFunctionNotLoaded = 913,
  musaErrorInvalidResourceType = 914,
  musaErrorInvalidResourceConfiguration = 915,
  musaErrorUnknown = 999,
  musaErrorApiFailureBase = 10000
};
typedef enum musaError musaError_t;

/* --------------------------------------------------------------------------- handles */

typedef struct MUstream_st *musaStream_t;
typedef struct MUevent_st *musaEvent_t;
typedef struct MUfunc_st *musaFunction_t;
typedef struct MUlib_st *musaLibrary_t;

/* Options for libraries of kernels. They have no effect: the host compiles nothing then. */
enum musaJitOption {
  musaJitMaxRegisters = 0,
  musaJitThreadsPerBlock = 1,
  musaJitWallTime = 2,
  musaJitInfoLogBuffer = 3,
  musaJitInfoLogBufferSizeBytes = 4,
  musaJitErrorLogBuffer = 5,
  musaJitErrorLogBufferSizeBytes = 6,
  musaJitOptimizationLevel = 7,
  musaJitFallbackStrategy = 10,
  musaJitGenerateDebugInfo = 11,
  musaJitLogVerbose = 12,
  musaJitGenerateLineInfo = 13,
  musaJitCacheMode = 14
};
enum musaLibraryOption {
  musaLibraryHostUniversalFunctionAndDataTable = 0,
  musaLibraryBinaryIsPreserved = 1
};
typedef struct MUkern_st *musaKernel_t;
typedef struct MUmemPoolHandle_st *musaMemPool_t;
typedef struct MUgraph_st *musaGraph_t;
typedef struct MUgraphNode_st *musaGraphNode_t;
typedef struct MUgraphExec_st *musaGraphExec_t;
typedef struct MUuserObject_st *musaUserObject_t;
typedef struct musaArray *musaArray_t;
typedef const struct musaArray *musaArray_const_t;
typedef struct musaMipmappedArray *musaMipmappedArray_t;
typedef const struct musaMipmappedArray *musaMipmappedArray_const_t;

struct MUuuid_st {
  char bytes[16];
};
typedef struct MUuuid_st MUuuid;
typedef struct MUuuid_st musaUUID_t;

/* --------------------------------------------------------------------------- flags */

#define musaHostAllocDefault 0x00
#define musaHostAllocPortable 0x01
#define musaHostAllocMapped 0x02
#define musaHostAllocWriteCombined 0x04

#define musaHostRegisterDefault 0x00
#define musaHostRegisterPortable 0x01
#define musaHostRegisterMapped 0x02
#define musaHostRegisterIoMemory 0x04
#define musaHostRegisterReadOnly 0x08

#define musaPeerAccessDefault 0x00

#define musaStreamDefault 0x00
#define musaStreamNonBlocking 0x01
#define musaStreamLegacy ((musaStream_t)0x1)
#define musaStreamPerThread ((musaStream_t)0x2)
/* Of device code; the values are CUDA's. */
#define musaStreamTailLaunch ((musaStream_t)0x3)
#define musaStreamFireAndForget ((musaStream_t)0x4)
/* Of graphs that device code launches, which is refused. */
#define musaStreamGraphTailLaunch ((musaStream_t)0x0100000000000000)
#define musaStreamGraphFireAndForget ((musaStream_t)0x0200000000000000)
#define musaStreamGraphFireAndForgetAsSibling ((musaStream_t)0x0300000000000000)

#define musaEventDefault 0x00
#define musaEventBlockingSync 0x01
#define musaEventDisableTiming 0x02
#define musaEventInterprocess 0x04
#define musaEventRecordDefault 0x00
#define musaEventRecordExternal 0x01
#define musaEventWaitDefault 0x00
#define musaEventWaitExternal 0x01

#define musaDeviceScheduleAuto 0x00
#define musaDeviceScheduleSpin 0x01
#define musaDeviceScheduleYield 0x02
#define musaDeviceScheduleBlockingSync 0x04
#define musaDeviceBlockingSync 0x04
#define musaDeviceScheduleMask 0x07
#define musaDeviceMapHost 0x08
#define musaDeviceLmemResizeToMax 0x10
#define musaDeviceSyncMemops 0x80
#define musaDeviceMask 0xff
#define musaInitDeviceFlagsAreValid 0x01

#define musaArrayDefault 0x00
#define musaArrayLayered 0x01
#define musaArraySurfaceLoadStore 0x02
#define musaArrayCubemap 0x04
#define musaArrayTextureGather 0x08
#define musaArrayColorAttachment 0x20
#define musaArraySparse 0x40
#define musaArrayDeferredMapping 0x80

#define musaMemAttachGlobal 0x01
#define musaMemAttachHost 0x02
#define musaMemAttachSingle 0x04

#define musaOccupancyDefault 0x00
#define musaOccupancyDisableCachingOverride 0x01

#define musaCpuDeviceId ((int)-1)
#define musaInvalidDeviceId ((int)-2)

#define musaIpcMemLazyEnablePeerAccess 0x01
#define MUSA_IPC_HANDLE_SIZE 64

/* --------------------------------------------------------------------------- memory */

enum musaMemcpyKind {
  musaMemcpyHostToHost = 0,
  musaMemcpyHostToDevice = 1,
  musaMemcpyDeviceToHost = 2,
  musaMemcpyDeviceToDevice = 3,
  musaMemcpyDefault = 4
};

enum musaMemoryType {
  musaMemoryTypeUnregistered = 0,
  musaMemoryTypeHost = 1,
  musaMemoryTypeDevice = 2,
  musaMemoryTypeManaged = 3
};

enum musaChannelFormatKind {
  musaChannelFormatKindSigned = 0,
  musaChannelFormatKindUnsigned = 1,
  musaChannelFormatKindFloat = 2,
  musaChannelFormatKindNone = 3,
  musaChannelFormatKindNV12 = 4
};

struct musaChannelFormatDesc {
  int x; /* bits */
  int y;
  int z;
  int w;
  enum musaChannelFormatKind f;
};

struct musaPitchedPtr {
  void *ptr;
  size_t pitch; /* bytes */
  size_t xsize; /* elements */
  size_t ysize;
};

struct musaExtent {
  size_t width; /* elements of an array, bytes otherwise */
  size_t height;
  size_t depth;
};

struct musaPos {
  size_t x; /* elements of an array, bytes otherwise */
  size_t y;
  size_t z;
};

struct musaMemcpy3DParms {
  musaArray_t srcArray;
  struct musaPos srcPos;
  struct musaPitchedPtr srcPtr;
  musaArray_t dstArray;
  struct musaPos dstPos;
  struct musaPitchedPtr dstPtr;
  struct musaExtent extent;
  enum musaMemcpyKind kind;
};

struct musaMemcpy3DPeerParms {
  musaArray_t srcArray;
  struct musaPos srcPos;
  struct musaPitchedPtr srcPtr;
  int srcDevice;
  musaArray_t dstArray;
  struct musaPos dstPos;
  struct musaPitchedPtr dstPtr;
  int dstDevice;
  struct musaExtent extent;
};

struct musaMemsetParams {
  void *dst;
  size_t pitch;
  unsigned int value;
  unsigned int elementSize; /* bytes: 1, 2 or 4 */
  size_t width;             /* elements */
  size_t height;            /* rows */
};

struct musaPointerAttributes {
  enum musaMemoryType type;
  int device;
  void *devicePointer;
  void *hostPointer;
};

enum musaMemoryAdvise {
  musaMemAdviseSetReadMostly = 1,
  musaMemAdviseUnsetReadMostly = 2,
  musaMemAdviseSetPreferredLocation = 3,
  musaMemAdviseUnsetPreferredLocation = 4,
  musaMemAdviseSetAccessedBy = 5,
  musaMemAdviseUnsetAccessedBy = 6
};

enum musaMemRangeAttribute {
  musaMemRangeAttributeReadMostly = 1,
  musaMemRangeAttributePreferredLocation = 2,
  musaMemRangeAttributeAccessedBy = 3,
  musaMemRangeAttributeLastPrefetchLocation = 4,
  musaMemRangeAttributePreferredLocationType = 5,
  musaMemRangeAttributePreferredLocationId = 6,
  musaMemRangeAttributeLastPrefetchLocationType = 7,
  musaMemRangeAttributeLastPrefetchLocationId = 8
};

enum musaMemLocationType {
  musaMemLocationTypeInvalid = 0,
  musaMemLocationTypeDevice = 1,
  musaMemLocationTypeHost = 2,
  musaMemLocationTypeHostNuma = 3,
  musaMemLocationTypeHostNumaCurrent = 4
};

struct musaMemLocation {
  enum musaMemLocationType type;
  int id;
};

enum musaMemAccessFlags {
  musaMemAccessFlagsProtNone = 0,
  musaMemAccessFlagsProtRead = 1,
  musaMemAccessFlagsProtReadWrite = 3
};

struct musaMemAccessDesc {
  struct musaMemLocation location;
  enum musaMemAccessFlags flags;
};

enum musaMemAllocationType {
  musaMemAllocationTypeInvalid = 0,
  musaMemAllocationTypePinned = 1,
  musaMemAllocationTypeManaged = 2,
  musaMemAllocationTypeMax = 0x7fffffff
};

enum musaMemAllocationHandleType {
  musaMemHandleTypeNone = 0,
  musaMemHandleTypePosixFileDescriptor = 1,
  musaMemHandleTypeWin32 = 2,
  musaMemHandleTypeWin32Kmt = 4,
  musaMemHandleTypeFabric = 8
};

struct musaMemPoolProps {
  enum musaMemAllocationType allocType;
  enum musaMemAllocationHandleType handleTypes;
  struct musaMemLocation location;
  void *win32SecurityAttributes;
  size_t maxSize;
  unsigned short usage;
  unsigned char reserved[54];
};

struct musaMemPoolPtrExportData {
  unsigned char reserved[64];
};

/* Resources of a graphics library. The host has none: see musaErrorNotSupported in
   musa_runtime_api.h. */
struct musaGraphicsResource;
typedef struct musaGraphicsResource *musaGraphicsResource_t;

enum musaGraphicsRegisterFlags {
  musaGraphicsRegisterFlagsNone = 0,
  musaGraphicsRegisterFlagsReadOnly = 1,
  musaGraphicsRegisterFlagsWriteDiscard = 2,
  musaGraphicsRegisterFlagsSurfaceLoadStore = 4,
  musaGraphicsRegisterFlagsTextureGather = 8
};

enum musaGraphicsMapFlags {
  musaGraphicsMapFlagsNone = 0,
  musaGraphicsMapFlagsReadOnly = 1,
  musaGraphicsMapFlagsWriteDiscard = 2
};

enum musaGraphicsCubeFace {
  musaGraphicsCubeFacePositiveX = 0,
  musaGraphicsCubeFaceNegativeX = 1,
  musaGraphicsCubeFacePositiveY = 2,
  musaGraphicsCubeFaceNegativeY = 3,
  musaGraphicsCubeFacePositiveZ = 4,
  musaGraphicsCubeFaceNegativeZ = 5
};

enum musaMemPoolAttr {
  musaMemPoolReuseFollowEventDependencies = 1,
  musaMemPoolReuseAllowOpportunistic = 2,
  musaMemPoolReuseAllowInternalDependencies = 3,
  musaMemPoolAttrReleaseThreshold = 4,
  musaMemPoolAttrReservedMemCurrent = 5,
  musaMemPoolAttrReservedMemHigh = 6,
  musaMemPoolAttrUsedMemCurrent = 7,
  musaMemPoolAttrUsedMemHigh = 8
};

struct musaIpcEventHandle_st {
  char reserved[MUSA_IPC_HANDLE_SIZE];
};
typedef struct musaIpcEventHandle_st musaIpcEventHandle_t;
struct musaIpcMemHandle_st {
  char reserved[MUSA_IPC_HANDLE_SIZE];
};
typedef struct musaIpcMemHandle_st musaIpcMemHandle_t;

/* --------------------------------------------------------------------------- devices */

enum musaComputeMode {
  musaComputeModeDefault = 0,
  musaComputeModeExclusive = 1,
  musaComputeModeProhibited = 2,
  musaComputeModeExclusiveProcess = 3
};

enum musaLimit {
  musaLimitStackSize = 0x00,
  musaLimitPrintfFifoSize = 0x01,
  musaLimitMallocHeapSize = 0x02,
  musaLimitDevRuntimeSyncDepth = 0x03,
  musaLimitDevRuntimePendingLaunchCount = 0x04,
  musaLimitMaxL2FetchGranularity = 0x05,
  musaLimitPersistingL2CacheSize = 0x06
};

enum musaFuncCache {
  musaFuncCachePreferNone = 0,
  musaFuncCachePreferShared = 1,
  musaFuncCachePreferL1 = 2,
  musaFuncCachePreferEqual = 3
};

enum musaSharedMemConfig {
  musaSharedMemBankSizeDefault = 0,
  musaSharedMemBankSizeFourByte = 1,
  musaSharedMemBankSizeEightByte = 2
};

enum musaSharedCarveout {
  musaSharedmemCarveoutDefault = -1,
  musaSharedmemCarveoutMaxShared = 100,
  musaSharedmemCarveoutMaxL1 = 0
};

enum musaDeviceP2PAttr {
  musaDevP2PAttrPerformanceRank = 1,
  musaDevP2PAttrAccessSupported = 2,
  musaDevP2PAttrNativeAtomicSupported = 3,
  musaDevP2PAttrMusaArrayAccessSupported = 4
};

enum musaFlushGPUDirectRDMAWritesOptions {
  musaFlushGPUDirectRDMAWritesOptionHost = 1,
  musaFlushGPUDirectRDMAWritesOptionMemOps = 2
};
enum musaGPUDirectRDMAWritesOrdering {
  musaGPUDirectRDMAWritesOrderingNone = 0,
  musaGPUDirectRDMAWritesOrderingOwner = 100,
  musaGPUDirectRDMAWritesOrderingAllDevices = 200
};
enum musaFlushGPUDirectRDMAWritesScope {
  musaFlushGPUDirectRDMAWritesToOwner = 100,
  musaFlushGPUDirectRDMAWritesToAllDevices = 200
};
enum musaFlushGPUDirectRDMAWritesTarget { musaFlushGPUDirectRDMAWritesTargetCurrentDevice };

enum musaDeviceAttr {
  musaDevAttrMaxThreadsPerBlock = 1,
  musaDevAttrMaxBlockDimX = 2,
  musaDevAttrMaxBlockDimY = 3,
  musaDevAttrMaxBlockDimZ = 4,
  musaDevAttrMaxGridDimX = 5,
  musaDevAttrMaxGridDimY = 6,
  musaDevAttrMaxGridDimZ = 7,
  musaDevAttrMaxSharedMemoryPerBlock = 8,
  musaDevAttrTotalConstantMemory = 9,
  musaDevAttrWarpSize = 10,
  musaDevAttrMaxPitch = 11,
  musaDevAttrMaxRegistersPerBlock = 12,
  musaDevAttrClockRate = 13,
  musaDevAttrTextureAlignment = 14,
  musaDevAttrGpuOverlap = 15,
  musaDevAttrMultiProcessorCount = 16,
  musaDevAttrKernelExecTimeout = 17,
  musaDevAttrIntegrated = 18,
  musaDevAttrCanMapHostMemory = 19,
  musaDevAttrComputeMode = 20,
  musaDevAttrMaxTexture1DWidth = 21,
  musaDevAttrMaxTexture2DWidth = 22,
  musaDevAttrMaxTexture2DHeight = 23,
  musaDevAttrMaxTexture3DWidth = 24,
  musaDevAttrMaxTexture3DHeight = 25,
  musaDevAttrMaxTexture3DDepth = 26,
  musaDevAttrMaxTexture2DLayeredWidth = 27,
  musaDevAttrMaxTexture2DLayeredHeight = 28,
  musaDevAttrMaxTexture2DLayeredLayers = 29,
  musaDevAttrSurfaceAlignment = 30,
  musaDevAttrConcurrentKernels = 31,
  musaDevAttrEccEnabled = 32,
  musaDevAttrPciBusId = 33,
  musaDevAttrPciDeviceId = 34,
  musaDevAttrTccDriver = 35,
  musaDevAttrMemoryClockRate = 36,
  musaDevAttrGlobalMemoryBusWidth = 37,
  musaDevAttrL2CacheSize = 38,
  musaDevAttrMaxThreadsPerMultiProcessor = 39,
  musaDevAttrAsyncEngineCount = 40,
  musaDevAttrUnifiedAddressing = 41,
  musaDevAttrMaxTexture1DLayeredWidth = 42,
  musaDevAttrMaxTexture1DLayeredLayers = 43,
  musaDevAttrMaxTexture2DGatherWidth = 45,
  musaDevAttrMaxTexture2DGatherHeight = 46,
  musaDevAttrMaxTexture3DWidthAlt = 47,
  musaDevAttrMaxTexture3DHeightAlt = 48,
  musaDevAttrMaxTexture3DDepthAlt = 49,
  musaDevAttrPciDomainId = 50,
  musaDevAttrTexturePitchAlignment = 51,
  musaDevAttrMaxTextureCubemapWidth = 52,
  musaDevAttrMaxTextureCubemapLayeredWidth = 53,
  musaDevAttrMaxTextureCubemapLayeredLayers = 54,
  musaDevAttrMaxSurface1DWidth = 55,
  musaDevAttrMaxSurface2DWidth = 56,
  musaDevAttrMaxSurface2DHeight = 57,
  musaDevAttrMaxSurface3DWidth = 58,
  musaDevAttrMaxSurface3DHeight = 59,
  musaDevAttrMaxSurface3DDepth = 60,
  musaDevAttrMaxSurface1DLayeredWidth = 61,
  musaDevAttrMaxSurface1DLayeredLayers = 62,
  musaDevAttrMaxSurface2DLayeredWidth = 63,
  musaDevAttrMaxSurface2DLayeredHeight = 64,
  musaDevAttrMaxSurface2DLayeredLayers = 65,
  musaDevAttrMaxSurfaceCubemapWidth = 66,
  musaDevAttrMaxSurfaceCubemapLayeredWidth = 67,
  musaDevAttrMaxSurfaceCubemapLayeredLayers = 68,
  musaDevAttrMaxTexture1DLinearWidth = 69,
  musaDevAttrMaxTexture2DLinearWidth = 70,
  musaDevAttrMaxTexture2DLinearHeight = 71,
  musaDevAttrMaxTexture2DLinearPitch = 72,
  musaDevAttrMaxTexture2DMipmappedWidth = 73,
  musaDevAttrMaxTexture2DMipmappedHeight = 74,
  musaDevAttrComputeCapabilityMajor = 75,
  musaDevAttrComputeCapabilityMinor = 76,
  musaDevAttrMaxTexture1DMipmappedWidth = 77,
  musaDevAttrStreamPrioritiesSupported = 78,
  musaDevAttrGlobalL1CacheSupported = 79,
  musaDevAttrLocalL1CacheSupported = 80,
  musaDevAttrMaxSharedMemoryPerMultiprocessor = 81,
  musaDevAttrMaxRegistersPerMultiprocessor = 82,
  musaDevAttrManagedMemory = 83,
  musaDevAttrIsMultiGpuBoard = 84,
  musaDevAttrMultiGpuBoardGroupID = 85,
  musaDevAttrHostNativeAtomicSupported = 86,
  musaDevAttrSingleToDoublePrecisionPerfRatio = 87,
  musaDevAttrPageableMemoryAccess = 88,
  musaDevAttrConcurrentManagedAccess = 89,
  musaDevAttrComputePreemptionSupported = 90,
  musaDevAttrCanUseHostPointerForRegisteredMem = 91,
  musaDevAttrReserved92 = 92,
  musaDevAttrReserved93 = 93,
  musaDevAttrReserved94 = 94,
  musaDevAttrCooperativeLaunch = 95,
  musaDevAttrCooperativeMultiDeviceLaunch = 96,
  musaDevAttrMaxSharedMemoryPerBlockOptin = 97,
  musaDevAttrCanFlushRemoteWrites = 98,
  musaDevAttrHostRegisterSupported = 99,
  musaDevAttrPageableMemoryAccessUsesHostPageTables = 100,
  musaDevAttrDirectManagedMemAccessFromHost = 101,
  musaDevAttrMaxBlocksPerMultiprocessor = 106,
  musaDevAttrMaxPersistingL2CacheSize = 108,
  musaDevAttrMaxAccessPolicyWindowSize = 109,
  musaDevAttrReservedSharedMemoryPerBlock = 111,
  musaDevAttrSparseMusaArraySupported = 112,
  musaDevAttrHostRegisterReadOnlySupported = 113,
  musaDevAttrTimelineSemaphoreInteropSupported = 114,
  musaDevAttrMaxTimelineSemaphoreInteropSupported = 114,
  musaDevAttrMemoryPoolsSupported = 115,
  musaDevAttrGPUDirectRDMASupported = 116,
  musaDevAttrGPUDirectRDMAFlushWritesOptions = 117,
  musaDevAttrGPUDirectRDMAWritesOrdering = 118,
  musaDevAttrMemoryPoolSupportedHandleTypes = 119,
  musaDevAttrClusterLaunch = 120,
  musaDevAttrDeferredMappingMusaArraySupported = 121,
  musaDevAttrReserved122 = 122,
  musaDevAttrReserved123 = 123,
  musaDevAttrReserved124 = 124,
  musaDevAttrIpcEventSupport = 125,
  musaDevAttrMemSyncDomainCount = 126,
  musaDevAttrReserved127 = 127,
  musaDevAttrReserved128 = 128,
  musaDevAttrReserved129 = 129,
  musaDevAttrNumaConfig = 130,
  musaDevAttrNumaId = 131,
  musaDevAttrReserved132 = 132,
  musaDevAttrMpsEnabled = 133,
  musaDevAttrHostNumaId = 134,
  musaDevAttrMax
};

struct musaDeviceProp {
  char name[256];
  musaUUID_t uuid;
  char luid[8];
  unsigned int luidDeviceNodeMask;
  size_t totalGlobalMem;
  size_t sharedMemPerBlock;
  int regsPerBlock;
  int warpSize;
  size_t memPitch;
  int maxThreadsPerBlock;
  int maxThreadsDim[3];
  int maxGridSize[3];
  int clockRate; /* kHz */
  size_t totalConstMem;
  int major;
  int minor;
  size_t textureAlignment;
  size_t texturePitchAlignment;
  int deviceOverlap;
  int multiProcessorCount;
  int kernelExecTimeoutEnabled;
  int integrated;
  int canMapHostMemory;
  int computeMode;
  int maxTexture1D;
  int maxTexture1DMipmap;
  int maxTexture1DLinear;
  int maxTexture2D[2];
  int maxTexture2DMipmap[2];
  int maxTexture2DLinear[3];
  int maxTexture2DGather[2];
  int maxTexture3D[3];
  int maxTexture3DAlt[3];
  int maxTextureCubemap;
  int maxTexture1DLayered[2];
  int maxTexture2DLayered[3];
  int maxTextureCubemapLayered[2];
  int maxSurface1D;
  int maxSurface2D[2];
  int maxSurface3D[3];
  int maxSurface1DLayered[2];
  int maxSurface2DLayered[3];
  int maxSurfaceCubemap;
  int maxSurfaceCubemapLayered[2];
  size_t surfaceAlignment;
  int concurrentKernels;
  int ECCEnabled;
  int pciBusID;
  int pciDeviceID;
  int pciDomainID;
  int tccDriver;
  int asyncEngineCount;
  int unifiedAddressing;
  int memoryClockRate; /* kHz */
  int memoryBusWidth;  /* bits */
  int l2CacheSize;
  int persistingL2CacheMaxSize;
  int maxThreadsPerMultiProcessor;
  int streamPrioritiesSupported;
  int globalL1CacheSupported;
  int localL1CacheSupported;
  size_t sharedMemPerMultiprocessor;
  int regsPerMultiprocessor;
  int managedMemory;
  int isMultiGpuBoard;
  int multiGpuBoardGroupID;
  int hostNativeAtomicSupported;
  int singleToDoublePrecisionPerfRatio;
  int pageableMemoryAccess;
  int concurrentManagedAccess;
  int computePreemptionSupported;
  int canUseHostPointerForRegisteredMem;
  int cooperativeLaunch;
  int cooperativeMultiDeviceLaunch;
  size_t sharedMemPerBlockOptin;
  int pageableMemoryAccessUsesHostPageTables;
  int directManagedMemAccessFromHost;
  int maxBlocksPerMultiProcessor;
  int accessPolicyMaxWindowSize;
  size_t reservedSharedMemPerBlock;
  int hostRegisterSupported;
  int sparseMusaArraySupported;
  int hostRegisterReadOnlySupported;
  int timelineSemaphoreInteropSupported;
  int memoryPoolsSupported;
  int gpuDirectRDMASupported;
  unsigned int gpuDirectRDMAFlushWritesOptions;
  int gpuDirectRDMAWritesOrdering;
  unsigned int memoryPoolSupportedHandleTypes;
  int deferredMappingMusaArraySupported;
  int ipcEventSupported;
  int clusterLaunch;
  int unifiedFunctionPointers;
  int reserved[63];
};

/* --------------------------------------------------------------------------- kernels */

struct musaFuncAttributes {
  size_t sharedSizeBytes; /* static */
  size_t constSizeBytes;
  size_t localSizeBytes;
  int maxThreadsPerBlock;
  int numRegs;
  int ptxVersion;
  int binaryVersion;
  int cacheModeCA;
  int maxDynamicSharedSizeBytes;
  int preferredShmemCarveout;
  int clusterDimMustBeSet;
  int requiredClusterWidth;
  int requiredClusterHeight;
  int requiredClusterDepth;
  int clusterSchedulingPolicyPreference;
  int nonPortableClusterSizeAllowed;
  int reserved[16];
};

enum musaFuncAttribute {
  musaFuncAttributeMaxDynamicSharedMemorySize = 8,
  musaFuncAttributePreferredSharedMemoryCarveout = 9,
  musaFuncAttributeClusterDimMustBeSet = 10,
  musaFuncAttributeRequiredClusterWidth = 11,
  musaFuncAttributeRequiredClusterHeight = 12,
  musaFuncAttributeRequiredClusterDepth = 13,
  musaFuncAttributeNonPortableClusterSizeAllowed = 14,
  musaFuncAttributeClusterSchedulingPolicyPreference = 15,
  musaFuncAttributeMax
};

enum musaClusterSchedulingPolicy {
  musaClusterSchedulingPolicyDefault = 0,
  musaClusterSchedulingPolicySpread = 1,
  musaClusterSchedulingPolicyLoadBalancing = 2
};

enum musaAccessProperty {
  musaAccessPropertyNormal = 0,
  musaAccessPropertyStreaming = 1,
  musaAccessPropertyPersisting = 2
};

struct musaAccessPolicyWindow {
  void *base_ptr;
  size_t num_bytes;
  float hitRatio;
  enum musaAccessProperty hitProp;
  enum musaAccessProperty missProp;
};

enum musaSynchronizationPolicy {
  musaSyncPolicyAuto = 1,
  musaSyncPolicySpin = 2,
  musaSyncPolicyYield = 3,
  musaSyncPolicyBlockingSync = 4
};

enum musaLaunchMemSyncDomain {
  musaLaunchMemSyncDomainDefault = 0,
  musaLaunchMemSyncDomainRemote = 1
};
struct musaLaunchMemSyncDomainMap_st {
  unsigned char default_;
  unsigned char remote;
};
typedef struct musaLaunchMemSyncDomainMap_st musaLaunchMemSyncDomainMap;

enum musaLaunchAttributeID {
  musaLaunchAttributeIgnore = 0,
  musaLaunchAttributeAccessPolicyWindow = 1,
  musaLaunchAttributeCooperative = 2,
  musaLaunchAttributeSynchronizationPolicy = 3,
  musaLaunchAttributeClusterDimension = 4,
  musaLaunchAttributeClusterSchedulingPolicyPreference = 5,
  musaLaunchAttributeProgrammaticStreamSerialization = 6,
  musaLaunchAttributeProgrammaticEvent = 7,
  musaLaunchAttributePriority = 8,
  musaLaunchAttributeMemSyncDomainMap = 9,
  musaLaunchAttributeMemSyncDomain = 10,
  musaLaunchAttributePreferredClusterDimension = 11,
  musaLaunchAttributeLaunchCompletionEvent = 12,
  musaLaunchAttributeDeviceUpdatableKernelNode = 13,
  musaLaunchAttributePreferredSharedMemoryCarveout = 14
};

union musaLaunchAttributeValue {
  char pad[64];
  struct musaAccessPolicyWindow accessPolicyWindow;
  int cooperative;
  enum musaSynchronizationPolicy syncPolicy;
  struct {
    unsigned int x;
    unsigned int y;
    unsigned int z;
  } clusterDim;
  enum musaClusterSchedulingPolicy clusterSchedulingPolicyPreference;
  int programmaticStreamSerializationAllowed;
  struct {
    musaEvent_t event;
    int flags;
    int triggerAtBlockStart;
  } programmaticEvent;
  int priority;
  musaLaunchMemSyncDomainMap memSyncDomainMap;
  enum musaLaunchMemSyncDomain memSyncDomain;
  struct {
    unsigned int x;
    unsigned int y;
    unsigned int z;
  } preferredClusterDim;
  struct {
    musaEvent_t event;
    int flags;
  } launchCompletionEvent;
  struct {
    int deviceUpdatable;
    void *devNode;
  } deviceUpdatableKernelNode;
  unsigned int sharedMemCarveout;
};
#ifndef __cplusplus
typedef union musaLaunchAttributeValue musaLaunchAttributeValue;
#endif

struct musaLaunchAttribute_st {
  enum musaLaunchAttributeID id;
  char pad[8 - sizeof(enum musaLaunchAttributeID)];
  union musaLaunchAttributeValue val;
};
typedef struct musaLaunchAttribute_st musaLaunchAttribute;

struct musaLaunchConfig_st {
  struct dim3 gridDim;
  struct dim3 blockDim;
  size_t dynamicSmemBytes;
  musaStream_t stream;
  musaLaunchAttribute *attrs;
  unsigned int numAttrs;
};
typedef struct musaLaunchConfig_st musaLaunchConfig_t;

struct musaLaunchParams {
  void *func;
  struct dim3 gridDim;
  struct dim3 blockDim;
  void **args;
  size_t sharedMem;
  musaStream_t stream;
};

/* --------------------------------------------------------------------------- streams */

#define musaStreamAttrID enum musaLaunchAttributeID
#define musaStreamAttrValue union musaLaunchAttributeValue
#define musaStreamAttributeAccessPolicyWindow musaLaunchAttributeAccessPolicyWindow
#define musaStreamAttributeSynchronizationPolicy musaLaunchAttributeSynchronizationPolicy
#define musaStreamAttributePriority musaLaunchAttributePriority
#define musaStreamAttributeMemSyncDomainMap musaLaunchAttributeMemSyncDomainMap
#define musaStreamAttributeMemSyncDomain musaLaunchAttributeMemSyncDomain

#define MUSART_CB
typedef void(MUSART_CB *musaHostFn_t)(void *userData);
typedef void(MUSART_CB *musaStreamCallback_t)(musaStream_t stream, musaError_t status,
                                              void *userData);

struct musaHostNodeParams {
  musaHostFn_t fn;
  void *userData;
};

/* --------------------------------------------------------------------------- driver */

#define musaEnableDefault 0x00
#define musaEnableLegacyStream 0x01
#define musaEnablePerThreadDefaultStream 0x02

enum musaDriverEntryPointQueryResult {
  musaDriverEntryPointSuccess = 0,
  musaDriverEntryPointSymbolNotFound = 1,
  musaDriverEntryPointVersionNotSufficent = 2
};

/* --------------------------------------------------------------------------- helpers */

#if defined(__cplusplus)
#define __MUSA_HELPER static __inline__ __host__ __device__
#else
#define __MUSA_HELPER static __inline__
#endif

__MUSA_HELPER struct musaPitchedPtr make_musaPitchedPtr(void *d, size_t p, size_t xsz, size_t ysz) {
  struct musaPitchedPtr s;
  s.ptr = d;
  s.pitch = p;
  s.xsize = xsz;
  s.ysize = ysz;
  return s;
}

__MUSA_HELPER struct musaPos make_musaPos(size_t x, size_t y, size_t z) {
  struct musaPos p;
  p.x = x;
  p.y = y;
  p.z = z;
  return p;
}

__MUSA_HELPER struct musaExtent make_musaExtent(size_t w, size_t h, size_t d) {
  struct musaExtent e;
  e.width = w;
  e.height = h;
  e.depth = d;
  return e;
}

#undef __MUSA_HELPER

#endif /* __DRIVER_TYPES_H__ */
