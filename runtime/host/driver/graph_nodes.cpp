//===- host/driver/graph_nodes.cpp - graph nodes in the driver API: adding and changing them -*- C++
//-*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "api/graph_nodes.h"
#include "driver/addresses.h"
#include "driver/context.h"
#include "driver/forward.h"
#include "driver/graph_parameters.h"
#include "driver/stream_memory.h"
#include "model/device.h"

using namespace musart;

namespace {

/// While this exists, the thread's device is that of a context; null: the one it has.
class WithContext {
public:
  explicit WithContext(MUcontext context) : before(currentOrdinal()) {
    if (context != nullptr)
      setCurrentDevice(deviceOf(context));
  }
  ~WithContext() { setCurrentDevice(before); }
  WithContext(const WithContext &) = delete;
  WithContext &operator=(const WithContext &) = delete;

private:
  const int before;
};

/// For functions whose context is a parameter of its own.
MUcontext given(MUcontext context) {
  requireDriver(context != nullptr, MUSA_ERROR_INVALID_CONTEXT);
  return context;
}

/// Nodes that the runtime API has not.
bool hasWords(const MUgraphNodeParams *params) {
  return params != nullptr && params->type == MU_GRAPH_NODE_TYPE_BATCH_MEM_OP;
}

/// Gives parameters as the driver has them; `get` is the runtime's function.
template <typename Runtime, typename Driver, typename Get>
MUresult giveParams(MUgraphNode node, Driver *params, Get get,
                    const char *caller = __builtin_FUNCTION()) {
  return driver<Needs::Init>(
      [&] {
        requireDriver(params != nullptr);
        Runtime found = {};
        check(get(node, &found));
        *params = driverParams(found);
      },
      caller);
}

/// Calls a function of the runtime that takes the parameters last; parentheses as of forward().
template <auto function> auto passParams(const char *caller = __builtin_FUNCTION()) {
  return [caller](const auto *params, auto... handles) {
    return driver<Needs::Init>(
        [&] {
          const auto converted = runtimeParams(params);
          return function(handles..., &converted);
        },
        caller);
  };
}

/// The same in the context that the program gives.
template <auto function, Needs needs> auto passParamsIn(const char *caller = __builtin_FUNCTION()) {
  return [caller](MUcontext context, const auto *params, auto... handles) {
    return driver<needs>(
        [&] {
          const auto converted = runtimeParams(params);
          const WithContext current(given(context));
          return function(handles..., &converted);
        },
        caller);
  };
}

// These throw, or return an error of the runtime.

musaError_t addWords(MUgraphNode *node, MUgraph graph, const MUgraphNode *dependencies,
                     const MUgraphEdgeData *data, size_t count,
                     const MUSA_BATCH_MEM_OP_NODE_PARAMS *params) {
  const WordsWork work = wordsOf(params);
  const WithContext context(given(params->ctx));
  return addWordsNode(node, graph, dependencies, same(data), count, work);
}

musaError_t addNode(MUgraphNode *node, MUgraph graph, const MUgraphNode *dependencies,
                    const MUgraphEdgeData *data, size_t count, MUgraphNodeParams *nodeParams) {
  if (hasWords(nodeParams))
    return addWords(node, graph, dependencies, data, count, &nodeParams->memOp);
  musaGraphNodeParams params = runtimeNodeParams(nodeParams);
  const WithContext context(contextOf(*nodeParams));
  check(musaGraphAddNode_v2(node, graph, dependencies, same(data), count, &params));
  takeResults(params, *nodeParams);
  return musaSuccess;
}

} // namespace

extern "C" {

// ------------------------------------------------------------------------------- nodes of any kind

MUresult muGraphAddNode(MUgraphNode *phGraphNode, MUgraph hGraph, const MUgraphNode *dependencies,
                        size_t numDependencies, MUgraphNodeParams *nodeParams) {
  return driver([&] {
    return addNode(phGraphNode, hGraph, dependencies, nullptr, numDependencies, nodeParams);
  });
}

MUresult muGraphAddNode_v2(MUgraphNode *phGraphNode, MUgraph hGraph,
                           const MUgraphNode *dependencies, const MUgraphEdgeData *dependencyData,
                           size_t numDependencies, MUgraphNodeParams *nodeParams) {
  return driver([&] {
    return addNode(phGraphNode, hGraph, dependencies, dependencyData, numDependencies, nodeParams);
  });
}

MUresult muGraphNodeSetParams(MUgraphNode hNode, MUgraphNodeParams *nodeParams) {
  return driver<Needs::Init>([&] {
    if (hasWords(nodeParams))
      return setWords(hNode, wordsOf(&nodeParams->memOp));
    musaGraphNodeParams params = runtimeNodeParams(nodeParams);
    return musaGraphNodeSetParams(hNode, &params);
  });
}

MUresult muGraphExecNodeSetParams(MUgraphExec hGraphExec, MUgraphNode hNode,
                                  MUgraphNodeParams *nodeParams) {
  return driver<Needs::Init>([&] {
    if (hasWords(nodeParams))
      return setExecWords(hGraphExec, hNode, wordsOf(&nodeParams->memOp));
    musaGraphNodeParams params = runtimeNodeParams(nodeParams);
    return musaGraphExecNodeSetParams(hGraphExec, hNode, &params);
  });
}

// ------------------------------------------------------------------------------- kernels

MUresult muGraphAddKernelNode(MUgraphNode *phGraphNode, MUgraph hGraph,
                              const MUgraphNode *dependencies, size_t numDependencies,
                              const MUSA_KERNEL_NODE_PARAMS *nodeParams) {
  return driver([&] {
    const musaKernelNodeParams params = runtimeParams(nodeParams);
    const WithContext context(nodeParams->ctx);
    return musaGraphAddKernelNode(phGraphNode, hGraph, dependencies, numDependencies, &params);
  });
}
MUresult muGraphKernelNodeGetParams(MUgraphNode hNode, MUSA_KERNEL_NODE_PARAMS *nodeParams) {
  return giveParams<musaKernelNodeParams>(hNode, nodeParams, musaGraphKernelNodeGetParams);
}
MUresult muGraphKernelNodeSetParams(MUgraphNode hNode, const MUSA_KERNEL_NODE_PARAMS *nodeParams) {
  return passParams<musaGraphKernelNodeSetParams>()(nodeParams, hNode);
}
MUresult muGraphExecKernelNodeSetParams(MUgraphExec hGraphExec, MUgraphNode hNode,
                                        const MUSA_KERNEL_NODE_PARAMS *nodeParams) {
  return passParams<musaGraphExecKernelNodeSetParams>()(nodeParams, hGraphExec, hNode);
}
MUresult muGraphKernelNodeGetAttribute(MUgraphNode hNode, MUkernelNodeAttrID attr,
                                       MUkernelNodeAttrValue *value_out) {
  return forward<musaGraphKernelNodeGetAttribute, Needs::Init>()(hNode, attr, value_out);
}
MUresult muGraphKernelNodeSetAttribute(MUgraphNode hNode, MUkernelNodeAttrID attr,
                                       const MUkernelNodeAttrValue *value) {
  return forward<musaGraphKernelNodeSetAttribute, Needs::Init>()(hNode, attr, value);
}
MUresult muGraphKernelNodeCopyAttributes(MUgraphNode dst, MUgraphNode src) {
  return forward<musaGraphKernelNodeCopyAttributes, Needs::Init>()(src, dst);
}

// ------------------------------------------------------------------------------- copies and fills

MUresult muGraphAddMemcpyNode(MUgraphNode *phGraphNode, MUgraph hGraph,
                              const MUgraphNode *dependencies, size_t numDependencies,
                              const MUSA_MEMCPY3D *copyParams, MUcontext ctx) {
  return passParamsIn<musaGraphAddMemcpyNode, Needs::Context>()(
      ctx, copyParams, phGraphNode, hGraph, dependencies, numDependencies);
}
MUresult muGraphMemcpyNodeGetParams(MUgraphNode hNode, MUSA_MEMCPY3D *nodeParams) {
  return giveParams<musaMemcpy3DParms>(hNode, nodeParams, musaGraphMemcpyNodeGetParams);
}
MUresult muGraphMemcpyNodeSetParams(MUgraphNode hNode, const MUSA_MEMCPY3D *nodeParams) {
  return passParams<musaGraphMemcpyNodeSetParams>()(nodeParams, hNode);
}
MUresult muGraphExecMemcpyNodeSetParams(MUgraphExec hGraphExec, MUgraphNode hNode,
                                        const MUSA_MEMCPY3D *copyParams, MUcontext ctx) {
  return passParamsIn<musaGraphExecMemcpyNodeSetParams, Needs::Init>()(ctx, copyParams, hGraphExec,
                                                                       hNode);
}

MUresult muGraphAddMemsetNode(MUgraphNode *phGraphNode, MUgraph hGraph,
                              const MUgraphNode *dependencies, size_t numDependencies,
                              const MUSA_MEMSET_NODE_PARAMS *memsetParams, MUcontext ctx) {
  return passParamsIn<musaGraphAddMemsetNode, Needs::Context>()(
      ctx, memsetParams, phGraphNode, hGraph, dependencies, numDependencies);
}
MUresult muGraphMemsetNodeGetParams(MUgraphNode hNode, MUSA_MEMSET_NODE_PARAMS *nodeParams) {
  return giveParams<musaMemsetParams>(hNode, nodeParams, musaGraphMemsetNodeGetParams);
}
MUresult muGraphMemsetNodeSetParams(MUgraphNode hNode, const MUSA_MEMSET_NODE_PARAMS *nodeParams) {
  return passParams<musaGraphMemsetNodeSetParams>()(nodeParams, hNode);
}
MUresult muGraphExecMemsetNodeSetParams(MUgraphExec hGraphExec, MUgraphNode hNode,
                                        const MUSA_MEMSET_NODE_PARAMS *memsetParams,
                                        MUcontext ctx) {
  return passParamsIn<musaGraphExecMemsetNodeSetParams, Needs::Init>()(ctx, memsetParams,
                                                                       hGraphExec, hNode);
}

// ------------------------------------------------------------------------------- words of memory

MUresult muGraphAddBatchMemOpNode(MUgraphNode *phGraphNode, MUgraph hGraph,
                                  const MUgraphNode *dependencies, size_t numDependencies,
                                  const MUSA_BATCH_MEM_OP_NODE_PARAMS *nodeParams) {
  return driver([&] {
    return addWords(phGraphNode, hGraph, dependencies, nullptr, numDependencies, nodeParams);
  });
}
MUresult muGraphBatchMemOpNodeGetParams(MUgraphNode hNode,
                                        MUSA_BATCH_MEM_OP_NODE_PARAMS *nodeParams_out) {
  return driver<Needs::Init>([&] {
    requireDriver(nodeParams_out != nullptr);
    WordsWork work;
    check(getWords(hNode, work));
    *nodeParams_out = paramsOf(work);
  });
}
MUresult muGraphBatchMemOpNodeSetParams(MUgraphNode hNode,
                                        const MUSA_BATCH_MEM_OP_NODE_PARAMS *nodeParams) {
  return driver<Needs::Init>([&] { return setWords(hNode, wordsOf(nodeParams)); });
}
MUresult muGraphExecBatchMemOpNodeSetParams(MUgraphExec hGraphExec, MUgraphNode hNode,
                                            const MUSA_BATCH_MEM_OP_NODE_PARAMS *nodeParams) {
  return driver<Needs::Init>([&] { return setExecWords(hGraphExec, hNode, wordsOf(nodeParams)); });
}

// ------------------------------------------------------------------------------- what both APIs
// take alike

MUresult muGraphAddHostNode(MUgraphNode *phGraphNode, MUgraph hGraph,
                            const MUgraphNode *dependencies, size_t numDependencies,
                            const MUSA_HOST_NODE_PARAMS *nodeParams) {
  return forward<musaGraphAddHostNode>()(phGraphNode, hGraph, dependencies, numDependencies,
                                         nodeParams);
}
MUresult muGraphHostNodeGetParams(MUgraphNode hNode, MUSA_HOST_NODE_PARAMS *nodeParams) {
  return forward<musaGraphHostNodeGetParams, Needs::Init>()(hNode, nodeParams);
}
MUresult muGraphHostNodeSetParams(MUgraphNode hNode, const MUSA_HOST_NODE_PARAMS *nodeParams) {
  return forward<musaGraphHostNodeSetParams, Needs::Init>()(hNode, nodeParams);
}
MUresult muGraphExecHostNodeSetParams(MUgraphExec hGraphExec, MUgraphNode hNode,
                                      const MUSA_HOST_NODE_PARAMS *nodeParams) {
  return forward<musaGraphExecHostNodeSetParams, Needs::Init>()(hGraphExec, hNode, nodeParams);
}
MUresult muGraphAddChildGraphNode(MUgraphNode *phGraphNode, MUgraph hGraph,
                                  const MUgraphNode *dependencies, size_t numDependencies,
                                  MUgraph childGraph) {
  return forward<musaGraphAddChildGraphNode>()(phGraphNode, hGraph, dependencies, numDependencies,
                                               childGraph);
}
MUresult muGraphChildGraphNodeGetGraph(MUgraphNode hNode, MUgraph *phGraph) {
  return forward<musaGraphChildGraphNodeGetGraph, Needs::Init>()(hNode, phGraph);
}
MUresult muGraphExecChildGraphNodeSetParams(MUgraphExec hGraphExec, MUgraphNode hNode,
                                            MUgraph childGraph) {
  return forward<musaGraphExecChildGraphNodeSetParams, Needs::Init>()(hGraphExec, hNode,
                                                                      childGraph);
}
MUresult muGraphAddEmptyNode(MUgraphNode *phGraphNode, MUgraph hGraph,
                             const MUgraphNode *dependencies, size_t numDependencies) {
  return forward<musaGraphAddEmptyNode>()(phGraphNode, hGraph, dependencies, numDependencies);
}
MUresult muGraphAddEventRecordNode(MUgraphNode *phGraphNode, MUgraph hGraph,
                                   const MUgraphNode *dependencies, size_t numDependencies,
                                   MUevent event) {
  return forward<musaGraphAddEventRecordNode>()(phGraphNode, hGraph, dependencies, numDependencies,
                                                event);
}
MUresult muGraphEventRecordNodeGetEvent(MUgraphNode hNode, MUevent *event_out) {
  return forward<musaGraphEventRecordNodeGetEvent, Needs::Init>()(hNode, event_out);
}
MUresult muGraphEventRecordNodeSetEvent(MUgraphNode hNode, MUevent event) {
  return forward<musaGraphEventRecordNodeSetEvent, Needs::Init>()(hNode, event);
}
MUresult muGraphExecEventRecordNodeSetEvent(MUgraphExec hGraphExec, MUgraphNode hNode,
                                            MUevent event) {
  return forward<musaGraphExecEventRecordNodeSetEvent, Needs::Init>()(hGraphExec, hNode, event);
}
MUresult muGraphAddEventWaitNode(MUgraphNode *phGraphNode, MUgraph hGraph,
                                 const MUgraphNode *dependencies, size_t numDependencies,
                                 MUevent event) {
  return forward<musaGraphAddEventWaitNode>()(phGraphNode, hGraph, dependencies, numDependencies,
                                              event);
}
MUresult muGraphEventWaitNodeGetEvent(MUgraphNode hNode, MUevent *event_out) {
  return forward<musaGraphEventWaitNodeGetEvent, Needs::Init>()(hNode, event_out);
}
MUresult muGraphEventWaitNodeSetEvent(MUgraphNode hNode, MUevent event) {
  return forward<musaGraphEventWaitNodeSetEvent, Needs::Init>()(hNode, event);
}
MUresult muGraphExecEventWaitNodeSetEvent(MUgraphExec hGraphExec, MUgraphNode hNode,
                                          MUevent event) {
  return forward<musaGraphExecEventWaitNodeSetEvent, Needs::Init>()(hGraphExec, hNode, event);
}
MUresult muGraphAddMemAllocNode(MUgraphNode *phGraphNode, MUgraph hGraph,
                                const MUgraphNode *dependencies, size_t numDependencies,
                                MUSA_MEM_ALLOC_NODE_PARAMS *nodeParams) {
  return forward<musaGraphAddMemAllocNode>()(phGraphNode, hGraph, dependencies, numDependencies,
                                             nodeParams);
}
MUresult muGraphMemAllocNodeGetParams(MUgraphNode hNode, MUSA_MEM_ALLOC_NODE_PARAMS *params_out) {
  return forward<musaGraphMemAllocNodeGetParams, Needs::Init>()(hNode, params_out);
}

MUresult muGraphAddMemFreeNode(MUgraphNode *phGraphNode, MUgraph hGraph,
                               const MUgraphNode *dependencies, size_t numDependencies,
                               MUdeviceptr dptr) {
  return forward<musaGraphAddMemFreeNode>()(phGraphNode, hGraph, dependencies, numDependencies,
                                            pointer(dptr));
}
MUresult muGraphMemFreeNodeGetParams(MUgraphNode hNode, MUdeviceptr *dptr_out) {
  return forward<musaGraphMemFreeNodeGetParams, Needs::Init>()(hNode, dptr_out);
}

} // extern "C"
