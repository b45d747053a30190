//===- musa_port/host/driver_graph_api.h - graphs and capture in the driver API --*- C -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// musa.h includes it.
//===----------------------------------------------------------------------===//
#ifndef MUSA_PORT_HOST_DRIVER_GRAPH_API_H
#define MUSA_PORT_HOST_DRIVER_GRAPH_API_H

/* As in CUDA, these names mean a later version of a function. */
#define muStreamBeginCapture muStreamBeginCapture_v2
#define muStreamGetCaptureInfo muStreamGetCaptureInfo_v2
#define muGraphAddKernelNode muGraphAddKernelNode_v2
#define muGraphKernelNodeGetParams muGraphKernelNodeGetParams_v2
#define muGraphKernelNodeSetParams muGraphKernelNodeSetParams_v2
#define muGraphExecKernelNodeSetParams muGraphExecKernelNodeSetParams_v2
#define muGraphExecUpdate muGraphExecUpdate_v2
#define muGraphInstantiate muGraphInstantiateWithFlags

#if defined(__cplusplus)
#define __MU_GRAPH_DEFAULT(value) = value
extern "C" {
#else
#define __MU_GRAPH_DEFAULT(value)
#endif
#pragma GCC visibility push(default)

/* capture */
MUresult muStreamBeginCapture(MUstream hStream, MUstreamCaptureMode mode);
MUresult muStreamBeginCaptureToGraph(MUstream hStream, MUgraph hGraph,
                                     const MUgraphNode *dependencies,
                                     const MUgraphEdgeData *dependencyData, size_t numDependencies,
                                     MUstreamCaptureMode mode);
MUresult muStreamEndCapture(MUstream hStream, MUgraph *phGraph);
MUresult muStreamIsCapturing(MUstream hStream, MUstreamCaptureStatus *captureStatus);
/* Takes CUDA 11's form with three arguments and CUDA 12's with six. */
MUresult muStreamGetCaptureInfo(MUstream hStream, MUstreamCaptureStatus *captureStatus_out,
                                uint64_t *id_out __MU_GRAPH_DEFAULT(nullptr),
                                MUgraph *graph_out __MU_GRAPH_DEFAULT(nullptr),
                                const MUgraphNode **dependencies_out __MU_GRAPH_DEFAULT(nullptr),
                                size_t *numDependencies_out __MU_GRAPH_DEFAULT(nullptr));
MUresult muStreamGetCaptureInfo_v3(MUstream hStream, MUstreamCaptureStatus *captureStatus_out,
                                   uint64_t *id_out, MUgraph *graph_out,
                                   const MUgraphNode **dependencies_out,
                                   const MUgraphEdgeData **edgeData_out,
                                   size_t *numDependencies_out);
MUresult muStreamUpdateCaptureDependencies(MUstream hStream, MUgraphNode *dependencies,
                                           size_t numDependencies, unsigned int flags);
MUresult muStreamUpdateCaptureDependencies_v2(MUstream hStream, MUgraphNode *dependencies,
                                              const MUgraphEdgeData *dependencyData,
                                              size_t numDependencies, unsigned int flags);
MUresult muThreadExchangeStreamCaptureMode(MUstreamCaptureMode *mode);

/* graphs */
MUresult muGraphCreate(MUgraph *phGraph, unsigned int flags);
MUresult muGraphDestroy(MUgraph hGraph);
MUresult muGraphClone(MUgraph *phGraphClone, MUgraph originalGraph);
MUresult muGraphNodeFindInClone(MUgraphNode *phNode, MUgraphNode hOriginalNode,
                                MUgraph hClonedGraph);
MUresult muGraphGetNodes(MUgraph hGraph, MUgraphNode *nodes, size_t *numNodes);
MUresult muGraphGetRootNodes(MUgraph hGraph, MUgraphNode *rootNodes, size_t *numRootNodes);
MUresult muGraphGetEdges(MUgraph hGraph, MUgraphNode *from, MUgraphNode *to, size_t *numEdges);
MUresult muGraphGetEdges_v2(MUgraph hGraph, MUgraphNode *from, MUgraphNode *to,
                            MUgraphEdgeData *edgeData, size_t *numEdges);
MUresult muGraphAddDependencies(MUgraph hGraph, const MUgraphNode *from, const MUgraphNode *to,
                                size_t numDependencies);
MUresult muGraphAddDependencies_v2(MUgraph hGraph, const MUgraphNode *from, const MUgraphNode *to,
                                   const MUgraphEdgeData *edgeData, size_t numDependencies);
MUresult muGraphRemoveDependencies(MUgraph hGraph, const MUgraphNode *from, const MUgraphNode *to,
                                   size_t numDependencies);
MUresult muGraphRemoveDependencies_v2(MUgraph hGraph, const MUgraphNode *from,
                                      const MUgraphNode *to, const MUgraphEdgeData *edgeData,
                                      size_t numDependencies);
MUresult muGraphConditionalHandleCreate(MUgraphConditionalHandle *pHandle_out, MUgraph hGraph,
                                        MUcontext ctx, unsigned int defaultLaunchValue,
                                        unsigned int flags);
MUresult muGraphDebugDotPrint(MUgraph hGraph, const char *path, unsigned int flags);

/* nodes of any kind */
MUresult muGraphNodeGetType(MUgraphNode hNode, MUgraphNodeType *type);
MUresult muGraphNodeGetDependencies(MUgraphNode hNode, MUgraphNode *dependencies,
                                    size_t *numDependencies);
MUresult muGraphNodeGetDependencies_v2(MUgraphNode hNode, MUgraphNode *dependencies,
                                       MUgraphEdgeData *edgeData, size_t *numDependencies);
MUresult muGraphNodeGetDependentNodes(MUgraphNode hNode, MUgraphNode *dependentNodes,
                                      size_t *numDependentNodes);
MUresult muGraphNodeGetDependentNodes_v2(MUgraphNode hNode, MUgraphNode *dependentNodes,
                                         MUgraphEdgeData *edgeData, size_t *numDependentNodes);
MUresult muGraphDestroyNode(MUgraphNode hNode);
MUresult muGraphAddNode(MUgraphNode *phGraphNode, MUgraph hGraph, const MUgraphNode *dependencies,
                        size_t numDependencies, MUgraphNodeParams *nodeParams);
MUresult muGraphAddNode_v2(MUgraphNode *phGraphNode, MUgraph hGraph,
                           const MUgraphNode *dependencies, const MUgraphEdgeData *dependencyData,
                           size_t numDependencies, MUgraphNodeParams *nodeParams);
MUresult muGraphNodeSetParams(MUgraphNode hNode, MUgraphNodeParams *nodeParams);
MUresult muGraphExecNodeSetParams(MUgraphExec hGraphExec, MUgraphNode hNode,
                                  MUgraphNodeParams *nodeParams);

/* kernels */
MUresult muGraphAddKernelNode(MUgraphNode *phGraphNode, MUgraph hGraph,
                              const MUgraphNode *dependencies, size_t numDependencies,
                              const MUSA_KERNEL_NODE_PARAMS *nodeParams);
MUresult muGraphKernelNodeGetParams(MUgraphNode hNode, MUSA_KERNEL_NODE_PARAMS *nodeParams);
MUresult muGraphKernelNodeSetParams(MUgraphNode hNode, const MUSA_KERNEL_NODE_PARAMS *nodeParams);
MUresult muGraphExecKernelNodeSetParams(MUgraphExec hGraphExec, MUgraphNode hNode,
                                        const MUSA_KERNEL_NODE_PARAMS *nodeParams);
MUresult muGraphKernelNodeGetAttribute(MUgraphNode hNode, MUkernelNodeAttrID attr,
                                       MUkernelNodeAttrValue *value_out);
MUresult muGraphKernelNodeSetAttribute(MUgraphNode hNode, MUkernelNodeAttrID attr,
                                       const MUkernelNodeAttrValue *value);
MUresult muGraphKernelNodeCopyAttributes(MUgraphNode dst, MUgraphNode src);

/* copies and fills */
MUresult muGraphAddMemcpyNode(MUgraphNode *phGraphNode, MUgraph hGraph,
                              const MUgraphNode *dependencies, size_t numDependencies,
                              const MUSA_MEMCPY3D *copyParams, MUcontext ctx);
MUresult muGraphMemcpyNodeGetParams(MUgraphNode hNode, MUSA_MEMCPY3D *nodeParams);
MUresult muGraphMemcpyNodeSetParams(MUgraphNode hNode, const MUSA_MEMCPY3D *nodeParams);
MUresult muGraphExecMemcpyNodeSetParams(MUgraphExec hGraphExec, MUgraphNode hNode,
                                        const MUSA_MEMCPY3D *copyParams, MUcontext ctx);
MUresult muGraphAddMemsetNode(MUgraphNode *phGraphNode, MUgraph hGraph,
                              const MUgraphNode *dependencies, size_t numDependencies,
                              const MUSA_MEMSET_NODE_PARAMS *memsetParams, MUcontext ctx);
MUresult muGraphMemsetNodeGetParams(MUgraphNode hNode, MUSA_MEMSET_NODE_PARAMS *nodeParams);
MUresult muGraphMemsetNodeSetParams(MUgraphNode hNode, const MUSA_MEMSET_NODE_PARAMS *nodeParams);
MUresult muGraphExecMemsetNodeSetParams(MUgraphExec hGraphExec, MUgraphNode hNode,
                                        const MUSA_MEMSET_NODE_PARAMS *memsetParams, MUcontext ctx);

/* host functions, child graphs, empty nodes, events */
MUresult muGraphAddHostNode(MUgraphNode *phGraphNode, MUgraph hGraph,
                            const MUgraphNode *dependencies, size_t numDependencies,
                            const MUSA_HOST_NODE_PARAMS *nodeParams);
MUresult muGraphHostNodeGetParams(MUgraphNode hNode, MUSA_HOST_NODE_PARAMS *nodeParams);
MUresult muGraphHostNodeSetParams(MUgraphNode hNode, const MUSA_HOST_NODE_PARAMS *nodeParams);
MUresult muGraphExecHostNodeSetParams(MUgraphExec hGraphExec, MUgraphNode hNode,
                                      const MUSA_HOST_NODE_PARAMS *nodeParams);
MUresult muGraphAddChildGraphNode(MUgraphNode *phGraphNode, MUgraph hGraph,
                                  const MUgraphNode *dependencies, size_t numDependencies,
                                  MUgraph childGraph);
MUresult muGraphChildGraphNodeGetGraph(MUgraphNode hNode, MUgraph *phGraph);
MUresult muGraphExecChildGraphNodeSetParams(MUgraphExec hGraphExec, MUgraphNode hNode,
                                            MUgraph childGraph);
MUresult muGraphAddEmptyNode(MUgraphNode *phGraphNode, MUgraph hGraph,
                             const MUgraphNode *dependencies, size_t numDependencies);
MUresult muGraphAddEventRecordNode(MUgraphNode *phGraphNode, MUgraph hGraph,
                                   const MUgraphNode *dependencies, size_t numDependencies,
                                   MUevent event);
MUresult muGraphEventRecordNodeGetEvent(MUgraphNode hNode, MUevent *event_out);
MUresult muGraphEventRecordNodeSetEvent(MUgraphNode hNode, MUevent event);
MUresult muGraphExecEventRecordNodeSetEvent(MUgraphExec hGraphExec, MUgraphNode hNode,
                                            MUevent event);
MUresult muGraphAddEventWaitNode(MUgraphNode *phGraphNode, MUgraph hGraph,
                                 const MUgraphNode *dependencies, size_t numDependencies,
                                 MUevent event);
MUresult muGraphEventWaitNodeGetEvent(MUgraphNode hNode, MUevent *event_out);
MUresult muGraphEventWaitNodeSetEvent(MUgraphNode hNode, MUevent event);
MUresult muGraphExecEventWaitNodeSetEvent(MUgraphExec hGraphExec, MUgraphNode hNode, MUevent event);

/* words of memory */
MUresult muGraphAddBatchMemOpNode(MUgraphNode *phGraphNode, MUgraph hGraph,
                                  const MUgraphNode *dependencies, size_t numDependencies,
                                  const MUSA_BATCH_MEM_OP_NODE_PARAMS *nodeParams);
MUresult muGraphBatchMemOpNodeGetParams(MUgraphNode hNode,
                                        MUSA_BATCH_MEM_OP_NODE_PARAMS *nodeParams_out);
MUresult muGraphBatchMemOpNodeSetParams(MUgraphNode hNode,
                                        const MUSA_BATCH_MEM_OP_NODE_PARAMS *nodeParams);
MUresult muGraphExecBatchMemOpNodeSetParams(MUgraphExec hGraphExec, MUgraphNode hNode,
                                            const MUSA_BATCH_MEM_OP_NODE_PARAMS *nodeParams);

/* memory that a graph allocates and frees */
MUresult muGraphAddMemAllocNode(MUgraphNode *phGraphNode, MUgraph hGraph,
                                const MUgraphNode *dependencies, size_t numDependencies,
                                MUSA_MEM_ALLOC_NODE_PARAMS *nodeParams);
MUresult muGraphMemAllocNodeGetParams(MUgraphNode hNode, MUSA_MEM_ALLOC_NODE_PARAMS *params_out);
MUresult muGraphAddMemFreeNode(MUgraphNode *phGraphNode, MUgraph hGraph,
                               const MUgraphNode *dependencies, size_t numDependencies,
                               MUdeviceptr dptr);
MUresult muGraphMemFreeNodeGetParams(MUgraphNode hNode, MUdeviceptr *dptr_out);
MUresult muDeviceGraphMemTrim(MUdevice device);
MUresult muDeviceGetGraphMemAttribute(MUdevice device, MUgraphMem_attribute attr, void *value);
MUresult muDeviceSetGraphMemAttribute(MUdevice device, MUgraphMem_attribute attr, void *value);

/* instantiated graphs */
MUresult muGraphInstantiateWithFlags(MUgraphExec *phGraphExec, MUgraph hGraph,
                                     unsigned long long flags);
MUresult muGraphInstantiateWithParams(MUgraphExec *phGraphExec, MUgraph hGraph,
                                      MUSA_GRAPH_INSTANTIATE_PARAMS *instantiateParams);
MUresult muGraphExecGetFlags(MUgraphExec hGraphExec, uint64_t *flags);
MUresult muGraphExecDestroy(MUgraphExec hGraphExec);
MUresult muGraphUpload(MUgraphExec hGraphExec, MUstream hStream);
MUresult muGraphLaunch(MUgraphExec hGraphExec, MUstream hStream);
MUresult muGraphExecUpdate(MUgraphExec hGraphExec, MUgraph hGraph,
                           MUgraphExecUpdateResultInfo *resultInfo);
MUresult muGraphNodeSetEnabled(MUgraphExec hGraphExec, MUgraphNode hNode, unsigned int isEnabled);
MUresult muGraphNodeGetEnabled(MUgraphExec hGraphExec, MUgraphNode hNode, unsigned int *isEnabled);

/* objects that a graph keeps */
MUresult muUserObjectCreate(MUuserObject *object_out, void *ptr, MUhostFn destroy,
                            unsigned int initialRefcount, unsigned int flags);
MUresult muUserObjectRetain(MUuserObject object, unsigned int count);
MUresult muUserObjectRelease(MUuserObject object, unsigned int count);
MUresult muGraphRetainUserObject(MUgraph graph, MUuserObject object, unsigned int count,
                                 unsigned int flags);
MUresult muGraphReleaseUserObject(MUgraph graph, MUuserObject object, unsigned int count);

#pragma GCC visibility pop
#undef __MU_GRAPH_DEFAULT
#if defined(__cplusplus)
} // extern "C"

/// CUDA 11's form. It also returns the node that cannot be run; there is no text.
static inline MUresult muGraphInstantiate(MUgraphExec *phGraphExec, MUgraph hGraph,
                                          MUgraphNode *phErrorNode, char *logBuffer,
                                          size_t bufferSize) {
  MUSA_GRAPH_INSTANTIATE_PARAMS parameters = {0, nullptr, nullptr, MUSA_GRAPH_INSTANTIATE_SUCCESS};
  const MUresult status = ::muGraphInstantiateWithParams(phGraphExec, hGraph, &parameters);
  if (phErrorNode != nullptr)
    *phErrorNode = parameters.hErrNode_out;
  if (logBuffer != nullptr && bufferSize > 0)
    logBuffer[0] = '\0';
  return status;
}

/// CUDA 11's form. It returns the node in error and the result through two pointers.
static inline MUresult muGraphExecUpdate(MUgraphExec hGraphExec, MUgraph hGraph,
                                         MUgraphNode *hErrorNode_out,
                                         MUgraphExecUpdateResult *updateResult_out) {
  MUgraphExecUpdateResultInfo info = {MU_GRAPH_EXEC_UPDATE_SUCCESS, nullptr, nullptr};
  const MUresult status = ::muGraphExecUpdate(hGraphExec, hGraph, &info);
  if (hErrorNode_out != nullptr)
    *hErrorNode_out = info.errorNode;
  if (updateResult_out != nullptr)
    *updateResult_out = info.result;
  return status;
}
#endif

#endif /* MUSA_PORT_HOST_DRIVER_GRAPH_API_H */
