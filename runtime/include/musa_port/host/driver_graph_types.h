//===- musa_port/host/driver_graph_types.h - graphs and capture in the driver API: types --*- C
//-*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// musa.h includes it, which has the other types. Numbers and layouts equal those of CUDA 12.
//===----------------------------------------------------------------------===//
#ifndef MUSA_PORT_HOST_DRIVER_GRAPH_TYPES_H
#define MUSA_PORT_HOST_DRIVER_GRAPH_TYPES_H

typedef struct MUgraph_st *MUgraph;
typedef struct MUgraphNode_st *MUgraphNode;
typedef struct MUgraphExec_st *MUgraphExec;
typedef struct MUuserObject_st *MUuserObject;
typedef unsigned long long MUgraphConditionalHandle;

/* --------------------------------------------------------------------------- capture */

typedef enum MUstreamCaptureStatus_enum {
  MU_STREAM_CAPTURE_STATUS_NONE = 0,
  MU_STREAM_CAPTURE_STATUS_ACTIVE = 1,
  MU_STREAM_CAPTURE_STATUS_INVALIDATED = 2
} MUstreamCaptureStatus;

typedef enum MUstreamCaptureMode_enum {
  MU_STREAM_CAPTURE_MODE_GLOBAL = 0,
  MU_STREAM_CAPTURE_MODE_THREAD_LOCAL = 1,
  MU_STREAM_CAPTURE_MODE_RELAXED = 2
} MUstreamCaptureMode;

typedef enum MUstreamUpdateCaptureDependencies_flags_enum {
  MU_STREAM_ADD_CAPTURE_DEPENDENCIES = 0x0,
  MU_STREAM_SET_CAPTURE_DEPENDENCIES = 0x1
} MUstreamUpdateCaptureDependencies_flags;

/* --------------------------------------------------------------------------- edges */

typedef enum MUgraphDependencyType_enum {
  MU_GRAPH_DEPENDENCY_TYPE_DEFAULT = 0,
  MU_GRAPH_DEPENDENCY_TYPE_PROGRAMMATIC = 1
} MUgraphDependencyType;

#define MU_GRAPH_KERNEL_NODE_PORT_DEFAULT 0
#define MU_GRAPH_KERNEL_NODE_PORT_PROGRAMMATIC 1
#define MU_GRAPH_KERNEL_NODE_PORT_LAUNCH_ORDER 2

typedef struct MUgraphEdgeData_st {
  unsigned char from_port;
  unsigned char to_port;
  unsigned char type; /* MUgraphDependencyType */
  unsigned char reserved[5];
} MUgraphEdgeData;

/* --------------------------------------------------------------------------- nodes */

typedef enum MUgraphNodeType_enum {
  MU_GRAPH_NODE_TYPE_KERNEL = 0,
  MU_GRAPH_NODE_TYPE_MEMCPY = 1,
  MU_GRAPH_NODE_TYPE_MEMSET = 2,
  MU_GRAPH_NODE_TYPE_HOST = 3,
  MU_GRAPH_NODE_TYPE_GRAPH = 4,
  MU_GRAPH_NODE_TYPE_EMPTY = 5,
  MU_GRAPH_NODE_TYPE_WAIT_EVENT = 6,
  MU_GRAPH_NODE_TYPE_EVENT_RECORD = 7,
  MU_GRAPH_NODE_TYPE_EXT_SEMAS_SIGNAL = 8,
  MU_GRAPH_NODE_TYPE_EXT_SEMAS_WAIT = 9,
  MU_GRAPH_NODE_TYPE_MEM_ALLOC = 10,
  MU_GRAPH_NODE_TYPE_MEM_FREE = 11,
  MU_GRAPH_NODE_TYPE_BATCH_MEM_OP = 12,
  MU_GRAPH_NODE_TYPE_CONDITIONAL = 13
} MUgraphNodeType;

typedef struct MUSA_KERNEL_NODE_PARAMS_v2_st {
  MUfunction func;
  unsigned int gridDimX;
  unsigned int gridDimY;
  unsigned int gridDimZ;
  unsigned int blockDimX;
  unsigned int blockDimY;
  unsigned int blockDimZ;
  unsigned int sharedMemBytes;
  void **kernelParams;
  void **extra;
  MUkernel kern;
  MUcontext ctx;
} MUSA_KERNEL_NODE_PARAMS_v2;
typedef MUSA_KERNEL_NODE_PARAMS_v2 MUSA_KERNEL_NODE_PARAMS;

typedef struct MUSA_KERNEL_NODE_PARAMS_v3_st {
  MUfunction func;
  unsigned int gridDimX;
  unsigned int gridDimY;
  unsigned int gridDimZ;
  unsigned int blockDimX;
  unsigned int blockDimY;
  unsigned int blockDimZ;
  unsigned int sharedMemBytes;
  void **kernelParams;
  void **extra;
  MUkernel kern;
  MUcontext ctx;
} MUSA_KERNEL_NODE_PARAMS_v3;

typedef struct MUSA_MEMCPY_NODE_PARAMS_st {
  int flags;
  int reserved;
  MUcontext copyCtx;
  MUSA_MEMCPY3D copyParams;
} MUSA_MEMCPY_NODE_PARAMS;

typedef struct MUSA_MEMSET_NODE_PARAMS_st {
  MUdeviceptr dst;
  size_t pitch;
  unsigned int value;
  unsigned int elementSize; /* bytes: 1, 2 or 4 */
  size_t width;             /* elements */
  size_t height;
} MUSA_MEMSET_NODE_PARAMS_v1;
typedef MUSA_MEMSET_NODE_PARAMS_v1 MUSA_MEMSET_NODE_PARAMS;

typedef struct MUSA_MEMSET_NODE_PARAMS_v2_st {
  MUdeviceptr dst;
  size_t pitch;
  unsigned int value;
  unsigned int elementSize;
  size_t width;
  size_t height;
  MUcontext ctx;
} MUSA_MEMSET_NODE_PARAMS_v2;

typedef struct MUSA_HOST_NODE_PARAMS_st {
  MUhostFn fn;
  void *userData;
} MUSA_HOST_NODE_PARAMS_v1;
typedef MUSA_HOST_NODE_PARAMS_v1 MUSA_HOST_NODE_PARAMS;

typedef struct MUSA_HOST_NODE_PARAMS_v2_st {
  MUhostFn fn;
  void *userData;
} MUSA_HOST_NODE_PARAMS_v2;

typedef enum MUgraphChildGraphNodeOwnership_enum {
  MU_GRAPH_CHILD_GRAPH_OWNERSHIP_CLONE = 0,
  MU_GRAPH_CHILD_GRAPH_OWNERSHIP_MOVE = 1
} MUgraphChildGraphNodeOwnership;

typedef struct MUSA_CHILD_GRAPH_NODE_PARAMS_st {
  MUgraph graph;
  MUgraphChildGraphNodeOwnership ownership;
} MUSA_CHILD_GRAPH_NODE_PARAMS;

#define MU_GRAPH_COND_ASSIGN_DEFAULT 0x1

typedef enum MUgraphConditionalNodeType_enum {
  MU_GRAPH_COND_TYPE_IF = 0,
  MU_GRAPH_COND_TYPE_WHILE = 1,
  MU_GRAPH_COND_TYPE_SWITCH = 2
} MUgraphConditionalNodeType;

typedef struct MUSA_CONDITIONAL_NODE_PARAMS {
  MUgraphConditionalHandle handle;
  MUgraphConditionalNodeType type;
  unsigned int size;
  MUgraph *phGraph_out; /* out */
  MUcontext ctx;
} MUSA_CONDITIONAL_NODE_PARAMS;

typedef struct MUSA_EVENT_RECORD_NODE_PARAMS_st {
  MUevent event;
} MUSA_EVENT_RECORD_NODE_PARAMS;

typedef struct MUSA_EVENT_WAIT_NODE_PARAMS_st {
  MUevent event;
} MUSA_EVENT_WAIT_NODE_PARAMS;

typedef struct MUSA_MEM_ALLOC_NODE_PARAMS_v1_st {
  MUmemPoolProps poolProps;
  const MUmemAccessDesc *accessDescs;
  size_t accessDescCount;
  size_t bytesize;
  MUdeviceptr dptr; /* out */
} MUSA_MEM_ALLOC_NODE_PARAMS_v1;
typedef MUSA_MEM_ALLOC_NODE_PARAMS_v1 MUSA_MEM_ALLOC_NODE_PARAMS;

typedef struct MUSA_MEM_ALLOC_NODE_PARAMS_v2_st {
  MUmemPoolProps poolProps;
  const MUmemAccessDesc *accessDescs;
  size_t accessDescCount;
  size_t bytesize;
  MUdeviceptr dptr; /* out */
} MUSA_MEM_ALLOC_NODE_PARAMS_v2;

typedef struct MUSA_MEM_FREE_NODE_PARAMS_st {
  MUdeviceptr dptr;
} MUSA_MEM_FREE_NODE_PARAMS;

typedef struct MUSA_BATCH_MEM_OP_NODE_PARAMS_v2_st {
  MUcontext ctx;
  unsigned int count;
  MUstreamBatchMemOpParams *paramArray;
  unsigned int flags;
} MUSA_BATCH_MEM_OP_NODE_PARAMS_v2;
typedef MUSA_BATCH_MEM_OP_NODE_PARAMS_v2 MUSA_BATCH_MEM_OP_NODE_PARAMS_v1;
typedef MUSA_BATCH_MEM_OP_NODE_PARAMS_v1 MUSA_BATCH_MEM_OP_NODE_PARAMS;

typedef struct MUgraphNodeParams_st {
  MUgraphNodeType type;
  int reserved0[3];
  union {
    long long reserved1[29];
    MUSA_KERNEL_NODE_PARAMS_v3 kernel;
    MUSA_MEMCPY_NODE_PARAMS memcpy;
    MUSA_MEMSET_NODE_PARAMS_v2 memset;
    MUSA_HOST_NODE_PARAMS_v2 host;
    MUSA_CHILD_GRAPH_NODE_PARAMS graph;
    MUSA_EVENT_WAIT_NODE_PARAMS eventWait;
    MUSA_EVENT_RECORD_NODE_PARAMS eventRecord;
    MUSA_MEM_ALLOC_NODE_PARAMS_v2 alloc;
    MUSA_MEM_FREE_NODE_PARAMS free;
    MUSA_BATCH_MEM_OP_NODE_PARAMS_v2 memOp;
    MUSA_CONDITIONAL_NODE_PARAMS conditional;
  };
  long long reserved2;
} MUgraphNodeParams;

#define MU_KERNEL_NODE_ATTRIBUTE_ACCESS_POLICY_WINDOW MU_LAUNCH_ATTRIBUTE_ACCESS_POLICY_WINDOW
#define MU_KERNEL_NODE_ATTRIBUTE_COOPERATIVE MU_LAUNCH_ATTRIBUTE_COOPERATIVE
#define MU_KERNEL_NODE_ATTRIBUTE_CLUSTER_DIMENSION MU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION
#define MU_KERNEL_NODE_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE                              \
  MU_LAUNCH_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE
#define MU_KERNEL_NODE_ATTRIBUTE_PRIORITY MU_LAUNCH_ATTRIBUTE_PRIORITY
#define MU_KERNEL_NODE_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP MU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN_MAP
#define MU_KERNEL_NODE_ATTRIBUTE_MEM_SYNC_DOMAIN MU_LAUNCH_ATTRIBUTE_MEM_SYNC_DOMAIN
#define MU_KERNEL_NODE_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT                                  \
  MU_LAUNCH_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT

/* --------------------------------------------------------------------------- instantiated graphs
 */

typedef enum MUgraphInstantiate_flags_enum {
  MUSA_GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH = 1,
  MUSA_GRAPH_INSTANTIATE_FLAG_UPLOAD = 2,
  MUSA_GRAPH_INSTANTIATE_FLAG_DEVICE_LAUNCH = 4,
  MUSA_GRAPH_INSTANTIATE_FLAG_USE_NODE_PRIORITY = 8
} MUgraphInstantiate_flags;

typedef enum MUgraphInstantiateResult_enum {
  MUSA_GRAPH_INSTANTIATE_SUCCESS = 0,
  MUSA_GRAPH_INSTANTIATE_ERROR = 1,
  MUSA_GRAPH_INSTANTIATE_INVALID_STRUCTURE = 2,
  MUSA_GRAPH_INSTANTIATE_NODE_OPERATION_NOT_SUPPORTED = 3,
  MUSA_GRAPH_INSTANTIATE_MULTIPLE_CTXS_NOT_SUPPORTED = 4,
  MUSA_GRAPH_INSTANTIATE_CONDITIONAL_HANDLE_UNUSED = 5
} MUgraphInstantiateResult;

typedef struct MUSA_GRAPH_INSTANTIATE_PARAMS_st {
  uint64_t flags;
  MUstream hUploadStream;
  MUgraphNode hErrNode_out;
  MUgraphInstantiateResult result_out;
} MUSA_GRAPH_INSTANTIATE_PARAMS;

typedef enum MUgraphExecUpdateResult_enum {
  MU_GRAPH_EXEC_UPDATE_SUCCESS = 0x0,
  MU_GRAPH_EXEC_UPDATE_ERROR = 0x1,
  MU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED = 0x2,
  MU_GRAPH_EXEC_UPDATE_ERROR_NODE_TYPE_CHANGED = 0x3,
  MU_GRAPH_EXEC_UPDATE_ERROR_FUNCTION_CHANGED = 0x4,
  MU_GRAPH_EXEC_UPDATE_ERROR_PARAMETERS_CHANGED = 0x5,
  MU_GRAPH_EXEC_UPDATE_ERROR_NOT_SUPPORTED = 0x6,
  MU_GRAPH_EXEC_UPDATE_ERROR_UNSUPPORTED_FUNCTION_CHANGE = 0x7,
  MU_GRAPH_EXEC_UPDATE_ERROR_ATTRIBUTES_CHANGED = 0x8
} MUgraphExecUpdateResult;

typedef struct MUgraphExecUpdateResultInfo_st {
  MUgraphExecUpdateResult result;
  MUgraphNode errorNode;
  MUgraphNode errorFromNode;
} MUgraphExecUpdateResultInfo_v1;
typedef MUgraphExecUpdateResultInfo_v1 MUgraphExecUpdateResultInfo;

typedef enum MUgraphDebugDot_flags_enum {
  MU_GRAPH_DEBUG_DOT_FLAGS_VERBOSE = 1 << 0,
  MU_GRAPH_DEBUG_DOT_FLAGS_RUNTIME_TYPES = 1 << 1,
  MU_GRAPH_DEBUG_DOT_FLAGS_KERNEL_NODE_PARAMS = 1 << 2,
  MU_GRAPH_DEBUG_DOT_FLAGS_MEMCPY_NODE_PARAMS = 1 << 3,
  MU_GRAPH_DEBUG_DOT_FLAGS_MEMSET_NODE_PARAMS = 1 << 4,
  MU_GRAPH_DEBUG_DOT_FLAGS_HOST_NODE_PARAMS = 1 << 5,
  MU_GRAPH_DEBUG_DOT_FLAGS_EVENT_NODE_PARAMS = 1 << 6,
  MU_GRAPH_DEBUG_DOT_FLAGS_EXT_SEMAS_SIGNAL_NODE_PARAMS = 1 << 7,
  MU_GRAPH_DEBUG_DOT_FLAGS_EXT_SEMAS_WAIT_NODE_PARAMS = 1 << 8,
  MU_GRAPH_DEBUG_DOT_FLAGS_KERNEL_NODE_ATTRIBUTES = 1 << 9,
  MU_GRAPH_DEBUG_DOT_FLAGS_HANDLES = 1 << 10,
  MU_GRAPH_DEBUG_DOT_FLAGS_MEM_ALLOC_NODE_PARAMS = 1 << 11,
  MU_GRAPH_DEBUG_DOT_FLAGS_MEM_FREE_NODE_PARAMS = 1 << 12,
  MU_GRAPH_DEBUG_DOT_FLAGS_BATCH_MEM_OP_NODE_PARAMS = 1 << 13,
  MU_GRAPH_DEBUG_DOT_FLAGS_EXTRA_TOPO_INFO = 1 << 14,
  MU_GRAPH_DEBUG_DOT_FLAGS_CONDITIONAL_NODE_PARAMS = 1 << 15
} MUgraphDebugDot_flags;

/* --------------------------------------------------------------------------- memory, user objects
 */

typedef enum MUgraphMem_attribute_enum {
  MU_GRAPH_MEM_ATTR_USED_MEM_CURRENT = 0,
  MU_GRAPH_MEM_ATTR_USED_MEM_HIGH = 1,
  MU_GRAPH_MEM_ATTR_RESERVED_MEM_CURRENT = 2,
  MU_GRAPH_MEM_ATTR_RESERVED_MEM_HIGH = 3
} MUgraphMem_attribute;

typedef enum MUuserObject_flags_enum { MU_USER_OBJECT_NO_DESTRUCTOR_SYNC = 1 } MUuserObject_flags;
typedef enum MUuserObjectRetain_flags_enum {
  MU_GRAPH_USER_OBJECT_MOVE = 1
} MUuserObjectRetain_flags;

#endif /* MUSA_PORT_HOST_DRIVER_GRAPH_TYPES_H */
