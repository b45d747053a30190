//===- musa_port/host/graph_api.h - the graph part of the MUSA runtime API --*- C -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For C and C++; musa_runtime_api.h includes it. docs/reference/runtime.md lists what is missing.
//===----------------------------------------------------------------------===//
#ifndef MUSA_PORT_HOST_GRAPH_API_H
#define MUSA_PORT_HOST_GRAPH_API_H

#include "driver_types.h"
#include "musa_port/host/external_resources.h"

/* --------------------------------------------------------------------------- capture */

enum musaStreamCaptureStatus {
  musaStreamCaptureStatusNone = 0,
  musaStreamCaptureStatusActive = 1,
  musaStreamCaptureStatusInvalidated = 2
};

enum musaStreamCaptureMode {
  musaStreamCaptureModeGlobal = 0,
  musaStreamCaptureModeThreadLocal = 1,
  musaStreamCaptureModeRelaxed = 2
};

enum musaStreamUpdateCaptureDependenciesFlags {
  musaStreamAddCaptureDependencies = 0x0,
  musaStreamSetCaptureDependencies = 0x1
};

/* --------------------------------------------------------------------------- nodes */

enum musaGraphNodeType {
  musaGraphNodeTypeKernel = 0x00,
  musaGraphNodeTypeMemcpy = 0x01,
  musaGraphNodeTypeMemset = 0x02,
  musaGraphNodeTypeHost = 0x03,
  musaGraphNodeTypeGraph = 0x04,
  musaGraphNodeTypeEmpty = 0x05,
  musaGraphNodeTypeWaitEvent = 0x06,
  musaGraphNodeTypeEventRecord = 0x07,
  musaGraphNodeTypeExtSemaphoreSignal = 0x08,
  musaGraphNodeTypeExtSemaphoreWait = 0x09,
  musaGraphNodeTypeMemAlloc = 0x0a,
  musaGraphNodeTypeMemFree = 0x0b,
  musaGraphNodeTypeConditional = 0x0d,
  musaGraphNodeTypeCount
};

enum musaGraphDependencyType_enum {
  musaGraphDependencyTypeDefault = 0,
  musaGraphDependencyTypeProgrammatic = 1
};
typedef enum musaGraphDependencyType_enum musaGraphDependencyType;

/* What releases the node at the other end of an edge: from_port. */
#define musaGraphKernelNodePortDefault 0
#define musaGraphKernelNodePortProgrammatic 1
#define musaGraphKernelNodePortLaunchCompletion 2

struct musaGraphEdgeData_st {
  unsigned char from_port;
  unsigned char to_port;
  unsigned char type; /* musaGraphDependencyType */
  unsigned char reserved[5];
};
typedef struct musaGraphEdgeData_st musaGraphEdgeData;

struct musaKernelNodeParams {
  void *func;
  struct dim3 gridDim;
  struct dim3 blockDim;
  unsigned int sharedMemBytes;
  void **kernelParams;
  void **extra;
};

struct musaKernelNodeParamsV2 {
  void *func;
  struct dim3 gridDim;
  struct dim3 blockDim;
  unsigned int sharedMemBytes;
  void **kernelParams;
  void **extra;
};

struct musaMemcpyNodeParams {
  int flags;
  int reserved[3];
  struct musaMemcpy3DParms copyParams;
};

struct musaMemsetParamsV2 {
  void *dst;
  size_t pitch;
  unsigned int value;
  unsigned int elementSize;
  size_t width;
  size_t height;
};

struct musaHostNodeParamsV2 {
  musaHostFn_t fn;
  void *userData;
};

enum musaGraphChildGraphNodeOwnership {
  musaGraphChildGraphOwnershipClone = 0,
  musaGraphChildGraphOwnershipMove = 1
};
struct musaChildGraphNodeParams {
  musaGraph_t graph;
  enum musaGraphChildGraphNodeOwnership ownership;
};

typedef unsigned long long musaGraphConditionalHandle;

enum musaGraphConditionalHandleFlags { musaGraphCondAssignDefault = 1 };

enum musaGraphConditionalNodeType {
  musaGraphCondTypeIf = 0,
  musaGraphCondTypeWhile = 1,
  musaGraphCondTypeSwitch = 2
};

struct musaConditionalNodeParams {
  musaGraphConditionalHandle handle;
  enum musaGraphConditionalNodeType type;
  unsigned int size;        /* number of bodies */
  musaGraph_t *phGraph_out; /* out */
};

struct musaEventRecordNodeParams {
  musaEvent_t event;
};

struct musaEventWaitNodeParams {
  musaEvent_t event;
};

struct musaMemAllocNodeParams {
  struct musaMemPoolProps poolProps;
  const struct musaMemAccessDesc *accessDescs;
  size_t accessDescCount;
  size_t bytesize;
  void *dptr; /* out */
};

struct musaMemAllocNodeParamsV2 {
  struct musaMemPoolProps poolProps;
  const struct musaMemAccessDesc *accessDescs;
  size_t accessDescCount;
  size_t bytesize;
  void *dptr; /* out */
};

struct musaMemFreeNodeParams {
  void *dptr;
};

struct musaGraphNodeParams {
  enum musaGraphNodeType type;
  int reserved0[3];
  union {
    long long reserved1[29];
    struct musaKernelNodeParamsV2 kernel;
    struct musaMemcpyNodeParams memcpy;
    struct musaMemsetParamsV2 memset;
    struct musaHostNodeParamsV2 host;
    struct musaChildGraphNodeParams graph;
    struct musaEventWaitNodeParams eventWait;
    struct musaEventRecordNodeParams eventRecord;
    struct musaExternalSemaphoreSignalNodeParamsV2 extSemSignal;
    struct musaExternalSemaphoreWaitNodeParamsV2 extSemWait;
    struct musaMemAllocNodeParamsV2 alloc;
    struct musaMemFreeNodeParams free;
    struct musaConditionalNodeParams conditional;
  };
  long long reserved2;
};

#define musaKernelNodeAttrID enum musaLaunchAttributeID
#define musaKernelNodeAttrValue union musaLaunchAttributeValue
#define musaKernelNodeAttributeAccessPolicyWindow musaLaunchAttributeAccessPolicyWindow
#define musaKernelNodeAttributeCooperative musaLaunchAttributeCooperative
#define musaKernelNodeAttributePriority musaLaunchAttributePriority
#define musaKernelNodeAttributeClusterDimension musaLaunchAttributeClusterDimension
#define musaKernelNodeAttributeClusterSchedulingPolicyPreference                                   \
  musaLaunchAttributeClusterSchedulingPolicyPreference
#define musaKernelNodeAttributeMemSyncDomainMap musaLaunchAttributeMemSyncDomainMap
#define musaKernelNodeAttributeMemSyncDomain musaLaunchAttributeMemSyncDomain
#define musaKernelNodeAttributePreferredSharedMemoryCarveout                                       \
  musaLaunchAttributePreferredSharedMemoryCarveout

/* --------------------------------------------------------------------------- instantiated graphs
 */

enum musaGraphExecUpdateResult {
  musaGraphExecUpdateSuccess = 0x0,
  musaGraphExecUpdateError = 0x1,
  musaGraphExecUpdateErrorTopologyChanged = 0x2,
  musaGraphExecUpdateErrorNodeTypeChanged = 0x3,
  musaGraphExecUpdateErrorFunctionChanged = 0x4,
  musaGraphExecUpdateErrorParametersChanged = 0x5,
  musaGraphExecUpdateErrorNotSupported = 0x6,
  musaGraphExecUpdateErrorUnsupportedFunctionChange = 0x7,
  musaGraphExecUpdateErrorAttributesChanged = 0x8
};

struct musaGraphExecUpdateResultInfo_st {
  enum musaGraphExecUpdateResult result;
  musaGraphNode_t errorNode;
  musaGraphNode_t errorFromNode;
};
typedef struct musaGraphExecUpdateResultInfo_st musaGraphExecUpdateResultInfo;

enum musaGraphInstantiateResult {
  musaGraphInstantiateSuccess = 0,
  musaGraphInstantiateError = 1,
  musaGraphInstantiateInvalidStructure = 2,
  musaGraphInstantiateNodeOperationNotSupported = 3,
  musaGraphInstantiateMultipleDevicesNotSupported = 4,
  musaGraphInstantiateConditionalHandleUnused = 5
};
#if !defined(__cplusplus)
typedef enum musaGraphInstantiateResult musaGraphInstantiateResult;
#endif

struct musaGraphInstantiateParams_st {
  unsigned long long flags;
  musaStream_t uploadStream;
  musaGraphNode_t errNode_out;
  enum musaGraphInstantiateResult result_out;
};
typedef struct musaGraphInstantiateParams_st musaGraphInstantiateParams;

enum musaGraphInstantiateFlags {
  musaGraphInstantiateFlagAutoFreeOnLaunch = 1,
  musaGraphInstantiateFlagUpload = 2,
  musaGraphInstantiateFlagDeviceLaunch = 4,
  musaGraphInstantiateFlagUseNodePriority = 8
};

enum musaGraphDebugDotFlags {
  musaGraphDebugDotFlagsVerbose = 1 << 0,
  musaGraphDebugDotFlagsKernelNodeParams = 1 << 2,
  musaGraphDebugDotFlagsMemcpyNodeParams = 1 << 3,
  musaGraphDebugDotFlagsMemsetNodeParams = 1 << 4,
  musaGraphDebugDotFlagsHostNodeParams = 1 << 5,
  musaGraphDebugDotFlagsEventNodeParams = 1 << 6,
  musaGraphDebugDotFlagsExtSemasSignalNodeParams = 1 << 7,
  musaGraphDebugDotFlagsExtSemasWaitNodeParams = 1 << 8,
  musaGraphDebugDotFlagsKernelNodeAttributes = 1 << 9,
  musaGraphDebugDotFlagsHandles = 1 << 10,
  musaGraphDebugDotFlagsConditionalNodeParams = 1 << 15
};

enum musaGraphMemAttributeType {
  musaGraphMemAttrUsedMemCurrent = 0x0,
  musaGraphMemAttrUsedMemHigh = 0x1,
  musaGraphMemAttrReservedMemCurrent = 0x2,
  musaGraphMemAttrReservedMemHigh = 0x3
};

enum musaUserObjectFlags { musaUserObjectNoDestructorSync = 0x1 };
enum musaUserObjectRetainFlags { musaGraphUserObjectMove = 0x1 };

/* --------------------------------------------------------------------------- functions */

#if defined(__MUSART_API_PER_THREAD_DEFAULT_STREAM)
#define musaStreamBeginCapture __MUSART_API_PTSZ(musaStreamBeginCapture)
#define musaStreamBeginCaptureToGraph __MUSART_API_PTSZ(musaStreamBeginCaptureToGraph)
#define musaStreamEndCapture __MUSART_API_PTSZ(musaStreamEndCapture)
#define musaStreamIsCapturing __MUSART_API_PTSZ(musaStreamIsCapturing)
#define musaStreamGetCaptureInfo __MUSART_API_PTSZ(musaStreamGetCaptureInfo)
#define musaStreamGetCaptureInfo_v2 __MUSART_API_PTSZ(musaStreamGetCaptureInfo_v2)
#define musaStreamGetCaptureInfo_v3 __MUSART_API_PTSZ(musaStreamGetCaptureInfo_v3)
#define musaStreamUpdateCaptureDependencies __MUSART_API_PTSZ(musaStreamUpdateCaptureDependencies)
#define musaStreamUpdateCaptureDependencies_v2                                                     \
  __MUSART_API_PTSZ(musaStreamUpdateCaptureDependencies_v2)
#define musaGraphInstantiateWithParams __MUSART_API_PTSZ(musaGraphInstantiateWithParams)
#define musaGraphUpload __MUSART_API_PTSZ(musaGraphUpload)
#define musaGraphLaunch __MUSART_API_PTSZ(musaGraphLaunch)
#endif

#if defined(__cplusplus)
#define __MUSA_GRAPH_DEFAULT(value) = value
extern "C" {
#else
#define __MUSA_GRAPH_DEFAULT(value)
#endif
#pragma GCC visibility push(default)

/* capture */
musaError_t musaStreamBeginCapture(musaStream_t stream, enum musaStreamCaptureMode mode);
musaError_t musaStreamBeginCaptureToGraph(musaStream_t stream, musaGraph_t graph,
                                          const musaGraphNode_t *dependencies,
                                          const musaGraphEdgeData *dependencyData,
                                          size_t numDependencies, enum musaStreamCaptureMode mode);
musaError_t musaStreamEndCapture(musaStream_t stream, musaGraph_t *pGraph);
musaError_t musaStreamIsCapturing(musaStream_t stream,
                                  enum musaStreamCaptureStatus *pCaptureStatus);
/* Takes CUDA 11's form with three arguments and CUDA 12's with six. */
musaError_t
musaStreamGetCaptureInfo(musaStream_t stream, enum musaStreamCaptureStatus *captureStatus_out,
                         unsigned long long *id_out __MUSA_GRAPH_DEFAULT(nullptr),
                         musaGraph_t *graph_out __MUSA_GRAPH_DEFAULT(nullptr),
                         const musaGraphNode_t **dependencies_out __MUSA_GRAPH_DEFAULT(nullptr),
                         size_t *numDependencies_out __MUSA_GRAPH_DEFAULT(nullptr));
musaError_t
musaStreamGetCaptureInfo_v2(musaStream_t stream, enum musaStreamCaptureStatus *captureStatus_out,
                            unsigned long long *id_out __MUSA_GRAPH_DEFAULT(nullptr),
                            musaGraph_t *graph_out __MUSA_GRAPH_DEFAULT(nullptr),
                            const musaGraphNode_t **dependencies_out __MUSA_GRAPH_DEFAULT(nullptr),
                            size_t *numDependencies_out __MUSA_GRAPH_DEFAULT(nullptr));
musaError_t
musaStreamGetCaptureInfo_v3(musaStream_t stream, enum musaStreamCaptureStatus *captureStatus_out,
                            unsigned long long *id_out __MUSA_GRAPH_DEFAULT(nullptr),
                            musaGraph_t *graph_out __MUSA_GRAPH_DEFAULT(nullptr),
                            const musaGraphNode_t **dependencies_out __MUSA_GRAPH_DEFAULT(nullptr),
                            const musaGraphEdgeData **edgeData_out __MUSA_GRAPH_DEFAULT(nullptr),
                            size_t *numDependencies_out __MUSA_GRAPH_DEFAULT(nullptr));
musaError_t musaStreamUpdateCaptureDependencies(musaStream_t stream, musaGraphNode_t *dependencies,
                                                size_t numDependencies,
                                                unsigned int flags __MUSA_GRAPH_DEFAULT(0));
musaError_t musaStreamUpdateCaptureDependencies_v2(musaStream_t stream,
                                                   musaGraphNode_t *dependencies,
                                                   const musaGraphEdgeData *dependencyData,
                                                   size_t numDependencies,
                                                   unsigned int flags __MUSA_GRAPH_DEFAULT(0));
musaError_t musaThreadExchangeStreamCaptureMode(enum musaStreamCaptureMode *mode);

/* graphs */
musaError_t musaGraphCreate(musaGraph_t *pGraph, unsigned int flags);
musaError_t musaGraphDestroy(musaGraph_t graph);
musaError_t musaGraphClone(musaGraph_t *pGraphClone, musaGraph_t originalGraph);
musaError_t musaGraphNodeFindInClone(musaGraphNode_t *pNode, musaGraphNode_t originalNode,
                                     musaGraph_t clonedGraph);
musaError_t musaGraphGetNodes(musaGraph_t graph, musaGraphNode_t *nodes, size_t *numNodes);
musaError_t musaGraphGetRootNodes(musaGraph_t graph, musaGraphNode_t *pRootNodes,
                                  size_t *pNumRootNodes);
musaError_t musaGraphGetEdges(musaGraph_t graph, musaGraphNode_t *from, musaGraphNode_t *to,
                              size_t *numEdges);
musaError_t musaGraphAddDependencies(musaGraph_t graph, const musaGraphNode_t *from,
                                     const musaGraphNode_t *to, size_t numDependencies);
musaError_t musaGraphRemoveDependencies(musaGraph_t graph, const musaGraphNode_t *from,
                                        const musaGraphNode_t *to, size_t numDependencies);
musaError_t musaGraphGetEdges_v2(musaGraph_t graph, musaGraphNode_t *from, musaGraphNode_t *to,
                                 musaGraphEdgeData *edgeData, size_t *numEdges);
musaError_t musaGraphAddDependencies_v2(musaGraph_t graph, const musaGraphNode_t *from,
                                        const musaGraphNode_t *to,
                                        const musaGraphEdgeData *edgeData, size_t numDependencies);
musaError_t musaGraphRemoveDependencies_v2(musaGraph_t graph, const musaGraphNode_t *from,
                                           const musaGraphNode_t *to,
                                           const musaGraphEdgeData *edgeData,
                                           size_t numDependencies);
musaError_t
musaGraphConditionalHandleCreate(musaGraphConditionalHandle *pHandle_out, musaGraph_t graph,
                                 unsigned int defaultLaunchValue __MUSA_GRAPH_DEFAULT(0),
                                 unsigned int flags __MUSA_GRAPH_DEFAULT(0));
musaError_t musaGraphDebugDotPrint(musaGraph_t graph, const char *path, unsigned int flags);

/* nodes of any kind */
musaError_t musaGraphNodeGetType(musaGraphNode_t node, enum musaGraphNodeType *pType);
musaError_t musaGraphNodeGetDependencies(musaGraphNode_t node, musaGraphNode_t *pDependencies,
                                         size_t *pNumDependencies);
musaError_t musaGraphNodeGetDependentNodes(musaGraphNode_t node, musaGraphNode_t *pDependentNodes,
                                           size_t *pNumDependentNodes);
musaError_t musaGraphNodeGetDependencies_v2(musaGraphNode_t node, musaGraphNode_t *pDependencies,
                                            musaGraphEdgeData *edgeData, size_t *pNumDependencies);
musaError_t musaGraphNodeGetDependentNodes_v2(musaGraphNode_t node,
                                              musaGraphNode_t *pDependentNodes,
                                              musaGraphEdgeData *edgeData,
                                              size_t *pNumDependentNodes);
musaError_t musaGraphDestroyNode(musaGraphNode_t node);
musaError_t musaGraphAddNode(musaGraphNode_t *pGraphNode, musaGraph_t graph,
                             const musaGraphNode_t *pDependencies, size_t numDependencies,
                             struct musaGraphNodeParams *nodeParams);
musaError_t musaGraphAddNode_v2(musaGraphNode_t *pGraphNode, musaGraph_t graph,
                                const musaGraphNode_t *pDependencies,
                                const musaGraphEdgeData *dependencyData, size_t numDependencies,
                                struct musaGraphNodeParams *nodeParams);
musaError_t musaGraphNodeSetParams(musaGraphNode_t node, struct musaGraphNodeParams *nodeParams);
musaError_t musaGraphExecNodeSetParams(musaGraphExec_t graphExec, musaGraphNode_t node,
                                       struct musaGraphNodeParams *nodeParams);

/* kernels */
musaError_t musaGraphAddKernelNode(musaGraphNode_t *pGraphNode, musaGraph_t graph,
                                   const musaGraphNode_t *pDependencies, size_t numDependencies,
                                   const struct musaKernelNodeParams *pNodeParams);
musaError_t musaGraphKernelNodeGetParams(musaGraphNode_t node,
                                         struct musaKernelNodeParams *pNodeParams);
musaError_t musaGraphKernelNodeSetParams(musaGraphNode_t node,
                                         const struct musaKernelNodeParams *pNodeParams);
musaError_t musaGraphExecKernelNodeSetParams(musaGraphExec_t hGraphExec, musaGraphNode_t node,
                                             const struct musaKernelNodeParams *pNodeParams);
musaError_t musaGraphKernelNodeGetAttribute(musaGraphNode_t hNode, musaKernelNodeAttrID attr,
                                            musaKernelNodeAttrValue *value_out);
musaError_t musaGraphKernelNodeSetAttribute(musaGraphNode_t hNode, musaKernelNodeAttrID attr,
                                            const musaKernelNodeAttrValue *value);
musaError_t musaGraphKernelNodeCopyAttributes(musaGraphNode_t hSrc, musaGraphNode_t hDst);

/* copies */
musaError_t musaGraphAddMemcpyNode(musaGraphNode_t *pGraphNode, musaGraph_t graph,
                                   const musaGraphNode_t *pDependencies, size_t numDependencies,
                                   const struct musaMemcpy3DParms *pCopyParams);
musaError_t musaGraphAddMemcpyNode1D(musaGraphNode_t *pGraphNode, musaGraph_t graph,
                                     const musaGraphNode_t *pDependencies, size_t numDependencies,
                                     void *dst, const void *src, size_t count,
                                     enum musaMemcpyKind kind);
musaError_t musaGraphAddMemcpyNodeToSymbol(musaGraphNode_t *pGraphNode, musaGraph_t graph,
                                           const musaGraphNode_t *pDependencies,
                                           size_t numDependencies, const void *symbol,
                                           const void *src, size_t count, size_t offset,
                                           enum musaMemcpyKind kind);
musaError_t musaGraphAddMemcpyNodeFromSymbol(musaGraphNode_t *pGraphNode, musaGraph_t graph,
                                             const musaGraphNode_t *pDependencies,
                                             size_t numDependencies, void *dst, const void *symbol,
                                             size_t count, size_t offset, enum musaMemcpyKind kind);
musaError_t musaGraphMemcpyNodeGetParams(musaGraphNode_t node,
                                         struct musaMemcpy3DParms *pNodeParams);
musaError_t musaGraphMemcpyNodeSetParams(musaGraphNode_t node,
                                         const struct musaMemcpy3DParms *pNodeParams);
musaError_t musaGraphMemcpyNodeSetParams1D(musaGraphNode_t node, void *dst, const void *src,
                                           size_t count, enum musaMemcpyKind kind);
musaError_t musaGraphMemcpyNodeSetParamsToSymbol(musaGraphNode_t node, const void *symbol,
                                                 const void *src, size_t count, size_t offset,
                                                 enum musaMemcpyKind kind);
musaError_t musaGraphMemcpyNodeSetParamsFromSymbol(musaGraphNode_t node, void *dst,
                                                   const void *symbol, size_t count, size_t offset,
                                                   enum musaMemcpyKind kind);
musaError_t musaGraphExecMemcpyNodeSetParams(musaGraphExec_t hGraphExec, musaGraphNode_t node,
                                             const struct musaMemcpy3DParms *pNodeParams);
musaError_t musaGraphExecMemcpyNodeSetParams1D(musaGraphExec_t hGraphExec, musaGraphNode_t node,
                                               void *dst, const void *src, size_t count,
                                               enum musaMemcpyKind kind);
musaError_t musaGraphExecMemcpyNodeSetParamsToSymbol(musaGraphExec_t hGraphExec,
                                                     musaGraphNode_t node, const void *symbol,
                                                     const void *src, size_t count, size_t offset,
                                                     enum musaMemcpyKind kind);
musaError_t musaGraphExecMemcpyNodeSetParamsFromSymbol(musaGraphExec_t hGraphExec,
                                                       musaGraphNode_t node, void *dst,
                                                       const void *symbol, size_t count,
                                                       size_t offset, enum musaMemcpyKind kind);

/* memory sets */
musaError_t musaGraphAddMemsetNode(musaGraphNode_t *pGraphNode, musaGraph_t graph,
                                   const musaGraphNode_t *pDependencies, size_t numDependencies,
                                   const struct musaMemsetParams *pMemsetParams);
musaError_t musaGraphMemsetNodeGetParams(musaGraphNode_t node,
                                         struct musaMemsetParams *pNodeParams);
musaError_t musaGraphMemsetNodeSetParams(musaGraphNode_t node,
                                         const struct musaMemsetParams *pNodeParams);
musaError_t musaGraphExecMemsetNodeSetParams(musaGraphExec_t hGraphExec, musaGraphNode_t node,
                                             const struct musaMemsetParams *pNodeParams);

/* host functions */
musaError_t musaGraphAddHostNode(musaGraphNode_t *pGraphNode, musaGraph_t graph,
                                 const musaGraphNode_t *pDependencies, size_t numDependencies,
                                 const struct musaHostNodeParams *pNodeParams);
musaError_t musaGraphHostNodeGetParams(musaGraphNode_t node,
                                       struct musaHostNodeParams *pNodeParams);
musaError_t musaGraphHostNodeSetParams(musaGraphNode_t node,
                                       const struct musaHostNodeParams *pNodeParams);
musaError_t musaGraphExecHostNodeSetParams(musaGraphExec_t hGraphExec, musaGraphNode_t node,
                                           const struct musaHostNodeParams *pNodeParams);

/* child graphs, empty nodes, events */
musaError_t musaGraphAddChildGraphNode(musaGraphNode_t *pGraphNode, musaGraph_t graph,
                                       const musaGraphNode_t *pDependencies, size_t numDependencies,
                                       musaGraph_t childGraph);
musaError_t musaGraphChildGraphNodeGetGraph(musaGraphNode_t node, musaGraph_t *pGraph);
musaError_t musaGraphExecChildGraphNodeSetParams(musaGraphExec_t hGraphExec, musaGraphNode_t node,
                                                 musaGraph_t childGraph);
musaError_t musaGraphAddEmptyNode(musaGraphNode_t *pGraphNode, musaGraph_t graph,
                                  const musaGraphNode_t *pDependencies, size_t numDependencies);
musaError_t musaGraphAddEventRecordNode(musaGraphNode_t *pGraphNode, musaGraph_t graph,
                                        const musaGraphNode_t *pDependencies,
                                        size_t numDependencies, musaEvent_t event);
musaError_t musaGraphEventRecordNodeGetEvent(musaGraphNode_t node, musaEvent_t *event_out);
musaError_t musaGraphEventRecordNodeSetEvent(musaGraphNode_t node, musaEvent_t event);
musaError_t musaGraphExecEventRecordNodeSetEvent(musaGraphExec_t hGraphExec, musaGraphNode_t hNode,
                                                 musaEvent_t event);
musaError_t musaGraphAddEventWaitNode(musaGraphNode_t *pGraphNode, musaGraph_t graph,
                                      const musaGraphNode_t *pDependencies, size_t numDependencies,
                                      musaEvent_t event);
musaError_t musaGraphEventWaitNodeGetEvent(musaGraphNode_t node, musaEvent_t *event_out);
musaError_t musaGraphEventWaitNodeSetEvent(musaGraphNode_t node, musaEvent_t event);
musaError_t musaGraphExecEventWaitNodeSetEvent(musaGraphExec_t hGraphExec, musaGraphNode_t hNode,
                                               musaEvent_t event);

/* memory that a graph allocates and frees */
musaError_t musaGraphAddMemAllocNode(musaGraphNode_t *pGraphNode, musaGraph_t graph,
                                     const musaGraphNode_t *pDependencies, size_t numDependencies,
                                     struct musaMemAllocNodeParams *nodeParams);
musaError_t musaGraphMemAllocNodeGetParams(musaGraphNode_t node,
                                           struct musaMemAllocNodeParams *params_out);
musaError_t musaGraphAddMemFreeNode(musaGraphNode_t *pGraphNode, musaGraph_t graph,
                                    const musaGraphNode_t *pDependencies, size_t numDependencies,
                                    void *dptr);
musaError_t musaGraphMemFreeNodeGetParams(musaGraphNode_t node, void *dptr_out);
musaError_t musaDeviceGraphMemTrim(int device);
musaError_t musaDeviceGetGraphMemAttribute(int device, enum musaGraphMemAttributeType attr,
                                           void *value);
musaError_t musaDeviceSetGraphMemAttribute(int device, enum musaGraphMemAttributeType attr,
                                           void *value);

/* instantiated graphs */
musaError_t musaGraphInstantiate(musaGraphExec_t *pGraphExec, musaGraph_t graph,
                                 unsigned long long flags __MUSA_GRAPH_DEFAULT(0));
musaError_t musaGraphInstantiateWithFlags(musaGraphExec_t *pGraphExec, musaGraph_t graph,
                                          unsigned long long flags __MUSA_GRAPH_DEFAULT(0));
musaError_t musaGraphInstantiateWithParams(musaGraphExec_t *pGraphExec, musaGraph_t graph,
                                           musaGraphInstantiateParams *instantiateParams);
musaError_t musaGraphExecGetFlags(musaGraphExec_t graphExec, unsigned long long *flags);
musaError_t musaGraphExecDestroy(musaGraphExec_t graphExec);
musaError_t musaGraphUpload(musaGraphExec_t graphExec, musaStream_t stream);
musaError_t musaGraphLaunch(musaGraphExec_t graphExec, musaStream_t stream);
musaError_t musaGraphExecUpdate(musaGraphExec_t hGraphExec, musaGraph_t hGraph,
                                musaGraphExecUpdateResultInfo *resultInfo);
musaError_t musaGraphNodeSetEnabled(musaGraphExec_t hGraphExec, musaGraphNode_t hNode,
                                    unsigned int isEnabled);
musaError_t musaGraphNodeGetEnabled(musaGraphExec_t hGraphExec, musaGraphNode_t hNode,
                                    unsigned int *isEnabled);

/* objects that a graph keeps */
musaError_t musaUserObjectCreate(musaUserObject_t *object_out, void *ptr, musaHostFn_t destroy,
                                 unsigned int initialRefcount, unsigned int flags);
musaError_t musaUserObjectRetain(musaUserObject_t object,
                                 unsigned int count __MUSA_GRAPH_DEFAULT(1));
musaError_t musaUserObjectRelease(musaUserObject_t object,
                                  unsigned int count __MUSA_GRAPH_DEFAULT(1));
musaError_t musaGraphRetainUserObject(musaGraph_t graph, musaUserObject_t object,
                                      unsigned int count __MUSA_GRAPH_DEFAULT(1),
                                      unsigned int flags __MUSA_GRAPH_DEFAULT(0));
musaError_t musaGraphReleaseUserObject(musaGraph_t graph, musaUserObject_t object,
                                       unsigned int count __MUSA_GRAPH_DEFAULT(1));

#pragma GCC visibility pop
#undef __MUSA_GRAPH_DEFAULT
#if defined(__cplusplus)
} // extern "C"

#include "musa_port/host/graph_overloads.h"
#endif

#endif /* MUSA_PORT_HOST_GRAPH_API_H */
