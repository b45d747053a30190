//===- musa.h - the MUSA driver API ------------------------------*- C -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For C and C++: the part of the driver API that exists on the host. Each function does what CUDA's
// function does whose name has cu for mu. docs/reference/runtime.md lists the differences and what
// is missing. Numbers equal those of CUDA 12. The contexts are the devices of the runtime API, and
// every handle works with both APIs.
//===----------------------------------------------------------------------===//
#ifndef __musa_musa_h__
#define __musa_musa_h__

#include "driver_types.h"

#include <stdint.h>

/* The SDK that these headers stand for: 10000 * major + 100 * minor. A program that is compiled
   with -DMUSAPORT_SDK_VERSION=50200 sees another one. */
#ifdef MUSAPORT_SDK_VERSION
#define MUSA_VERSION MUSAPORT_SDK_VERSION
#else
#define MUSA_VERSION 40300
#endif

#define MU_IPC_HANDLE_SIZE MUSA_IPC_HANDLE_SIZE

#define MUSAAPI
#define MUSA_CB

/* As in CUDA, these names mean the second version of a function, which replaced a 32-bit one. */
#define muDeviceTotalMem muDeviceTotalMem_v2
#define muIpcOpenMemHandle muIpcOpenMemHandle_v2
#define muCtxCreate muCtxCreate_v2
#define muCtxDestroy muCtxDestroy_v2
#define muCtxPopCurrent muCtxPopCurrent_v2
#define muCtxPushCurrent muCtxPushCurrent_v2
#define muModuleGetGlobal muModuleGetGlobal_v2
#define muMemGetInfo muMemGetInfo_v2
#define muMemAlloc muMemAlloc_v2
#define muMemAllocPitch muMemAllocPitch_v2
#define muMemFree muMemFree_v2
#define muMemGetAddressRange muMemGetAddressRange_v2
#define muMemAllocHost muMemAllocHost_v2
#define muMemHostGetDevicePointer muMemHostGetDevicePointer_v2
#define muMemHostRegister muMemHostRegister_v2
#define muMemcpyHtoD muMemcpyHtoD_v2
#define muMemcpyDtoH muMemcpyDtoH_v2
#define muMemcpyDtoD muMemcpyDtoD_v2
#define muMemcpyDtoA muMemcpyDtoA_v2
#define muMemcpyAtoD muMemcpyAtoD_v2
#define muMemcpyHtoA muMemcpyHtoA_v2
#define muMemcpyAtoH muMemcpyAtoH_v2
#define muMemcpyAtoA muMemcpyAtoA_v2
#define muMemcpyHtoDAsync muMemcpyHtoDAsync_v2
#define muMemcpyDtoHAsync muMemcpyDtoHAsync_v2
#define muMemcpyDtoDAsync muMemcpyDtoDAsync_v2
#define muMemcpyHtoAAsync muMemcpyHtoAAsync_v2
#define muMemcpyAtoHAsync muMemcpyAtoHAsync_v2
#define muMemcpy2D muMemcpy2D_v2
#define muMemcpy2DUnaligned muMemcpy2DUnaligned_v2
#define muMemcpy3D muMemcpy3D_v2
#define muMemcpy2DAsync muMemcpy2DAsync_v2
#define muMemcpy3DAsync muMemcpy3DAsync_v2
#define muMemsetD8 muMemsetD8_v2
#define muMemsetD16 muMemsetD16_v2
#define muMemsetD32 muMemsetD32_v2
#define muMemsetD2D8 muMemsetD2D8_v2
#define muMemsetD2D16 muMemsetD2D16_v2
#define muMemsetD2D32 muMemsetD2D32_v2
#define muArrayCreate muArrayCreate_v2
#define muArrayGetDescriptor muArrayGetDescriptor_v2
#define muArray3DCreate muArray3DCreate_v2
#define muArray3DGetDescriptor muArray3DGetDescriptor_v2
#define muStreamDestroy muStreamDestroy_v2
#define muEventDestroy muEventDestroy_v2
#define muStreamWaitValue32 muStreamWaitValue32_v2
#define muStreamWaitValue64 muStreamWaitValue64_v2
#define muStreamWriteValue32 muStreamWriteValue32_v2
#define muStreamWriteValue64 muStreamWriteValue64_v2
#define muStreamBatchMemOp muStreamBatchMemOp_v2
#define muDevicePrimaryCtxRelease muDevicePrimaryCtxRelease_v2
#define muDevicePrimaryCtxReset muDevicePrimaryCtxReset_v2
#define muDevicePrimaryCtxSetFlags muDevicePrimaryCtxSetFlags_v2

/* --------------------------------------------------------------------------- errors */

typedef enum musaError_enum {
  MUSA_SUCCESS = 0,
  MUSA_ERROR_INVALID_VALUE = 1,
  MUSA_ERROR_OUT_OF_MEMORY = 2,
  MUSA_ERROR_NOT_INITIALIZED = 3,
  MUSA_ERROR_DEINITIALIZED = 4,
  MUSA_ERROR_PROFILER_DISABLED = 5,
  MUSA_ERROR_PROFILER_NOT_INITIALIZED = 6,
  MUSA_ERROR_PROFILER_ALREADY_STARTED = 7,
  MUSA_ERROR_PROFILER_ALREADY_STOPPED = 8,
  MUSA_ERROR_STUB_LIBRARY = 34,
  MUSA_ERROR_DEVICE_UNAVAILABLE = 46,
  MUSA_ERROR_NO_DEVICE = 100,
  MUSA_ERROR_INVALID_DEVICE = 101,
  MUSA_ERROR_DEVICE_NOT_LICENSED = 102,
  MUSA_ERROR_INVALID_IMAGE = 200,
  MUSA_ERROR_INVALID_CONTEXT = 201,
  MUSA_ERROR_CONTEXT_ALREADY_CURRENT = 202,
  MUSA_ERROR_MAP_FAILED = 205,
  MUSA_ERROR_UNMAP_FAILED = 206,
  MUSA_ERROR_ARRAY_IS_MAPPED = 207,
  MUSA_ERROR_ALREADY_MAPPED = 208,
  MUSA_ERROR_NO_BINARY_FOR_GPU = 209,
  MUSA_ERROR_ALREADY_ACQUIRED = 210,
  MUSA_ERROR_NOT_MAPPED = 211,
  MUSA_ERROR_NOT_MAPPED_AS_ARRAY = 212,
  MUSA_ERROR_NOT_MAPPED_AS_POINTER = 213,
  MUSA_ERROR_ECC_UNCORRECTABLE = 214,
  MUSA_ERROR_UNSUPPORTED_LIMIT = 215,
  MUSA_ERROR_CONTEXT_ALREADY_IN_USE = 216,
  MUSA_ERROR_PEER_ACCESS_UNSUPPORTED = 217,
  MUSA_ERROR_INVALID_PTX = 218,
  MUSA_ERROR_INVALID_GRAPHICS_CONTEXT = 219,
  MUSA_ERROR_MTLINK_UNCORRECTABLE = 220,
  MUSA_ERROR_JIT_COMPILER_NOT_FOUND = 221,
  MUSA_ERROR_UNSUPPORTED_PTX_VERSION = 222,
  MUSA_ERROR_JIT_COMPILATION_DISABLED = 223,
  MUSA_ERROR_UNSUPPORTED_EXEC_AFFINITY = 224,
  MUSA_ERROR_UNSUPPORTED_DEVSIDE_SYNC = 225,
  MUSA_ERROR_CONTAINED = 226,
  MUSA_ERROR_INVALID_SOURCE = 300,
  MUSA_ERROR_FILE_NOT_FOUND = 301,
  MUSA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND = 302,
  MUSA_ERROR_SHARED_OBJECT_INIT_FAILED = 303,
  MUSA_ERROR_OPERATING_SYSTEM = 304,
  MUSA_ERROR_INVALID_HANDLE = 400,
  MUSA_ERROR_ILLEGAL_STATE = 401,
  MUSA_ERROR_LOSSY_QUERY = 402,
  MUSA_ERROR_NOT_FOUND = 500,
  MUSA_ERROR_NOT_READY = 600,
  MUSA_ERROR_ILLEGAL_ADDRESS = 700,
  MUSA_ERROR_LAUNCH_OUT_OF_RESOURCES = 701,
  MUSA_ERROR_LAUNCH_TIMEOUT = 702,
  MUSA_ERROR_LAUNCH_INCOMPATIBLE_TEXTURING = 703,
  MUSA_ERROR_PEER_ACCESS_ALREADY_ENABLED = 704,
  MUSA_ERROR_PEER_ACCESS_NOT_ENABLED = 705,
  MUSA_ERROR_PRIMARY_CONTEXT_ACTIVE = 708,
  MUSA_ERROR_CONTEXT_IS_DESTROYED = 709,
  MUSA_ERROR_ASSERT = 710,
  MUSA_ERROR_TOO_MANY_PEERS = 711,
  MUSA_ERROR_HOST_MEMORY_ALREADY_REGISTERED = 712,
  MUSA_ERROR_HOST_MEMORY_NOT_REGISTERED = 713,
  MUSA_ERROR_HARDWARE_STACK_ERROR = 714,
  MUSA_ERROR_ILLEGAL_INSTRUCTION = 715,
  MUSA_ERROR_MISALIGNED_ADDRESS = 716,
  MUSA_ERROR_INVALID_ADDRESS_SPACE = 717,
  MUSA_ERROR_INVALID_PC = 718,
  MUSA_ERROR_LAUNCH_FAILED = 719,
  MUSA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE = 720,
  MUSA_ERROR_TENSOR_MEMORY_LEAK = 721,
  MUSA_ERROR_NOT_PERMITTED = 800,
  MUSA_ERROR_NOT_SUPPORTED = 801,
  MUSA_ERROR_SYSTEM_NOT_READY = 802,
  MUSA_ERROR_SYSTEM_DRIVER_MISMATCH = 803,
  MUSA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE = 804,
  MUSA_ERROR_MPS_CONNECTION_FAILED = 805,
  MUSA_ERROR_MPS_RPC_FAILURE = 806,
  MUSA_ERROR_MPS_SERVER_NOT_READY = 807,
  MUSA_ERROR_MPS_MAX_CLIENTS_REACHED = 808,
  MUSA_ERROR_MPS_MAX_CONNECTIONS_REACHED = 809,
  MUSA_ERROR_MPS_CLIENT_TERMINATED = 810,
  MUSA_ERROR_CDP_NOT_SUPPORTED = 811,
  MUSA_ERROR_CDP_VERSION_MISMATCH = 812,
  MUSA_ERROR_STREAM_CAPTURE_UNSUPPORTED = 900,
  MUSA_ERROR_STREAM_CAPTURE_INVALIDATED = 901,
  MUSA_ERROR_STREAM_CAPTURE_MERGE = 902,
  MUSA_ERROR_STREAM_CAPTURE_UNMATCHED = 903,
  MUSA_ERROR_STREAM_CAPTURE_UNJOINED = 904,
  MUSA_ERROR_STREAM_CAPTURE_ISOLATION = 905,
  MUSA_ERROR_STREAM_CAPTURE_IMPLICIT = 906,
  MUSA_ERROR_CAPTURED_EVENT = 907,
  MUSA_ERROR_STREAM_CAPTURE_WRONG_THREAD = 908,
  MUSA_ERROR_TIMEOUT = 909,
  MUSA_ERROR_GRAPH_EXEC_UPDATE_FAILURE = 910,
  MUSA_ERROR_EXTERNAL_DEVICE = 911,
  MUSA_ERROR_INVALID_CLUSTER_SIZE = 912,
  MUSA_ERROR_FUNCTION_NOT_LOADED = 913,
  MUSA_ERROR_INVALID_RESOURCE_TYPE = 914,
  MUSA_ERROR_INVALID_RESOURCE_CONFIGURATION = 915,
  MUSA_ERROR_KEY_ROTATION = 916,
  MUSA_ERROR_UNKNOWN = 999
} MUresult;

/* --------------------------------------------------------------------------- handles */

typedef int MUdevice_v1;
typedef MUdevice_v1 MUdevice;
typedef unsigned long long MUdeviceptr_v2;
typedef MUdeviceptr_v2 MUdeviceptr;
typedef struct MUctx_st *MUcontext;
typedef struct MUmod_st *MUmodule;
typedef struct MUfunc_st *MUfunction;
typedef struct MUkern_st *MUkernel;
typedef struct MUlib_st *MUlibrary;
typedef struct MUarray_st *MUarray;
typedef struct MUmipmappedArray_st *MUmipmappedArray;
typedef unsigned long long MUtexObject;
typedef unsigned long long MUsurfObject;
typedef struct MUevent_st *MUevent;
typedef struct MUstream_st *MUstream;
typedef struct MUmemPoolHandle_st *MUmemoryPool;
typedef unsigned long long MUmemGenericAllocationHandle_v1;
typedef MUmemGenericAllocationHandle_v1 MUmemGenericAllocationHandle;

#define MU_DEVICE_CPU ((MUdevice) - 1)
#define MU_DEVICE_INVALID ((MUdevice) - 2)

/* --------------------------------------------------------------------------- devices */

typedef enum MUdevice_attribute_enum {
  MU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK = 1,
  MU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X = 2,
  MU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y = 3,
  MU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z = 4,
  MU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X = 5,
  MU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y = 6,
  MU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z = 7,
  MU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK = 8,
  MU_DEVICE_ATTRIBUTE_SHARED_MEMORY_PER_BLOCK = 8,
  MU_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY = 9,
  MU_DEVICE_ATTRIBUTE_WARP_SIZE = 10,
  MU_DEVICE_ATTRIBUTE_MAX_PITCH = 11,
  MU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK = 12,
  MU_DEVICE_ATTRIBUTE_REGISTERS_PER_BLOCK = 12,
  MU_DEVICE_ATTRIBUTE_CLOCK_RATE = 13,
  MU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT = 14,
  MU_DEVICE_ATTRIBUTE_GPU_OVERLAP = 15,
  MU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT = 16,
  MU_DEVICE_ATTRIBUTE_KERNEL_EXEC_TIMEOUT = 17,
  MU_DEVICE_ATTRIBUTE_INTEGRATED = 18,
  MU_DEVICE_ATTRIBUTE_CAN_MAP_HOST_MEMORY = 19,
  MU_DEVICE_ATTRIBUTE_COMPUTE_MODE = 20,
  MU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_WIDTH = 21,
  MU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_WIDTH = 22,
  MU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_HEIGHT = 23,
  MU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_WIDTH = 24,
  MU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_HEIGHT = 25,
  MU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_DEPTH = 26,
  MU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_WIDTH = 27,
  MU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_HEIGHT = 28,
  MU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_LAYERS = 29,
  MU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_ARRAY_WIDTH = 27,
  MU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_ARRAY_HEIGHT = 28,
  MU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_ARRAY_NUMSLICES = 29,
  MU_DEVICE_ATTRIBUTE_SURFACE_ALIGNMENT = 30,
  MU_DEVICE_ATTRIBUTE_CONCURRENT_KERNELS = 31,
  MU_DEVICE_ATTRIBUTE_ECC_ENABLED = 32,
  MU_DEVICE_ATTRIBUTE_PCI_BUS_ID = 33,
  MU_DEVICE_ATTRIBUTE_PCI_DEVICE_ID = 34,
  MU_DEVICE_ATTRIBUTE_TCC_DRIVER = 35,
  MU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE = 36,
  MU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH = 37,
  MU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE = 38,
  MU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR = 39,
  MU_DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT = 40,
  MU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING = 41,
  MU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LAYERED_WIDTH = 42,
  MU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LAYERED_LAYERS = 43,
  MU_DEVICE_ATTRIBUTE_CAN_TEX2D_GATHER = 44,
  MU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_GATHER_WIDTH = 45,
  MU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_GATHER_HEIGHT = 46,
  MU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_WIDTH_ALTERNATE = 47,
  MU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_HEIGHT_ALTERNATE = 48,
  MU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_DEPTH_ALTERNATE = 49,
  MU_DEVICE_ATTRIBUTE_PCI_DOMAIN_ID = 50,
  MU_DEVICE_ATTRIBUTE_TEXTURE_PITCH_ALIGNMENT = 51,
  MU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_WIDTH = 52,
  MU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_LAYERED_WIDTH = 53,
  MU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_LAYERED_LAYERS = 54,
  MU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_WIDTH = 55,
  MU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_WIDTH = 56,
  MU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_HEIGHT = 57,
  MU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_WIDTH = 58,
  MU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_HEIGHT = 59,
  MU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_DEPTH = 60,
  MU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_LAYERED_WIDTH = 61,
  MU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_LAYERED_LAYERS = 62,
  MU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_WIDTH = 63,
  MU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_HEIGHT = 64,
  MU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_LAYERS = 65,
  MU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_WIDTH = 66,
  MU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_LAYERED_WIDTH = 67,
  MU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_LAYERED_LAYERS = 68,
  MU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LINEAR_WIDTH = 69,
  MU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_WIDTH = 70,
  MU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_HEIGHT = 71,
  MU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_PITCH = 72,
  MU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_MIPMAPPED_WIDTH = 73,
  MU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_MIPMAPPED_HEIGHT = 74,
  MU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR = 75,
  MU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR = 76,
  MU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_MIPMAPPED_WIDTH = 77,
  MU_DEVICE_ATTRIBUTE_STREAM_PRIORITIES_SUPPORTED = 78,
  MU_DEVICE_ATTRIBUTE_GLOBAL_L1_CACHE_SUPPORTED = 79,
  MU_DEVICE_ATTRIBUTE_LOCAL_L1_CACHE_SUPPORTED = 80,
  MU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR = 81,
  MU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR = 82,
  MU_DEVICE_ATTRIBUTE_MANAGED_MEMORY = 83,
  MU_DEVICE_ATTRIBUTE_MULTI_GPU_BOARD = 84,
  MU_DEVICE_ATTRIBUTE_MULTI_GPU_BOARD_GROUP_ID = 85,
  MU_DEVICE_ATTRIBUTE_HOST_NATIVE_ATOMIC_SUPPORTED = 86,
  MU_DEVICE_ATTRIBUTE_SINGLE_TO_DOUBLE_PRECISION_PERF_RATIO = 87,
  MU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS = 88,
  MU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS = 89,
  MU_DEVICE_ATTRIBUTE_COMPUTE_PREEMPTION_SUPPORTED = 90,
  MU_DEVICE_ATTRIBUTE_CAN_USE_HOST_POINTER_FOR_REGISTERED_MEM = 91,
  MU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_MEM_OPS = 92,
  MU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_MEM_OPS_V1 = 92,
  MU_DEVICE_ATTRIBUTE_CAN_USE_64_BIT_STREAM_MEM_OPS_V1 = 93,
  MU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_WAIT_VALUE_NOR_V1 = 94,
  MU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH = 95,
  MU_DEVICE_ATTRIBUTE_COOPERATIVE_MULTI_DEVICE_LAUNCH = 96,
  MU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN = 97,
  MU_DEVICE_ATTRIBUTE_CAN_FLUSH_REMOTE_WRITES = 98,
  MU_DEVICE_ATTRIBUTE_HOST_REGISTER_SUPPORTED = 99,
  MU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS_USES_HOST_PAGE_TABLES = 100,
  MU_DEVICE_ATTRIBUTE_DIRECT_MANAGED_MEM_ACCESS_FROM_HOST = 101,
  MU_DEVICE_ATTRIBUTE_VIRTUAL_ADDRESS_MANAGEMENT_SUPPORTED = 102,
  MU_DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED = 103,
  MU_DEVICE_ATTRIBUTE_HANDLE_TYPE_WIN32_HANDLE_SUPPORTED = 104,
  MU_DEVICE_ATTRIBUTE_HANDLE_TYPE_WIN32_KMT_HANDLE_SUPPORTED = 105,
  MU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR = 106,
  MU_DEVICE_ATTRIBUTE_GENERIC_COMPRESSION_SUPPORTED = 107,
  MU_DEVICE_ATTRIBUTE_MAX_PERSISTING_L2_CACHE_SIZE = 108,
  MU_DEVICE_ATTRIBUTE_MAX_ACCESS_POLICY_WINDOW_SIZE = 109,
  MU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_WITH_MUSA_VMM_SUPPORTED = 110,
  MU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK = 111,
  MU_DEVICE_ATTRIBUTE_SPARSE_MUSA_ARRAY_SUPPORTED = 112,
  MU_DEVICE_ATTRIBUTE_READ_ONLY_HOST_REGISTER_SUPPORTED = 113,
  MU_DEVICE_ATTRIBUTE_TIMELINE_SEMAPHORE_INTEROP_SUPPORTED = 114,
  MU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED = 115,
  MU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_SUPPORTED = 116,
  MU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_FLUSH_WRITES_OPTIONS = 117,
  MU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_WRITES_ORDERING = 118,
  MU_DEVICE_ATTRIBUTE_MEMPOOL_SUPPORTED_HANDLE_TYPES = 119,
  MU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH = 120,
  MU_DEVICE_ATTRIBUTE_DEFERRED_MAPPING_MUSA_ARRAY_SUPPORTED = 121,
  MU_DEVICE_ATTRIBUTE_CAN_USE_64_BIT_STREAM_MEM_OPS = 122,
  MU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_WAIT_VALUE_NOR = 123,
  MU_DEVICE_ATTRIBUTE_DMA_BUF_SUPPORTED = 124,
  MU_DEVICE_ATTRIBUTE_IPC_EVENT_SUPPORTED = 125,
  MU_DEVICE_ATTRIBUTE_MEM_SYNC_DOMAIN_COUNT = 126,
  MU_DEVICE_ATTRIBUTE_TENSOR_MAP_ACCESS_SUPPORTED = 127,
  MU_DEVICE_ATTRIBUTE_HANDLE_TYPE_FABRIC_SUPPORTED = 128,
  MU_DEVICE_ATTRIBUTE_UNIFIED_FUNCTION_POINTERS = 129,
  MU_DEVICE_ATTRIBUTE_NUMA_CONFIG = 130,
  MU_DEVICE_ATTRIBUTE_NUMA_ID = 131,
  MU_DEVICE_ATTRIBUTE_MULTICAST_SUPPORTED = 132,
  MU_DEVICE_ATTRIBUTE_MPS_ENABLED = 133,
  MU_DEVICE_ATTRIBUTE_HOST_NUMA_ID = 134,
  MU_DEVICE_ATTRIBUTE_D3D12_CIG_SUPPORTED = 135,
  MU_DEVICE_ATTRIBUTE_MEM_DECOMPRESS_ALGORITHM_MASK = 136,
  MU_DEVICE_ATTRIBUTE_MEM_DECOMPRESS_MAXIMUM_LENGTH = 137,
  MU_DEVICE_ATTRIBUTE_VULKAN_CIG_SUPPORTED = 138,
  MU_DEVICE_ATTRIBUTE_GPU_PCI_DEVICE_ID = 139,
  MU_DEVICE_ATTRIBUTE_GPU_PCI_SUBSYSTEM_ID = 140,
  MU_DEVICE_ATTRIBUTE_HOST_NUMA_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED = 141,
  MU_DEVICE_ATTRIBUTE_HOST_NUMA_MEMORY_POOLS_SUPPORTED = 142,
  MU_DEVICE_ATTRIBUTE_HOST_NUMA_MULTINODE_IPC_SUPPORTED = 143,
  MU_DEVICE_ATTRIBUTE_HOST_MEMORY_POOLS_SUPPORTED = 144,
  MU_DEVICE_ATTRIBUTE_HOST_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED = 145,
  MU_DEVICE_ATTRIBUTE_HOST_ALLOC_DMA_BUF_SUPPORTED = 146,
  MU_DEVICE_ATTRIBUTE_ONLY_PARTIAL_HOST_NATIVE_ATOMIC_SUPPORTED = 147,
  MU_DEVICE_ATTRIBUTE_MAX = 148
} MUdevice_attribute;

typedef enum MUdevice_P2PAttribute_enum {
  MU_DEVICE_P2P_ATTRIBUTE_PERFORMANCE_RANK = 0x01,
  MU_DEVICE_P2P_ATTRIBUTE_ACCESS_SUPPORTED = 0x02,
  MU_DEVICE_P2P_ATTRIBUTE_NATIVE_ATOMIC_SUPPORTED = 0x03,
  MU_DEVICE_P2P_ATTRIBUTE_ACCESS_ACCESS_SUPPORTED = 0x04,
  MU_DEVICE_P2P_ATTRIBUTE_MUSA_ARRAY_ACCESS_SUPPORTED = 0x04
} MUdevice_P2PAttribute;

typedef enum MUcomputemode_enum {
  MU_COMPUTEMODE_DEFAULT = 0,
  MU_COMPUTEMODE_PROHIBITED = 2,
  MU_COMPUTEMODE_EXCLUSIVE_PROCESS = 3
} MUcomputemode;

typedef struct MUdevprop_st {
  int maxThreadsPerBlock;
  int maxThreadsDim[3];
  int maxGridSize[3];
  int sharedMemPerBlock;
  int totalConstantMemory;
  int SIMDWidth;
  int memPitch;
  int regsPerBlock;
  int clockRate;
  int textureAlign;
} MUdevprop_v1;
typedef MUdevprop_v1 MUdevprop;

/* --------------------------------------------------------------------------- contexts */

typedef enum MUctx_flags_enum {
  MU_CTX_SCHED_AUTO = 0x00,
  MU_CTX_SCHED_SPIN = 0x01,
  MU_CTX_SCHED_YIELD = 0x02,
  MU_CTX_SCHED_BLOCKING_SYNC = 0x04,
  MU_CTX_BLOCKING_SYNC = 0x04,
  MU_CTX_SCHED_MASK = 0x07,
  MU_CTX_MAP_HOST = 0x08,
  MU_CTX_LMEM_RESIZE_TO_MAX = 0x10,
  MU_CTX_COREDUMP_ENABLE = 0x20,
  MU_CTX_USER_COREDUMP_ENABLE = 0x40,
  MU_CTX_SYNC_MEMOPS = 0x80,
  MU_CTX_FLAGS_MASK = 0xff
} MUctx_flags;

typedef enum MUlimit_enum {
  MU_LIMIT_STACK_SIZE = 0x00,
  MU_LIMIT_PRINTF_FIFO_SIZE = 0x01,
  MU_LIMIT_MALLOC_HEAP_SIZE = 0x02,
  MU_LIMIT_DEV_RUNTIME_SYNC_DEPTH = 0x03,
  MU_LIMIT_DEV_RUNTIME_PENDING_LAUNCH_COUNT = 0x04,
  MU_LIMIT_MAX_L2_FETCH_GRANULARITY = 0x05,
  MU_LIMIT_PERSISTING_L2_CACHE_SIZE = 0x06,
  MU_LIMIT_MAX = 0x0a
} MUlimit;

typedef enum MUfunc_cache_enum {
  MU_FUNC_CACHE_PREFER_NONE = 0x00,
  MU_FUNC_CACHE_PREFER_SHARED = 0x01,
  MU_FUNC_CACHE_PREFER_L1 = 0x02,
  MU_FUNC_CACHE_PREFER_EQUAL = 0x03
} MUfunc_cache;

typedef enum MUsharedconfig_enum {
  MU_SHARED_MEM_CONFIG_DEFAULT_BANK_SIZE = 0x00,
  MU_SHARED_MEM_CONFIG_FOUR_BYTE_BANK_SIZE = 0x01,
  MU_SHARED_MEM_CONFIG_EIGHT_BYTE_BANK_SIZE = 0x02
} MUsharedconfig;

/* --------------------------------------------------------------------------- memory */

typedef enum MUmemorytype_enum {
  MU_MEMORYTYPE_HOST = 0x01,
  MU_MEMORYTYPE_DEVICE = 0x02,
  MU_MEMORYTYPE_ARRAY = 0x03,
  MU_MEMORYTYPE_UNIFIED = 0x04
} MUmemorytype;

typedef struct MUipcMemHandle_st {
  char reserved[MU_IPC_HANDLE_SIZE];
} MUipcMemHandle;
typedef struct MUipcEventHandle_st {
  char reserved[MU_IPC_HANDLE_SIZE];
} MUipcEventHandle;
typedef enum MUipcMem_flags_enum {
  MU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS = musaIpcMemLazyEnablePeerAccess
} MUipcMem_flags;

typedef enum MUmemAttach_flags_enum {
  MU_MEM_ATTACH_GLOBAL = 0x1,
  MU_MEM_ATTACH_HOST = 0x2,
  MU_MEM_ATTACH_SINGLE = 0x4
} MUmemAttach_flags;

typedef enum MUmem_advise_enum {
  MU_MEM_ADVISE_SET_READ_MOSTLY = 1,
  MU_MEM_ADVISE_UNSET_READ_MOSTLY = 2,
  MU_MEM_ADVISE_SET_PREFERRED_LOCATION = 3,
  MU_MEM_ADVISE_UNSET_PREFERRED_LOCATION = 4,
  MU_MEM_ADVISE_SET_ACCESSED_BY = 5,
  MU_MEM_ADVISE_UNSET_ACCESSED_BY = 6
} MUmem_advise;

typedef enum MUmem_range_attribute_enum {
  MU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY = 1,
  MU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION = 2,
  MU_MEM_RANGE_ATTRIBUTE_ACCESSED_BY = 3,
  MU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION = 4,
  MU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_TYPE = 5,
  MU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION_ID = 6,
  MU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_TYPE = 7,
  MU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION_ID = 8
} MUmem_range_attribute;

typedef enum MUpointer_attribute_enum {
  MU_POINTER_ATTRIBUTE_CONTEXT = 1,
  MU_POINTER_ATTRIBUTE_MEMORY_TYPE = 2,
  MU_POINTER_ATTRIBUTE_DEVICE_POINTER = 3,
  MU_POINTER_ATTRIBUTE_HOST_POINTER = 4,
  MU_POINTER_ATTRIBUTE_P2P_TOKENS = 5,
  MU_POINTER_ATTRIBUTE_SYNC_MEMOPS = 6,
  MU_POINTER_ATTRIBUTE_BUFFER_ID = 7,
  MU_POINTER_ATTRIBUTE_IS_MANAGED = 8,
  MU_POINTER_ATTRIBUTE_DEVICE_ORDINAL = 9,
  MU_POINTER_ATTRIBUTE_IS_LEGACY_MUSA_IPC_CAPABLE = 10,
  MU_POINTER_ATTRIBUTE_RANGE_START_ADDR = 11,
  MU_POINTER_ATTRIBUTE_RANGE_SIZE = 12,
  MU_POINTER_ATTRIBUTE_MAPPED = 13,
  MU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES = 14,
  MU_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE = 15,
  MU_POINTER_ATTRIBUTE_ACCESS_FLAGS = 16,
  MU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE = 17,
  MU_POINTER_ATTRIBUTE_MAPPING_SIZE = 18,
  MU_POINTER_ATTRIBUTE_MAPPING_BASE_ADDR = 19,
  MU_POINTER_ATTRIBUTE_MEMORY_BLOCK_ID = 20
} MUpointer_attribute;

typedef enum MUmemPool_attribute_enum {
  MU_MEMPOOL_ATTR_REUSE_FOLLOW_EVENT_DEPENDENCIES = 1,
  MU_MEMPOOL_ATTR_REUSE_ALLOW_OPPORTUNISTIC = 2,
  MU_MEMPOOL_ATTR_REUSE_ALLOW_INTERNAL_DEPENDENCIES = 3,
  MU_MEMPOOL_ATTR_RELEASE_THRESHOLD = 4,
  MU_MEMPOOL_ATTR_RESERVED_MEM_CURRENT = 5,
  MU_MEMPOOL_ATTR_RESERVED_MEM_HIGH = 6,
  MU_MEMPOOL_ATTR_USED_MEM_CURRENT = 7,
  MU_MEMPOOL_ATTR_USED_MEM_HIGH = 8
} MUmemPool_attribute;

typedef enum MUmemAllocationType_enum {
  MU_MEM_ALLOCATION_TYPE_INVALID = 0x0,
  MU_MEM_ALLOCATION_TYPE_PINNED = 0x1,
  MU_MEM_ALLOCATION_TYPE_MAX = 0x7fffffff
} MUmemAllocationType;

typedef enum MUmemAllocationHandleType_enum {
  MU_MEM_HANDLE_TYPE_NONE = 0x0,
  MU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR = 0x1,
  MU_MEM_HANDLE_TYPE_WIN32 = 0x2,
  MU_MEM_HANDLE_TYPE_WIN32_KMT = 0x4,
  MU_MEM_HANDLE_TYPE_FABRIC = 0x8,
  MU_MEM_HANDLE_TYPE_MAX = 0x7fffffff
} MUmemAllocationHandleType;

typedef enum MUmemAllocationGranularity_flags_enum {
  MU_MEM_ALLOC_GRANULARITY_MINIMUM = 0x0,
  MU_MEM_ALLOC_GRANULARITY_RECOMMENDED = 0x1
} MUmemAllocationGranularity_flags;

typedef enum MUmemAllocationCompType_enum {
  MU_MEM_ALLOCATION_COMP_NONE = 0x0,
  MU_MEM_ALLOCATION_COMP_GENERIC = 0x1
} MUmemAllocationCompType;

#define MU_MEM_CREATE_USAGE_TILE_POOL 0x1

typedef enum MUmemAccess_flags_enum {
  MU_MEM_ACCESS_FLAGS_PROT_NONE = 0x0,
  MU_MEM_ACCESS_FLAGS_PROT_READ = 0x1,
  MU_MEM_ACCESS_FLAGS_PROT_READWRITE = 0x3,
  MU_MEM_ACCESS_FLAGS_PROT_MAX = 0x7fffffff
} MUmemAccess_flags;

typedef enum MUmemLocationType_enum {
  MU_MEM_LOCATION_TYPE_INVALID = 0x0,
  MU_MEM_LOCATION_TYPE_DEVICE = 0x1,
  MU_MEM_LOCATION_TYPE_HOST = 0x2,
  MU_MEM_LOCATION_TYPE_HOST_NUMA = 0x3,
  MU_MEM_LOCATION_TYPE_HOST_NUMA_CURRENT = 0x4,
  MU_MEM_LOCATION_TYPE_MAX = 0x7fffffff
} MUmemLocationType;

typedef struct MUmemLocation_st {
  MUmemLocationType type;
  int id;
} MUmemLocation_v1;
typedef MUmemLocation_v1 MUmemLocation;

typedef struct MUmemAllocationProp_st {
  MUmemAllocationType type;
  MUmemAllocationHandleType requestedHandleTypes;
  MUmemLocation location;
  void *win32HandleMetaData;
  struct {
    unsigned char compressionType;
    unsigned char gpuDirectRDMACapable;
    unsigned short usage;
    unsigned char reserved[4];
  } allocFlags;
} MUmemAllocationProp_v1;
typedef MUmemAllocationProp_v1 MUmemAllocationProp;

typedef struct MUmemAccessDesc_st {
  MUmemLocation location;
  MUmemAccess_flags flags;
} MUmemAccessDesc_v1;
typedef MUmemAccessDesc_v1 MUmemAccessDesc;

typedef struct MUmemPoolProps_st {
  MUmemAllocationType allocType;
  MUmemAllocationHandleType handleTypes;
  MUmemLocation location;
  void *win32SecurityAttributes;
  size_t maxSize;
  unsigned short usage;
  unsigned char reserved[54];
} MUmemPoolProps_v1;
typedef MUmemPoolProps_v1 MUmemPoolProps;

typedef struct MUmemPoolPtrExportData_st {
  unsigned char reserved[64];
} MUmemPoolPtrExportData_v1;
typedef MUmemPoolPtrExportData_v1 MUmemPoolPtrExportData;

#define MU_MEMHOSTALLOC_PORTABLE 0x01
#define MU_MEMHOSTALLOC_DEVICEMAP 0x02
#define MU_MEMHOSTALLOC_WRITECOMBINED 0x04
#define MU_MEMHOSTREGISTER_PORTABLE 0x01
#define MU_MEMHOSTREGISTER_DEVICEMAP 0x02
#define MU_MEMHOSTREGISTER_IOMEMORY 0x04
#define MU_MEMHOSTREGISTER_READ_ONLY 0x08

typedef struct MUSA_MEMCPY2D_st {
  size_t srcXInBytes;
  size_t srcY;
  MUmemorytype srcMemoryType;
  const void *srcHost;
  MUdeviceptr srcDevice;
  MUarray srcArray;
  size_t srcPitch;
  size_t dstXInBytes;
  size_t dstY;
  MUmemorytype dstMemoryType;
  void *dstHost;
  MUdeviceptr dstDevice;
  MUarray dstArray;
  size_t dstPitch;
  size_t WidthInBytes;
  size_t Height;
} MUSA_MEMCPY2D_v2;
typedef MUSA_MEMCPY2D_v2 MUSA_MEMCPY2D;

typedef struct MUSA_MEMCPY3D_st {
  size_t srcXInBytes;
  size_t srcY;
  size_t srcZ;
  size_t srcLOD;
  MUmemorytype srcMemoryType;
  const void *srcHost;
  MUdeviceptr srcDevice;
  MUarray srcArray;
  void *reserved0;
  size_t srcPitch;
  size_t srcHeight;
  size_t dstXInBytes;
  size_t dstY;
  size_t dstZ;
  size_t dstLOD;
  MUmemorytype dstMemoryType;
  void *dstHost;
  MUdeviceptr dstDevice;
  MUarray dstArray;
  void *reserved1;
  size_t dstPitch;
  size_t dstHeight;
  size_t WidthInBytes;
  size_t Height;
  size_t Depth;
} MUSA_MEMCPY3D_v2;
typedef MUSA_MEMCPY3D_v2 MUSA_MEMCPY3D;

typedef enum MUarray_format_enum {
  MU_AD_FORMAT_UNSIGNED_INT8 = 0x01,
  MU_AD_FORMAT_UNSIGNED_INT16 = 0x02,
  MU_AD_FORMAT_UNSIGNED_INT32 = 0x03,
  MU_AD_FORMAT_SIGNED_INT8 = 0x08,
  MU_AD_FORMAT_SIGNED_INT16 = 0x09,
  MU_AD_FORMAT_SIGNED_INT32 = 0x0a,
  MU_AD_FORMAT_HALF = 0x10,
  MU_AD_FORMAT_FLOAT = 0x20
} MUarray_format;

#define MUSA_ARRAY3D_LAYERED 0x01
#define MUSA_ARRAY3D_2DARRAY 0x01
#define MUSA_ARRAY3D_SURFACE_LDST 0x02
#define MUSA_ARRAY3D_CUBEMAP 0x04
#define MUSA_ARRAY3D_TEXTURE_GATHER 0x08

typedef struct MUSA_ARRAY_DESCRIPTOR_st {
  size_t Width;
  size_t Height;
  MUarray_format Format;
  unsigned int NumChannels;
} MUSA_ARRAY_DESCRIPTOR_v2;
typedef MUSA_ARRAY_DESCRIPTOR_v2 MUSA_ARRAY_DESCRIPTOR;

typedef struct MUSA_ARRAY3D_DESCRIPTOR_st {
  size_t Width;
  size_t Height;
  size_t Depth;
  MUarray_format Format;
  unsigned int NumChannels;
  unsigned int Flags;
} MUSA_ARRAY3D_DESCRIPTOR_v2;
typedef MUSA_ARRAY3D_DESCRIPTOR_v2 MUSA_ARRAY3D_DESCRIPTOR;

/* Textures and surfaces. Numbers equal CUDA's, as the runtime's do. */
typedef enum MUaddress_mode_enum {
  MU_TR_ADDRESS_MODE_WRAP = 0,
  MU_TR_ADDRESS_MODE_CLAMP = 1,
  MU_TR_ADDRESS_MODE_MIRROR = 2,
  MU_TR_ADDRESS_MODE_BORDER = 3
} MUaddress_mode;

typedef enum MUfilter_mode_enum {
  MU_TR_FILTER_MODE_POINT = 0,
  MU_TR_FILTER_MODE_LINEAR = 1
} MUfilter_mode;

#define MU_TRSF_READ_AS_INTEGER 0x01
#define MU_TRSF_NORMALIZED_COORDINATES 0x02
#define MU_TRSF_SRGB 0x10
#define MU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION 0x20
#define MU_TRSF_SEAMLESS_CUBEMAP 0x40

typedef enum MUresourcetype_enum {
  MU_RESOURCE_TYPE_ARRAY = 0x00,
  MU_RESOURCE_TYPE_MIPMAPPED_ARRAY = 0x01,
  MU_RESOURCE_TYPE_LINEAR = 0x02,
  MU_RESOURCE_TYPE_PITCH2D = 0x03
} MUresourcetype;

typedef struct MUSA_RESOURCE_DESC_st {
  MUresourcetype resType;
  union {
    struct {
      MUarray hArray;
    } array;
    struct {
      MUmipmappedArray hMipmappedArray;
    } mipmap;
    struct {
      MUdeviceptr devPtr;
      MUarray_format format;
      unsigned int numChannels;
      size_t sizeInBytes;
    } linear;
    struct {
      MUdeviceptr devPtr;
      MUarray_format format;
      unsigned int numChannels;
      size_t width;
      size_t height;
      size_t pitchInBytes;
    } pitch2D;
    struct {
      int reserved[32];
    } reserved;
  } res;
  unsigned int flags; /* 0 */
} MUSA_RESOURCE_DESC_v1;
typedef MUSA_RESOURCE_DESC_v1 MUSA_RESOURCE_DESC;

typedef struct MUSA_TEXTURE_DESC_st {
  MUaddress_mode addressMode[3];
  MUfilter_mode filterMode;
  unsigned int flags; /* MU_TRSF_* */
  unsigned int maxAnisotropy;
  MUfilter_mode mipmapFilterMode;
  float mipmapLevelBias;
  float minMipmapLevelClamp;
  float maxMipmapLevelClamp;
  float borderColor[4];
  int reserved[12];
} MUSA_TEXTURE_DESC_v1;
typedef MUSA_TEXTURE_DESC_v1 MUSA_TEXTURE_DESC;

/* The host takes no other format than a texture's own. */
typedef enum MUresourceViewFormat_enum {
  MU_RES_VIEW_FORMAT_NONE = 0x00,
  MU_RES_VIEW_FORMAT_UINT_1X8 = 0x01,
  MU_RES_VIEW_FORMAT_UINT_2X8 = 0x02,
  MU_RES_VIEW_FORMAT_UINT_4X8 = 0x03,
  MU_RES_VIEW_FORMAT_SINT_1X8 = 0x04,
  MU_RES_VIEW_FORMAT_SINT_2X8 = 0x05,
  MU_RES_VIEW_FORMAT_SINT_4X8 = 0x06,
  MU_RES_VIEW_FORMAT_UINT_1X16 = 0x07,
  MU_RES_VIEW_FORMAT_UINT_2X16 = 0x08,
  MU_RES_VIEW_FORMAT_UINT_4X16 = 0x09,
  MU_RES_VIEW_FORMAT_SINT_1X16 = 0x0a,
  MU_RES_VIEW_FORMAT_SINT_2X16 = 0x0b,
  MU_RES_VIEW_FORMAT_SINT_4X16 = 0x0c,
  MU_RES_VIEW_FORMAT_UINT_1X32 = 0x0d,
  MU_RES_VIEW_FORMAT_UINT_2X32 = 0x0e,
  MU_RES_VIEW_FORMAT_UINT_4X32 = 0x0f,
  MU_RES_VIEW_FORMAT_SINT_1X32 = 0x10,
  MU_RES_VIEW_FORMAT_SINT_2X32 = 0x11,
  MU_RES_VIEW_FORMAT_SINT_4X32 = 0x12,
  MU_RES_VIEW_FORMAT_FLOAT_1X16 = 0x13,
  MU_RES_VIEW_FORMAT_FLOAT_2X16 = 0x14,
  MU_RES_VIEW_FORMAT_FLOAT_4X16 = 0x15,
  MU_RES_VIEW_FORMAT_FLOAT_1X32 = 0x16,
  MU_RES_VIEW_FORMAT_FLOAT_2X32 = 0x17,
  MU_RES_VIEW_FORMAT_FLOAT_4X32 = 0x18,
  MU_RES_VIEW_FORMAT_UNSIGNED_BC1 = 0x19,
  MU_RES_VIEW_FORMAT_UNSIGNED_BC2 = 0x1a,
  MU_RES_VIEW_FORMAT_UNSIGNED_BC3 = 0x1b,
  MU_RES_VIEW_FORMAT_UNSIGNED_BC4 = 0x1c,
  MU_RES_VIEW_FORMAT_SIGNED_BC4 = 0x1d,
  MU_RES_VIEW_FORMAT_UNSIGNED_BC5 = 0x1e,
  MU_RES_VIEW_FORMAT_SIGNED_BC5 = 0x1f,
  MU_RES_VIEW_FORMAT_UNSIGNED_BC6H = 0x20,
  MU_RES_VIEW_FORMAT_SIGNED_BC6H = 0x21,
  MU_RES_VIEW_FORMAT_UNSIGNED_BC7 = 0x22
} MUresourceViewFormat;

typedef struct MUSA_RESOURCE_VIEW_DESC_st {
  MUresourceViewFormat format;
  size_t width;
  size_t height;
  size_t depth;
  unsigned int firstMipmapLevel;
  unsigned int lastMipmapLevel;
  unsigned int firstLayer;
  unsigned int lastLayer;
  unsigned int reserved[16];
} MUSA_RESOURCE_VIEW_DESC_v1;
typedef MUSA_RESOURCE_VIEW_DESC_v1 MUSA_RESOURCE_VIEW_DESC;

/* --------------------------------------------------------------------------- streams and events */

typedef enum MUstream_flags_enum {
  MU_STREAM_DEFAULT = 0x0,
  MU_STREAM_NON_BLOCKING = 0x1
} MUstream_flags;

typedef enum MUevent_flags_enum {
  MU_EVENT_DEFAULT = 0x0,
  MU_EVENT_BLOCKING_SYNC = 0x1,
  MU_EVENT_DISABLE_TIMING = 0x2,
  MU_EVENT_INTERPROCESS = 0x4
} MUevent_flags;

typedef enum MUevent_record_flags_enum {
  MU_EVENT_RECORD_DEFAULT = 0x0,
  MU_EVENT_RECORD_EXTERNAL = 0x1
} MUevent_record_flags;

typedef enum MUevent_wait_flags_enum {
  MU_EVENT_WAIT_DEFAULT = 0x0,
  MU_EVENT_WAIT_EXTERNAL = 0x1
} MUevent_wait_flags;

#define MU_STREAM_LEGACY ((MUstream)0x1)
#define MU_STREAM_PER_THREAD ((MUstream)0x2)

/* What a stream does with a word of memory. */
typedef uint32_t muuint32_t;
typedef uint64_t muuint64_t;

typedef enum MUstreamWaitValue_flags_enum {
  MU_STREAM_WAIT_VALUE_GEQ = 0x0, /* cyclically: the difference is not negative */
  MU_STREAM_WAIT_VALUE_EQ = 0x1,
  MU_STREAM_WAIT_VALUE_AND = 0x2, /* a bit is set in both */
  MU_STREAM_WAIT_VALUE_NOR = 0x3, /* a bit is set in neither */
  MU_STREAM_WAIT_VALUE_FLUSH = 1 << 30
} MUstreamWaitValue_flags;

typedef enum MUstreamWriteValue_flags_enum {
  MU_STREAM_WRITE_VALUE_DEFAULT = 0x0,
  MU_STREAM_WRITE_VALUE_NO_MEMORY_BARRIER = 0x1
} MUstreamWriteValue_flags;

typedef enum MUstreamBatchMemOpType_enum {
  MU_STREAM_MEM_OP_WAIT_VALUE_32 = 1,
  MU_STREAM_MEM_OP_WRITE_VALUE_32 = 2,
  MU_STREAM_MEM_OP_FLUSH_REMOTE_WRITES = 3,
  MU_STREAM_MEM_OP_WAIT_VALUE_64 = 4,
  MU_STREAM_MEM_OP_WRITE_VALUE_64 = 5,
  MU_STREAM_MEM_OP_BARRIER = 6
} MUstreamBatchMemOpType;

typedef enum MUstreamMemoryBarrier_flags_enum {
  MU_STREAM_MEMORY_BARRIER_TYPE_SYS = 0x0,
  MU_STREAM_MEMORY_BARRIER_TYPE_GPU = 0x1
} MUstreamMemoryBarrier_flags;

typedef union MUstreamBatchMemOpParams_union {
  MUstreamBatchMemOpType operation;
  struct MUstreamMemOpWaitValueParams_st {
    MUstreamBatchMemOpType operation;
    MUdeviceptr address;
    union {
      muuint32_t value;
      muuint64_t value64;
    };
    unsigned int flags;
    MUdeviceptr alias; /* for the driver alone */
  } waitValue;
  struct MUstreamMemOpWriteValueParams_st {
    MUstreamBatchMemOpType operation;
    MUdeviceptr address;
    union {
      muuint32_t value;
      muuint64_t value64;
    };
    unsigned int flags;
    MUdeviceptr alias; /* for the driver alone */
  } writeValue;
  struct MUstreamMemOpFlushRemoteWritesParams_st {
    MUstreamBatchMemOpType operation;
    unsigned int flags;
  } flushRemoteWrites;
  struct MUstreamMemOpMemoryBarrierParams_st {
    MUstreamBatchMemOpType operation;
    unsigned int flags;
  } memoryBarrier;
  muuint64_t pad[6];
} MUstreamBatchMemOpParams_v1;
typedef MUstreamBatchMemOpParams_v1 MUstreamBatchMemOpParams;

typedef void(MUSA_CB *MUstreamCallback)(MUstream hStream, MUresult status, void *userData);
typedef void(MUSA_CB *MUhostFn)(void *userData);

/* --------------------------------------------------------------------------- modules and functions
 */

typedef enum MUfunction_attribute_enum {
  MU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK = 0,
  MU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES = 1,
  MU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES = 2,
  MU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES = 3,
  MU_FUNC_ATTRIBUTE_NUM_REGS = 4,
  MU_FUNC_ATTRIBUTE_PTX_VERSION = 5,
  MU_FUNC_ATTRIBUTE_BINARY_VERSION = 6,
  MU_FUNC_ATTRIBUTE_CACHE_MODE_CA = 7,
  MU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES = 8,
  MU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT = 9,
  MU_FUNC_ATTRIBUTE_CLUSTER_SIZE_MUST_BE_SET = 10,
  MU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH = 11,
  MU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT = 12,
  MU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH = 13,
  MU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED = 14,
  MU_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE = 15,
  MU_FUNC_ATTRIBUTE_MAX = 16
} MUfunction_attribute;

typedef enum MUshared_carveout_enum {
  MU_SHAREDMEM_CARVEOUT_DEFAULT = -1,
  MU_SHAREDMEM_CARVEOUT_MAX_SHARED = 100,
  MU_SHAREDMEM_CARVEOUT_MAX_L1 = 0
} MUshared_carveout;

typedef enum MUoccupancy_flags_enum {
  MU_OCCUPANCY_DEFAULT = 0x0,
  MU_OCCUPANCY_DISABLE_CACHING_OVERRIDE = 0x1
} MUoccupancy_flags;

/* Options of muLink*. For muModuleLoadDataEx they have no effect: the host compiles nothing there.
 */
typedef enum MUjit_option_enum {
  MU_JIT_MAX_REGISTERS = 0,
  MU_JIT_THREADS_PER_BLOCK = 1,
  MU_JIT_WALL_TIME = 2,
  MU_JIT_INFO_LOG_BUFFER = 3,
  MU_JIT_INFO_LOG_BUFFER_SIZE_BYTES = 4,
  MU_JIT_ERROR_LOG_BUFFER = 5,
  MU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES = 6,
  MU_JIT_OPTIMIZATION_LEVEL = 7,
  MU_JIT_TARGET_FROM_MUCONTEXT = 8,
  MU_JIT_TARGET = 9,
  MU_JIT_FALLBACK_STRATEGY = 10,
  MU_JIT_GENERATE_DEBUG_INFO = 11,
  MU_JIT_LOG_VERBOSE = 12,
  MU_JIT_GENERATE_LINE_INFO = 13,
  MU_JIT_CACHE_MODE = 14,
  MU_JIT_NEW_SM3X_OPT = 15,
  MU_JIT_FAST_COMPILE = 16,
  MU_JIT_GLOBAL_SYMBOL_NAMES = 17,
  MU_JIT_GLOBAL_SYMBOL_ADDRESSES = 18,
  MU_JIT_GLOBAL_SYMBOL_COUNT = 19,
  MU_JIT_LTO = 20,
  MU_JIT_FTZ = 21,
  MU_JIT_PREC_DIV = 22,
  MU_JIT_PREC_SQRT = 23,
  MU_JIT_FMA = 24,
  MU_JIT_REFERENCED_KERNEL_NAMES = 25,
  MU_JIT_REFERENCED_KERNEL_COUNT = 26,
  MU_JIT_REFERENCED_VARIABLE_NAMES = 27,
  MU_JIT_REFERENCED_VARIABLE_COUNT = 28,
  MU_JIT_OPTIMIZE_UNUSED_DEVICE_VARIABLES = 29,
  MU_JIT_POSITION_INDEPENDENT_CODE = 30,
  MU_JIT_MIN_CTA_PER_SM = 31,
  MU_JIT_MAX_THREADS_PER_BLOCK = 32,
  MU_JIT_OVERRIDE_DIRECTIVE_VALUES = 33,
  MU_JIT_SPLIT_COMPILE = 34,
  MU_JIT_NUM_OPTIONS = 35
} MUjit_option;

/* They have no effect either: code stays where it is, or is copied. */
typedef enum MUlibraryOption_enum {
  MU_LIBRARY_HOST_UNIVERSAL_FUNCTION_AND_DATA_TABLE = 0,
  MU_LIBRARY_BINARY_IS_PRESERVED = 1
} MUlibraryOption;

typedef size_t(MUSA_CB *MUoccupancyB2DSize)(int blockSize);

#define MU_LAUNCH_PARAM_END ((void *)0x00)
#define MU_LAUNCH_PARAM_BUFFER_POINTER ((void *)0x01)
#define MU_LAUNCH_PARAM_BUFFER_SIZE ((void *)0x02)

typedef enum MUlaunchAttributeID_enum {
  MU_LAUNCH_ATTRIBUTE_IGNORE = 0,
  MU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW = 1,
  MU_LAUNCH_ATTRIBUTE_COOPERATIVE = 2,
  MU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY = 3,
  MU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION = 4,
  MU_LAUNCH_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE = 5,
  MU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION = 6,
  MU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_EVENT = 7,
  MU_LAUNCH_ATTRIBUTE_PRIORITY = 8,
  MU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP = 9,
  MU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN = 10,
  MU_LAUNCH_ATTRIBUTE_PREFERRED_CLUSTER_DIMENSION = 11,
  MU_LAUNCH_ATTRIBUTE_LAUNCH_COMPLETION_EVENT = 12,
  MU_LAUNCH_ATTRIBUTE_DEVICE_UPDATABLE_KERNEL_NODE = 13,
  MU_LAUNCH_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT = 14
} MUlaunchAttributeID;

typedef enum MUclusterSchedulingPolicy_enum {
  MU_CLUSTER_SCHEDULING_POLICY_DEFAULT = 0,
  MU_CLUSTER_SCHEDULING_POLICY_SPREAD = 1,
  MU_CLUSTER_SCHEDULING_POLICY_LOAD_BALANCING = 2
} MUclusterSchedulingPolicy;

/* Values of attributes, which both APIs share. */
#define MU_ACCESS_PROPERTY_NORMAL musaAccessPropertyNormal
#define MU_ACCESS_PROPERTY_STREAMING musaAccessPropertyStreaming
#define MU_ACCESS_PROPERTY_PERSISTING musaAccessPropertyPersisting
#define MU_SYNC_POLICY_AUTO musaSyncPolicyAuto
#define MU_SYNC_POLICY_SPIN musaSyncPolicySpin
#define MU_SYNC_POLICY_YIELD musaSyncPolicyYield
#define MU_SYNC_POLICY_BLOCKING_SYNC musaSyncPolicyBlockingSync
typedef enum musaAccessProperty MUaccessProperty;
typedef enum musaSynchronizationPolicy MUsynchronizationPolicy;
typedef struct musaAccessPolicyWindow MUaccessPolicyWindow;

#define MUlaunchAttributeValue_union musaLaunchAttributeValue
typedef union musaLaunchAttributeValue MUlaunchAttributeValue;
typedef MUlaunchAttributeID MUkernelNodeAttrID;
typedef MUlaunchAttributeValue MUkernelNodeAttrValue;
typedef MUlaunchAttributeID MUstreamAttrID;
typedef MUlaunchAttributeValue MUstreamAttrValue;

#define MU_STREAM_ATTRIBUTE_ACCESS_POLICY_WINDOW MU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW
#define MU_STREAM_ATTRIBUTE_SYNCHRONIZATION_POLICY MU_LAUNCH_ATTRIBUTE_SYNCHRONIZATION_POLICY
#define MU_STREAM_ATTRIBUTE_PRIORITY MU_LAUNCH_ATTRIBUTE_PRIORITY
#define MU_STREAM_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP MU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP
#define MU_STREAM_ATTRIBUTE_MEM_SYNC_DOMAIN MU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN

typedef struct MUlaunchAttribute_st {
  MUlaunchAttributeID id;
  char pad[8 - sizeof(MUlaunchAttributeID)];
  MUlaunchAttributeValue value;
} MUlaunchAttribute;

typedef struct MUlaunchConfig_st {
  unsigned int gridDimX;
  unsigned int gridDimY;
  unsigned int gridDimZ;
  unsigned int blockDimX;
  unsigned int blockDimY;
  unsigned int blockDimZ;
  unsigned int sharedMemBytes;
  MUstream hStream;
  MUlaunchAttribute *attrs;
  unsigned int numAttrs;
} MUlaunchConfig;

typedef enum MUdriverProcAddress_flags_enum {
  MU_GET_PROC_ADDRESS_DEFAULT = 0,
  MU_GET_PROC_ADDRESS_LEGACY_STREAM = 1,
  MU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM = 2
} MUdriverProcAddress_flags;

typedef enum MUdriverProcAddressQueryResult_enum {
  MU_GET_PROC_ADDRESS_SUCCESS = 0,
  MU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND = 1,
  MU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT = 2
} MUdriverProcAddressQueryResult;

#include "musa_port/host/driver_graph_types.h"

/* --------------------------------------------------------------------------- functions */

#if defined(__cplusplus)
extern "C" {
#endif
#pragma GCC visibility push(default)

MUresult muInit(unsigned int Flags);
MUresult muDriverGetVersion(int *driverVersion);
MUresult muGetErrorString(MUresult error, const char **pStr);
MUresult muGetErrorName(MUresult error, const char **pStr);
MUresult muGetProcAddress(const char *symbol, void **pfn, int musaVersion, uint64_t flags,
                          MUdriverProcAddressQueryResult *symbolStatus);

/* devices */
MUresult muDeviceGet(MUdevice *device, int ordinal);
MUresult muDeviceGetCount(int *count);
MUresult muDeviceGetName(char *name, int len, MUdevice dev);
MUresult muDeviceGetUuid(MUuuid *uuid, MUdevice dev);
MUresult muDeviceGetUuid_v2(MUuuid *uuid, MUdevice dev);
MUresult muDeviceTotalMem(size_t *bytes, MUdevice dev);
MUresult muDeviceGetAttribute(int *pi, MUdevice_attribute attrib, MUdevice dev);
MUresult muDeviceGetProperties(MUdevprop *prop, MUdevice dev);
MUresult muDeviceComputeCapability(int *major, int *minor, MUdevice dev);
MUresult muDeviceGetByPCIBusId(MUdevice *dev, const char *pciBusId);
MUresult muDeviceGetPCIBusId(char *pciBusId, int len, MUdevice dev);
MUresult muDeviceCanAccessPeer(int *canAccessPeer, MUdevice dev, MUdevice peerDev);
MUresult muDeviceGetP2PAttribute(int *value, MUdevice_P2PAttribute attrib, MUdevice srcDevice,
                                 MUdevice dstDevice);
MUresult muDeviceGetDefaultMemPool(MUmemoryPool *pool_out, MUdevice dev);
MUresult muDeviceGetMemPool(MUmemoryPool *pool, MUdevice dev);
MUresult muDeviceSetMemPool(MUdevice dev, MUmemoryPool pool);
MUresult muDevicePrimaryCtxRetain(MUcontext *pctx, MUdevice dev);
MUresult muDevicePrimaryCtxRelease(MUdevice dev);
MUresult muDevicePrimaryCtxReset(MUdevice dev);
MUresult muDevicePrimaryCtxSetFlags(MUdevice dev, unsigned int flags);
MUresult muDevicePrimaryCtxGetState(MUdevice dev, unsigned int *flags, int *active);

/* contexts */
MUresult muCtxCreate(MUcontext *pctx, unsigned int flags, MUdevice dev);
MUresult muCtxDestroy(MUcontext ctx);
MUresult muCtxPushCurrent(MUcontext ctx);
MUresult muCtxPopCurrent(MUcontext *pctx);
MUresult muCtxSetCurrent(MUcontext ctx);
MUresult muCtxGetCurrent(MUcontext *pctx);
MUresult muCtxGetDevice(MUdevice *device);
MUresult muCtxGetFlags(unsigned int *flags);
MUresult muCtxGetId(MUcontext ctx, unsigned long long *ctxId);
MUresult muCtxSynchronize(void);
MUresult muCtxSetLimit(MUlimit limit, size_t value);
MUresult muCtxGetLimit(size_t *pvalue, MUlimit limit);
MUresult muCtxGetCacheConfig(MUfunc_cache *pconfig);
MUresult muCtxSetCacheConfig(MUfunc_cache config);
MUresult muCtxGetSharedMemConfig(MUsharedconfig *pConfig);
MUresult muCtxSetSharedMemConfig(MUsharedconfig config);
MUresult muCtxGetApiVersion(MUcontext ctx, unsigned int *version);
MUresult muCtxGetStreamPriorityRange(int *leastPriority, int *greatestPriority);
MUresult muCtxEnablePeerAccess(MUcontext peerContext, unsigned int Flags);
MUresult muCtxDisablePeerAccess(MUcontext peerContext);

/* modules */
MUresult muModuleLoad(MUmodule *module, const char *fname);
MUresult muModuleLoadData(MUmodule *module, const void *image);
MUresult muModuleLoadDataEx(MUmodule *module, const void *image, unsigned int numOptions,
                            MUjit_option *options, void **optionValues);
MUresult muModuleLoadFatBinary(MUmodule *module, const void *fatCubin);
MUresult muModuleUnload(MUmodule hmod);
MUresult muModuleGetFunction(MUfunction *hfunc, MUmodule hmod, const char *name);
MUresult muModuleGetFunctionCount(unsigned int *count, MUmodule mod);
MUresult muModuleEnumerateFunctions(MUfunction *functions, unsigned int numFunctions, MUmodule mod);
MUresult muModuleGetGlobal(MUdeviceptr *dptr, size_t *bytes, MUmodule hmod, const char *name);

/* Libraries of kernels: modules of no context. A kernel of one is also a function for these calls,
 * and for those of the runtime an address of a function. */
MUresult muLibraryLoadData(MUlibrary *library, const void *code, MUjit_option *jitOptions,
                           void **jitOptionsValues, unsigned int numJitOptions,
                           MUlibraryOption *libraryOptions, void **libraryOptionValues,
                           unsigned int numLibraryOptions);
MUresult muLibraryLoadFromFile(MUlibrary *library, const char *fileName, MUjit_option *jitOptions,
                               void **jitOptionsValues, unsigned int numJitOptions,
                               MUlibraryOption *libraryOptions, void **libraryOptionValues,
                               unsigned int numLibraryOptions);
MUresult muLibraryUnload(MUlibrary library);
MUresult muLibraryGetKernel(MUkernel *pKernel, MUlibrary library, const char *name);
MUresult muLibraryGetKernelCount(unsigned int *count, MUlibrary lib);
MUresult muLibraryEnumerateKernels(MUkernel *kernels, unsigned int numKernels, MUlibrary lib);
MUresult muLibraryGetModule(MUmodule *pMod, MUlibrary library);
MUresult muLibraryGetGlobal(MUdeviceptr *dptr, size_t *bytes, MUlibrary library, const char *name);
MUresult muLibraryGetManaged(MUdeviceptr *dptr, size_t *bytes, MUlibrary library, const char *name);
MUresult muKernelGetFunction(MUfunction *pFunc, MUkernel kernel);
MUresult muKernelGetLibrary(MUlibrary *pLib, MUkernel kernel);
MUresult muKernelGetName(const char **name, MUkernel hfunc);
MUresult muKernelGetAttribute(int *pi, MUfunction_attribute attrib, MUkernel kernel, MUdevice dev);
MUresult muKernelSetAttribute(MUfunction_attribute attrib, int val, MUkernel kernel, MUdevice dev);
MUresult muKernelSetCacheConfig(MUkernel kernel, MUfunc_cache config, MUdevice dev);
MUresult muKernelGetParamInfo(MUkernel kernel, size_t paramIndex, size_t *paramOffset,
                              size_t *paramSize);

/* memory */
MUresult muMemGetInfo(size_t *free, size_t *total);
MUresult muMemAlloc(MUdeviceptr *dptr, size_t bytesize);
MUresult muMemAllocPitch(MUdeviceptr *dptr, size_t *pPitch, size_t WidthInBytes, size_t Height,
                         unsigned int ElementSizeBytes);
MUresult muMemFree(MUdeviceptr dptr);
MUresult muMemGetAddressRange(MUdeviceptr *pbase, size_t *psize, MUdeviceptr dptr);
MUresult muMemAllocHost(void **pp, size_t bytesize);
MUresult muMemFreeHost(void *p);
MUresult muMemHostAlloc(void **pp, size_t bytesize, unsigned int Flags);
MUresult muMemHostGetDevicePointer(MUdeviceptr *pdptr, void *p, unsigned int Flags);
MUresult muMemHostGetFlags(unsigned int *pFlags, void *p);
MUresult muMemHostRegister(void *p, size_t bytesize, unsigned int Flags);
MUresult muMemHostUnregister(void *p);
MUresult muMemAllocManaged(MUdeviceptr *dptr, size_t bytesize, unsigned int flags);
MUresult muMemAllocAsync(MUdeviceptr *dptr, size_t bytesize, MUstream hStream);
MUresult muMemAllocFromPoolAsync(MUdeviceptr *dptr, size_t bytesize, MUmemoryPool pool,
                                 MUstream hStream);
MUresult muMemFreeAsync(MUdeviceptr dptr, MUstream hStream);
MUresult muMemPoolTrimTo(MUmemoryPool pool, size_t minBytesToKeep);
MUresult muMemPoolSetAttribute(MUmemoryPool pool, MUmemPool_attribute attr, void *value);
MUresult muMemPoolGetAttribute(MUmemoryPool pool, MUmemPool_attribute attr, void *value);
MUresult muMemPoolCreate(MUmemoryPool *pool, const MUmemPoolProps *poolProps);
MUresult muMemPoolDestroy(MUmemoryPool pool);
MUresult muMemPoolSetAccess(MUmemoryPool pool, const MUmemAccessDesc *map, size_t count);
MUresult muMemPoolGetAccess(MUmemAccess_flags *flags, MUmemoryPool memPool,
                            MUmemLocation *location);
MUresult muMemPoolExportToShareableHandle(void *handle_out, MUmemoryPool pool,
                                          MUmemAllocationHandleType handleType,
                                          unsigned long long flags);
MUresult muMemPoolImportFromShareableHandle(MUmemoryPool *pool_out, void *handle,
                                            MUmemAllocationHandleType handleType,
                                            unsigned long long flags);
MUresult muMemPoolExportPointer(MUmemPoolPtrExportData *shareData_out, MUdeviceptr ptr);
MUresult muMemPoolImportPointer(MUdeviceptr *ptr_out, MUmemoryPool pool,
                                MUmemPoolPtrExportData *shareData);
MUresult muMemAdvise(MUdeviceptr devPtr, size_t count, MUmem_advise advice, MUdevice device);
MUresult muMemPrefetchAsync(MUdeviceptr devPtr, size_t count, MUdevice dstDevice, MUstream hStream);
MUresult muMemAdvise_v2(MUdeviceptr devPtr, size_t count, MUmem_advise advice,
                        MUmemLocation location);
MUresult muMemPrefetchAsync_v2(MUdeviceptr devPtr, size_t count, MUmemLocation location,
                               unsigned int flags, MUstream hStream);
MUresult muMemRangeGetAttribute(void *data, size_t dataSize, MUmem_range_attribute attribute,
                                MUdeviceptr devPtr, size_t count);
MUresult muPointerGetAttribute(void *data, MUpointer_attribute attribute, MUdeviceptr ptr);
MUresult muPointerGetAttributes(unsigned int numAttributes, MUpointer_attribute *attributes,
                                void **data, MUdeviceptr ptr);

/* virtual memory */
MUresult muMemAddressReserve(MUdeviceptr *ptr, size_t size, size_t alignment, MUdeviceptr addr,
                             unsigned long long flags);
MUresult muMemAddressFree(MUdeviceptr ptr, size_t size);
MUresult muMemGetAllocationGranularity(size_t *granularity, const MUmemAllocationProp *prop,
                                       MUmemAllocationGranularity_flags option);
MUresult muMemCreate(MUmemGenericAllocationHandle *handle, size_t size,
                     const MUmemAllocationProp *prop, unsigned long long flags);
MUresult muMemRelease(MUmemGenericAllocationHandle handle);
MUresult muMemRetainAllocationHandle(MUmemGenericAllocationHandle *handle, void *addr);
MUresult muMemGetAllocationPropertiesFromHandle(MUmemAllocationProp *prop,
                                                MUmemGenericAllocationHandle handle);
MUresult muMemExportToShareableHandle(void *shareableHandle, MUmemGenericAllocationHandle handle,
                                      MUmemAllocationHandleType handleType,
                                      unsigned long long flags);
MUresult muMemImportFromShareableHandle(MUmemGenericAllocationHandle *handle, void *osHandle,
                                        MUmemAllocationHandleType shHandleType);
MUresult muMemMap(MUdeviceptr ptr, size_t size, size_t offset, MUmemGenericAllocationHandle handle,
                  unsigned long long flags);
MUresult muMemUnmap(MUdeviceptr ptr, size_t size);
MUresult muMemSetAccess(MUdeviceptr ptr, size_t size, const MUmemAccessDesc *desc, size_t count);
MUresult muMemGetAccess(unsigned long long *flags, const MUmemLocation *location, MUdeviceptr ptr);

/* arrays */
MUresult muArrayCreate(MUarray *pHandle, const MUSA_ARRAY_DESCRIPTOR *pAllocateArray);
MUresult muArrayGetDescriptor(MUSA_ARRAY_DESCRIPTOR *pArrayDescriptor, MUarray hArray);
MUresult muArrayDestroy(MUarray hArray);
MUresult muArray3DCreate(MUarray *pHandle, const MUSA_ARRAY3D_DESCRIPTOR *pAllocateArray);
MUresult muArray3DGetDescriptor(MUSA_ARRAY3D_DESCRIPTOR *pArrayDescriptor, MUarray hArray);
MUresult muMipmappedArrayCreate(MUmipmappedArray *pHandle,
                                const MUSA_ARRAY3D_DESCRIPTOR *pMipmappedArrayDesc,
                                unsigned int numMipmapLevels);
MUresult muMipmappedArrayGetLevel(MUarray *pLevelArray, MUmipmappedArray hMipmappedArray,
                                  unsigned int level);
MUresult muMipmappedArrayDestroy(MUmipmappedArray hMipmappedArray);

MUresult muTexObjectCreate(MUtexObject *pTexObject, const MUSA_RESOURCE_DESC *pResDesc,
                           const MUSA_TEXTURE_DESC *pTexDesc,
                           const MUSA_RESOURCE_VIEW_DESC *pResViewDesc);
MUresult muTexObjectDestroy(MUtexObject texObject);
MUresult muTexObjectGetResourceDesc(MUSA_RESOURCE_DESC *pResDesc, MUtexObject texObject);
MUresult muTexObjectGetTextureDesc(MUSA_TEXTURE_DESC *pTexDesc, MUtexObject texObject);
MUresult muTexObjectGetResourceViewDesc(MUSA_RESOURCE_VIEW_DESC *pResViewDesc,
                                        MUtexObject texObject);
MUresult muSurfObjectCreate(MUsurfObject *pSurfObject, const MUSA_RESOURCE_DESC *pResDesc);
MUresult muSurfObjectDestroy(MUsurfObject surfObject);
MUresult muSurfObjectGetResourceDesc(MUSA_RESOURCE_DESC *pResDesc, MUsurfObject surfObject);

/* copies */
MUresult muMemcpy(MUdeviceptr dst, MUdeviceptr src, size_t ByteCount);
MUresult muMemcpyAsync(MUdeviceptr dst, MUdeviceptr src, size_t ByteCount, MUstream hStream);
MUresult muMemcpyPeer(MUdeviceptr dstDevice, MUcontext dstContext, MUdeviceptr srcDevice,
                      MUcontext srcContext, size_t ByteCount);
MUresult muMemcpyPeerAsync(MUdeviceptr dstDevice, MUcontext dstContext, MUdeviceptr srcDevice,
                           MUcontext srcContext, size_t ByteCount, MUstream hStream);
MUresult muMemcpyHtoD(MUdeviceptr dstDevice, const void *srcHost, size_t ByteCount);
MUresult muMemcpyHtoDAsync(MUdeviceptr dstDevice, const void *srcHost, size_t ByteCount,
                           MUstream hStream);
MUresult muMemcpyDtoH(void *dstHost, MUdeviceptr srcDevice, size_t ByteCount);
MUresult muMemcpyDtoHAsync(void *dstHost, MUdeviceptr srcDevice, size_t ByteCount,
                           MUstream hStream);
MUresult muMemcpyDtoD(MUdeviceptr dstDevice, MUdeviceptr srcDevice, size_t ByteCount);
MUresult muMemcpyDtoDAsync(MUdeviceptr dstDevice, MUdeviceptr srcDevice, size_t ByteCount,
                           MUstream hStream);
MUresult muMemcpyDtoA(MUarray dstArray, size_t dstOffset, MUdeviceptr srcDevice, size_t ByteCount);
MUresult muMemcpyAtoD(MUdeviceptr dstDevice, MUarray srcArray, size_t srcOffset, size_t ByteCount);
MUresult muMemcpyHtoA(MUarray dstArray, size_t dstOffset, const void *srcHost, size_t ByteCount);
MUresult muMemcpyHtoAAsync(MUarray dstArray, size_t dstOffset, const void *srcHost,
                           size_t ByteCount, MUstream hStream);
MUresult muMemcpyAtoH(void *dstHost, MUarray srcArray, size_t srcOffset, size_t ByteCount);
MUresult muMemcpyAtoHAsync(void *dstHost, MUarray srcArray, size_t srcOffset, size_t ByteCount,
                           MUstream hStream);
MUresult muMemcpyAtoA(MUarray dstArray, size_t dstOffset, MUarray srcArray, size_t srcOffset,
                      size_t ByteCount);
MUresult muMemcpy2D(const MUSA_MEMCPY2D *pCopy);
MUresult muMemcpy2DUnaligned(const MUSA_MEMCPY2D *pCopy);
MUresult muMemcpy2DAsync(const MUSA_MEMCPY2D *pCopy, MUstream hStream);
MUresult muMemcpy3D(const MUSA_MEMCPY3D *pCopy);
MUresult muMemcpy3DAsync(const MUSA_MEMCPY3D *pCopy, MUstream hStream);
MUresult muMemsetD8(MUdeviceptr dstDevice, unsigned char uc, size_t N);
MUresult muMemsetD16(MUdeviceptr dstDevice, unsigned short us, size_t N);
MUresult muMemsetD32(MUdeviceptr dstDevice, unsigned int ui, size_t N);
MUresult muMemsetD2D8(MUdeviceptr dstDevice, size_t dstPitch, unsigned char uc, size_t Width,
                      size_t Height);
MUresult muMemsetD2D16(MUdeviceptr dstDevice, size_t dstPitch, unsigned short us, size_t Width,
                       size_t Height);
MUresult muMemsetD2D32(MUdeviceptr dstDevice, size_t dstPitch, unsigned int ui, size_t Width,
                       size_t Height);
MUresult muMemsetD8Async(MUdeviceptr dstDevice, unsigned char uc, size_t N, MUstream hStream);
MUresult muMemsetD16Async(MUdeviceptr dstDevice, unsigned short us, size_t N, MUstream hStream);
MUresult muMemsetD32Async(MUdeviceptr dstDevice, unsigned int ui, size_t N, MUstream hStream);
MUresult muMemsetD2D8Async(MUdeviceptr dstDevice, size_t dstPitch, unsigned char uc, size_t Width,
                           size_t Height, MUstream hStream);
MUresult muMemsetD2D16Async(MUdeviceptr dstDevice, size_t dstPitch, unsigned short us, size_t Width,
                            size_t Height, MUstream hStream);
MUresult muMemsetD2D32Async(MUdeviceptr dstDevice, size_t dstPitch, unsigned int ui, size_t Width,
                            size_t Height, MUstream hStream);

/* streams */
MUresult muStreamCreate(MUstream *phStream, unsigned int Flags);
MUresult muStreamCreateWithPriority(MUstream *phStream, unsigned int flags, int priority);
MUresult muStreamDestroy(MUstream hStream);
MUresult muStreamSynchronize(MUstream hStream);
MUresult muStreamQuery(MUstream hStream);
MUresult muStreamWaitEvent(MUstream hStream, MUevent hEvent, unsigned int Flags);
MUresult muStreamAddCallback(MUstream hStream, MUstreamCallback callback, void *userData,
                             unsigned int flags);
MUresult muLaunchHostFunc(MUstream hStream, MUhostFn fn, void *userData);
MUresult muStreamGetPriority(MUstream hStream, int *priority);
MUresult muStreamGetFlags(MUstream hStream, unsigned int *flags);
MUresult muStreamGetId(MUstream hStream, unsigned long long *streamId);
MUresult muStreamGetCtx(MUstream hStream, MUcontext *pctx);
MUresult muStreamGetDevice(MUstream hStream, MUdevice *device);
MUresult muStreamCopyAttributes(MUstream dst, MUstream src);
MUresult muStreamGetAttribute(MUstream hStream, MUstreamAttrID attr, MUstreamAttrValue *value_out);
MUresult muStreamSetAttribute(MUstream hStream, MUstreamAttrID attr,
                              const MUstreamAttrValue *value);
MUresult muStreamWaitValue32(MUstream stream, MUdeviceptr addr, muuint32_t value,
                             unsigned int flags);
MUresult muStreamWaitValue64(MUstream stream, MUdeviceptr addr, muuint64_t value,
                             unsigned int flags);
MUresult muStreamWriteValue32(MUstream stream, MUdeviceptr addr, muuint32_t value,
                              unsigned int flags);
MUresult muStreamWriteValue64(MUstream stream, MUdeviceptr addr, muuint64_t value,
                              unsigned int flags);
MUresult muStreamBatchMemOp(MUstream stream, unsigned int count,
                            MUstreamBatchMemOpParams *paramArray, unsigned int flags);

/* events */
MUresult muEventCreate(MUevent *phEvent, unsigned int Flags);
MUresult muEventDestroy(MUevent hEvent);
MUresult muEventRecord(MUevent hEvent, MUstream hStream);
MUresult muEventRecordWithFlags(MUevent hEvent, MUstream hStream, unsigned int flags);
MUresult muEventQuery(MUevent hEvent);
MUresult muEventSynchronize(MUevent hEvent);
MUresult muEventElapsedTime(float *pMilliseconds, MUevent hStart, MUevent hEnd);

/* memory and events of several processes */
MUresult muIpcGetMemHandle(MUipcMemHandle *pHandle, MUdeviceptr dptr);
MUresult muIpcOpenMemHandle(MUdeviceptr *pdptr, MUipcMemHandle handle, unsigned int Flags);
MUresult muIpcCloseMemHandle(MUdeviceptr dptr);
MUresult muIpcGetEventHandle(MUipcEventHandle *pHandle, MUevent event);
MUresult muIpcOpenEventHandle(MUevent *phEvent, MUipcEventHandle handle);

/* functions */
MUresult muLaunchKernel(MUfunction f, unsigned int gridDimX, unsigned int gridDimY,
                        unsigned int gridDimZ, unsigned int blockDimX, unsigned int blockDimY,
                        unsigned int blockDimZ, unsigned int sharedMemBytes, MUstream hStream,
                        void **kernelParams, void **extra);
MUresult muLaunchCooperativeKernel(MUfunction f, unsigned int gridDimX, unsigned int gridDimY,
                                   unsigned int gridDimZ, unsigned int blockDimX,
                                   unsigned int blockDimY, unsigned int blockDimZ,
                                   unsigned int sharedMemBytes, MUstream hStream,
                                   void **kernelParams);
MUresult muLaunchKernelEx(const MUlaunchConfig *config, MUfunction f, void **kernelParams,
                          void **extra);
MUresult muFuncGetAttribute(int *pi, MUfunction_attribute attrib, MUfunction hfunc);
MUresult muFuncSetAttribute(MUfunction hfunc, MUfunction_attribute attrib, int value);
MUresult muFuncSetCacheConfig(MUfunction hfunc, MUfunc_cache config);
MUresult muFuncSetSharedMemConfig(MUfunction hfunc, MUsharedconfig config);
MUresult muFuncGetName(const char **name, MUfunction hfunc);
MUresult muFuncGetModule(MUmodule *hmod, MUfunction hfunc);
MUresult muFuncGetParamInfo(MUfunction func, size_t paramIndex, size_t *paramOffset,
                            size_t *paramSize);
MUresult muOccupancyMaxActiveBlocksPerMultiprocessor(int *numBlocks, MUfunction func, int blockSize,
                                                     size_t dynamicSMemSize);
MUresult muOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *numBlocks, MUfunction func,
                                                              int blockSize, size_t dynamicSMemSize,
                                                              unsigned int flags);
MUresult muOccupancyAvailableDynamicSMemPerBlock(size_t *dynamicSmemSize, MUfunction func,
                                                 int numBlocks, int blockSize);
MUresult muOccupancyMaxPotentialBlockSize(int *minGridSize, int *blockSize, MUfunction func,
                                          MUoccupancyB2DSize blockSizeToDynamicSMemSize,
                                          size_t dynamicSMemSize, int blockSizeLimit);
MUresult muOccupancyMaxPotentialBlockSizeWithFlags(int *minGridSize, int *blockSize,
                                                   MUfunction func,
                                                   MUoccupancyB2DSize blockSizeToDynamicSMemSize,
                                                   size_t dynamicSMemSize, int blockSizeLimit,
                                                   unsigned int flags);
MUresult muOccupancyMaxPotentialClusterSize(int *clusterSize, MUfunction func,
                                            const MUlaunchConfig *config);
MUresult muOccupancyMaxActiveClusters(int *numClusters, MUfunction func,
                                      const MUlaunchConfig *config);

/* profilers: the host has none */
MUresult muProfilerStart(void);
MUresult muProfilerStop(void);

#pragma GCC visibility pop
#if defined(__cplusplus)
} // extern "C"
#endif

#include "musa_port/host/driver_external_resources.h"
#include "musa_port/host/driver_graph_api.h"
#include "musa_port/host/driver_launch.h"
#include "musa_port/host/driver_link.h"
#include "musa_port/host/driver_references.h"

#endif /* __musa_musa_h__ */
