//===- host/api/graph_nodes.cpp - the API of graph nodes: adding and changing them -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "api/graph_nodes.h"
#include "api/cluster.h"
#include "api/error.h"
#include "api/launch.h"
#include "api/node_parameters.h"
#include "model/device.h"
#include "model/graph_exec.h"
#include "musa_runtime_api.h"

#include <algorithm>
#include <cstring>
#include <functional>

using namespace musart;

namespace {

/// The graph and those around it.
bool isIn(const Graph &graph, const std::function<bool(const Graph &)> &isWanted) {
  for (const Graph *one = &graph; one != nullptr; one = one->parent)
    if (isWanted(*one))
      return true;
  return false;
}

/// Whether such a node can be one of this graph.
void requireFits(const Work &work, const Graph &graph) {
  if (const auto *child = std::get_if<ChildWork>(&work))
    require(!isIn(graph, [&](const Graph &one) { return &one == child->graph.get(); }));
  if (const auto *conditional = std::get_if<ConditionalWork>(&work))
    require(isIn(graph, [&](const Graph &one) {
      return std::ranges::count(one.conditions, conditional->condition) != 0;
    }));
}

/// Only a graph of the program's own can get nodes that allocate or free.
void requireMayAllocate(musaGraph_t graph) {
  require(findGraph(graph)->parent == nullptr, musaErrorNotSupported);
}

struct Dependencies {
  const musaGraphNode_t *nodes;
  size_t count;
  const musaGraphEdgeData *data = nullptr;
};

/// `make` makes the work; under the lock.
template <typename Make>
musaError_t addNode(musaGraphNode_t *node, musaGraph_t graph, const Dependencies &dependencies,
                    Make make, const char *caller = __builtin_FUNCTION()) {
  const auto body = [&] {
    require(node != nullptr);
    Device &device = currentDevice();
    const std::lock_guard lock(graphMutex());
    const std::shared_ptr<Graph> found = findGraph(graph);
    const std::vector<Edge> before =
        findNodes(*found, dependencies.nodes, dependencies.data, dependencies.count);
    Work work = make();
    requireFits(work, *found);
    *node = handleOf(&found->add(std::move(work), device, before));
  };
  return api(body, nullptr, caller);
}

/// The work of a node that is of that kind.
template <typename Kind> Kind &workOf(Node &node) {
  Kind *work = std::get_if<Kind>(&node.work);
  require(work != nullptr);
  return *work;
}

template <typename Kind, typename Get>
musaError_t getParams(musaGraphNode_t node, Get get, const char *caller = __builtin_FUNCTION()) {
  const auto body = [&] {
    const std::lock_guard lock(graphMutex());
    get(workOf<Kind>(findNode(node)));
  };
  return api(body, nullptr, caller);
}

/// Throws what a launch would.
void setCooperative(RunKernel &run, bool cooperative) {
  if (cooperative)
    requireResident(*run.function, run.launch);
  run.launch.cooperative = cooperative;
}

/// What musaGraphKernelNodeSetAttribute has set.
void copyAttributes(const KernelWork &from, KernelWork &to) {
  if (from.run.hasOwnCluster)
    setCluster(to.run, from.run.launch.cluster);
  setCooperative(to.run, from.run.launch.cooperative);
  to.attributes = from.attributes;
}

/// It stays when a node's parameters change.
void keepAttributes(const Node &node, Work &work) {
  const auto *is = std::get_if<KernelWork>(&node.work);
  auto *wanted = std::get_if<KernelWork>(&work);
  if (is != nullptr && wanted != nullptr)
    copyAttributes(*is, *wanted);
}

template <typename Make>
musaError_t setParams(musaGraphNode_t node, Make make, const char *caller = __builtin_FUNCTION()) {
  const auto body = [&] {
    const std::lock_guard lock(graphMutex());
    Node &found = findNode(node);
    Work work = make();
    require(work.index() == found.work.index() && partsOf(work).empty());
    keepAttributes(found, work);
    found.work = std::move(work);
  };
  return api(body, nullptr, caller);
}

template <typename Make>
musaError_t setExecParams(musaGraphExec_t exec, musaGraphNode_t node, Make make,
                          const char *caller = __builtin_FUNCTION()) {
  const auto body = [&] {
    const std::lock_guard lock(graphMutex());
    const std::shared_ptr<Executable> found = findExecutable(exec);
    Node &own = found->nodeOf(findNode(node));
    Work work = make();
    keepAttributes(own, work);
    found->setWork(own, std::move(work));
  };
  return api(body, nullptr, caller);
}

} // namespace

namespace musart {

musaError_t addWordsNode(musaGraphNode_t *node, musaGraph_t graph,
                         const musaGraphNode_t *dependencies, const musaGraphEdgeData *data,
                         size_t count, const WordsWork &work) {
  return addNode(node, graph, {dependencies, count, data}, [&] { return work; });
}
musaError_t getWords(musaGraphNode_t node, WordsWork &work) {
  return getParams<WordsWork>(node, [&](const WordsWork &found) { work = found; });
}
musaError_t setWords(musaGraphNode_t node, const WordsWork &work) {
  return setParams(node, [&] { return work; });
}
musaError_t setExecWords(musaGraphExec_t exec, musaGraphNode_t node, const WordsWork &work) {
  return setExecParams(exec, node, [&] { return work; });
}

} // namespace musart

extern "C" {

// ------------------------------------------------------------------------------- nodes of any kind

musaError_t musaGraphAddNode(musaGraphNode_t *pGraphNode, musaGraph_t graph,
                             const musaGraphNode_t *pDependencies, size_t numDependencies,
                             musaGraphNodeParams *nodeParams) {
  return api<Context::NotNeeded>([&] {
    return musaGraphAddNode_v2(pGraphNode, graph, pDependencies, nullptr, numDependencies,
                               nodeParams);
  });
}

musaError_t musaGraphAddNode_v2(musaGraphNode_t *pGraphNode, musaGraph_t graph,
                                const musaGraphNode_t *pDependencies,
                                const musaGraphEdgeData *dependencyData, size_t numDependencies,
                                musaGraphNodeParams *nodeParams) {
  const auto make = [&] {
    require(nodeParams != nullptr);
    if (nodeParams->type == musaGraphNodeTypeMemAlloc ||
        nodeParams->type == musaGraphNodeTypeMemFree)
      requireMayAllocate(graph);
    return makeWork(*nodeParams);
  };
  const musaError_t error =
      addNode(pGraphNode, graph, {pDependencies, numDependencies, dependencyData}, make);
  if (error != musaSuccess || nodeParams->type != musaGraphNodeTypeConditional)
    return error;
  return getParams<ConditionalWork>(*pGraphNode, [&](const ConditionalWork &work) {
    nodeParams->conditional.phGraph_out = work.handles->data();
  });
}

musaError_t musaGraphNodeSetParams(musaGraphNode_t node, musaGraphNodeParams *nodeParams) {
  return setParams(node, [&] {
    require(nodeParams != nullptr);
    return makeChangedWork(*nodeParams);
  });
}

musaError_t musaGraphExecNodeSetParams(musaGraphExec_t graphExec, musaGraphNode_t node,
                                       musaGraphNodeParams *nodeParams) {
  return setExecParams(graphExec, node, [&] {
    require(nodeParams != nullptr);
    return makeChangedWork(*nodeParams);
  });
}

// ------------------------------------------------------------------------------- kernels

musaError_t musaGraphAddKernelNode(musaGraphNode_t *pGraphNode, musaGraph_t graph,
                                   const musaGraphNode_t *pDependencies, size_t numDependencies,
                                   const musaKernelNodeParams *pNodeParams) {
  return addNode(pGraphNode, graph, {pDependencies, numDependencies},
                 [&] { return makeKernelWork(pNodeParams); });
}

musaError_t musaGraphKernelNodeGetParams(musaGraphNode_t node, musaKernelNodeParams *pNodeParams) {
  return getParams<KernelWork>(node, [&](KernelWork &work) {
    require(pNodeParams != nullptr);
    *pNodeParams = paramsOf(work);
  });
}

musaError_t musaGraphKernelNodeSetParams(musaGraphNode_t node,
                                         const musaKernelNodeParams *pNodeParams) {
  return setParams(node, [&] { return makeKernelWork(pNodeParams); });
}

musaError_t musaGraphExecKernelNodeSetParams(musaGraphExec_t hGraphExec, musaGraphNode_t node,
                                             const musaKernelNodeParams *pNodeParams) {
  return setExecParams(hGraphExec, node, [&] { return makeKernelWork(pNodeParams); });
}

musaError_t musaGraphKernelNodeGetAttribute(musaGraphNode_t hNode, musaLaunchAttributeID attr,
                                            musaLaunchAttributeValue *value_out) {
  return getParams<KernelWork>(hNode, [&](const KernelWork &work) {
    require(value_out != nullptr);
    std::memset(value_out, 0, sizeof *value_out);
    if (const auto found = work.attributes.find(attr); found != work.attributes.end())
      *value_out = found->second;
    if (attr == musaLaunchAttributeCooperative)
      value_out->cooperative = work.run.launch.cooperative ? 1 : 0;
    if (attr == musaLaunchAttributeClusterDimension && work.run.hasOwnCluster) {
      const __musa_dim cluster = work.run.launch.cluster;
      value_out->clusterDim = {cluster.x, cluster.y, cluster.z};
    }
  });
}

musaError_t musaGraphKernelNodeSetAttribute(musaGraphNode_t hNode, musaLaunchAttributeID attr,
                                            const musaLaunchAttributeValue *value) {
  return getParams<KernelWork>(hNode, [&](KernelWork &work) {
    require(value != nullptr);
    switch (attr) {
    case musaLaunchAttributeCooperative:
      setCooperative(work.run, value->cooperative != 0);
      return;
    case musaLaunchAttributeClusterDimension:
      setCluster(work.run,
                 __musa_dim{value->clusterDim.x, value->clusterDim.y, value->clusterDim.z});
      return;
    case musaLaunchAttributeAccessPolicyWindow: // these are about speed
    case musaLaunchAttributeClusterSchedulingPolicyPreference:
    case musaLaunchAttributePreferredClusterDimension:
    case musaLaunchAttributePriority:
    case musaLaunchAttributeMemSyncDomain:
    case musaLaunchAttributeMemSyncDomainMap:
    case musaLaunchAttributePreferredSharedMemoryCarveout:
      work.attributes[attr] = *value;
      return;
    default:
      throw ApiError{musaErrorNotSupported};
    }
  });
}

musaError_t musaGraphKernelNodeCopyAttributes(musaGraphNode_t hSrc, musaGraphNode_t hDst) {
  return api([&] {
    const std::lock_guard lock(graphMutex());
    const KernelWork &from = workOf<KernelWork>(findNode(hSrc));
    copyAttributes(from, workOf<KernelWork>(findNode(hDst)));
  });
}

// ------------------------------------------------------------------------------- copies

musaError_t musaGraphAddMemcpyNode(musaGraphNode_t *pGraphNode, musaGraph_t graph,
                                   const musaGraphNode_t *pDependencies, size_t numDependencies,
                                   const musaMemcpy3DParms *pCopyParams) {
  return addNode(pGraphNode, graph, {pDependencies, numDependencies},
                 [&] { return makeCopyWork(pCopyParams); });
}

musaError_t musaGraphAddMemcpyNode1D(musaGraphNode_t *pGraphNode, musaGraph_t graph,
                                     const musaGraphNode_t *pDependencies, size_t numDependencies,
                                     void *dst, const void *src, size_t count,
                                     musaMemcpyKind kind) {
  return addNode(pGraphNode, graph, {pDependencies, numDependencies},
                 [&] { return makeCopyWork(dst, src, count, kind); });
}

musaError_t musaGraphAddMemcpyNodeToSymbol(musaGraphNode_t *pGraphNode, musaGraph_t graph,
                                           const musaGraphNode_t *pDependencies,
                                           size_t numDependencies, const void *symbol,
                                           const void *src, size_t count, size_t offset,
                                           musaMemcpyKind kind) {
  return addNode(pGraphNode, graph, {pDependencies, numDependencies},
                 [&] { return makeCopyToSymbol(symbol, src, count, offset, kind); });
}

musaError_t musaGraphAddMemcpyNodeFromSymbol(musaGraphNode_t *pGraphNode, musaGraph_t graph,
                                             const musaGraphNode_t *pDependencies,
                                             size_t numDependencies, void *dst, const void *symbol,
                                             size_t count, size_t offset, musaMemcpyKind kind) {
  return addNode(pGraphNode, graph, {pDependencies, numDependencies},
                 [&] { return makeCopyFromSymbol(dst, symbol, count, offset, kind); });
}

musaError_t musaGraphMemcpyNodeGetParams(musaGraphNode_t node, musaMemcpy3DParms *pNodeParams) {
  return getParams<CopyWork>(node, [&](const CopyWork &work) {
    require(pNodeParams != nullptr);
    *pNodeParams = paramsOf(work);
  });
}

musaError_t musaGraphMemcpyNodeSetParams(musaGraphNode_t node,
                                         const musaMemcpy3DParms *pNodeParams) {
  return setParams(node, [&] { return makeCopyWork(pNodeParams); });
}

musaError_t musaGraphMemcpyNodeSetParams1D(musaGraphNode_t node, void *dst, const void *src,
                                           size_t count, musaMemcpyKind kind) {
  return setParams(node, [&] { return makeCopyWork(dst, src, count, kind); });
}

musaError_t musaGraphMemcpyNodeSetParamsToSymbol(musaGraphNode_t node, const void *symbol,
                                                 const void *src, size_t count, size_t offset,
                                                 musaMemcpyKind kind) {
  return setParams(node, [&] { return makeCopyToSymbol(symbol, src, count, offset, kind); });
}

musaError_t musaGraphMemcpyNodeSetParamsFromSymbol(musaGraphNode_t node, void *dst,
                                                   const void *symbol, size_t count, size_t offset,
                                                   musaMemcpyKind kind) {
  return setParams(node, [&] { return makeCopyFromSymbol(dst, symbol, count, offset, kind); });
}

musaError_t musaGraphExecMemcpyNodeSetParams(musaGraphExec_t hGraphExec, musaGraphNode_t node,
                                             const musaMemcpy3DParms *pNodeParams) {
  return setExecParams(hGraphExec, node, [&] { return makeCopyWork(pNodeParams); });
}

musaError_t musaGraphExecMemcpyNodeSetParams1D(musaGraphExec_t hGraphExec, musaGraphNode_t node,
                                               void *dst, const void *src, size_t count,
                                               musaMemcpyKind kind) {
  return setExecParams(hGraphExec, node, [&] { return makeCopyWork(dst, src, count, kind); });
}

musaError_t musaGraphExecMemcpyNodeSetParamsToSymbol(musaGraphExec_t hGraphExec,
                                                     musaGraphNode_t node, const void *symbol,
                                                     const void *src, size_t count, size_t offset,
                                                     musaMemcpyKind kind) {
  return setExecParams(hGraphExec, node,
                       [&] { return makeCopyToSymbol(symbol, src, count, offset, kind); });
}

musaError_t musaGraphExecMemcpyNodeSetParamsFromSymbol(musaGraphExec_t hGraphExec,
                                                       musaGraphNode_t node, void *dst,
                                                       const void *symbol, size_t count,
                                                       size_t offset, musaMemcpyKind kind) {
  return setExecParams(hGraphExec, node,
                       [&] { return makeCopyFromSymbol(dst, symbol, count, offset, kind); });
}

// ------------------------------------------------------------------------------- fills

musaError_t musaGraphAddMemsetNode(musaGraphNode_t *pGraphNode, musaGraph_t graph,
                                   const musaGraphNode_t *pDependencies, size_t numDependencies,
                                   const musaMemsetParams *pMemsetParams) {
  return addNode(pGraphNode, graph, {pDependencies, numDependencies},
                 [&] { return makeFillWork(pMemsetParams); });
}

musaError_t musaGraphMemsetNodeGetParams(musaGraphNode_t node, musaMemsetParams *pNodeParams) {
  return getParams<FillWork>(node, [&](const FillWork &work) {
    require(pNodeParams != nullptr);
    *pNodeParams = paramsOf(work);
  });
}

musaError_t musaGraphMemsetNodeSetParams(musaGraphNode_t node,
                                         const musaMemsetParams *pNodeParams) {
  return setParams(node, [&] { return makeFillWork(pNodeParams); });
}

musaError_t musaGraphExecMemsetNodeSetParams(musaGraphExec_t hGraphExec, musaGraphNode_t node,
                                             const musaMemsetParams *pNodeParams) {
  return setExecParams(hGraphExec, node, [&] { return makeFillWork(pNodeParams); });
}

// ------------------------------------------------------------------------------- host functions

musaError_t musaGraphAddHostNode(musaGraphNode_t *pGraphNode, musaGraph_t graph,
                                 const musaGraphNode_t *pDependencies, size_t numDependencies,
                                 const musaHostNodeParams *pNodeParams) {
  return addNode(pGraphNode, graph, {pDependencies, numDependencies},
                 [&] { return makeHostWork(pNodeParams); });
}

musaError_t musaGraphHostNodeGetParams(musaGraphNode_t node, musaHostNodeParams *pNodeParams) {
  return getParams<HostWork>(node, [&](const HostWork &work) {
    require(pNodeParams != nullptr);
    *pNodeParams = {work.call.function, work.call.data};
  });
}

musaError_t musaGraphHostNodeSetParams(musaGraphNode_t node,
                                       const musaHostNodeParams *pNodeParams) {
  return setParams(node, [&] { return makeHostWork(pNodeParams); });
}

musaError_t musaGraphExecHostNodeSetParams(musaGraphExec_t hGraphExec, musaGraphNode_t node,
                                           const musaHostNodeParams *pNodeParams) {
  return setExecParams(hGraphExec, node, [&] { return makeHostWork(pNodeParams); });
}

// ------------------------------------------------------------------------------- graphs, nothing

musaError_t musaGraphAddChildGraphNode(musaGraphNode_t *pGraphNode, musaGraph_t graph,
                                       const musaGraphNode_t *pDependencies, size_t numDependencies,
                                       musaGraph_t childGraph) {
  return addNode(pGraphNode, graph, {pDependencies, numDependencies},
                 [&] { return makeChildWork(childGraph, musaGraphChildGraphOwnershipClone); });
}

musaError_t musaGraphChildGraphNodeGetGraph(musaGraphNode_t node, musaGraph_t *pGraph) {
  return getParams<ChildWork>(node, [&](const ChildWork &work) {
    require(pGraph != nullptr);
    *pGraph = handleOf(work.graph.get());
  });
}

musaError_t musaGraphExecChildGraphNodeSetParams(musaGraphExec_t hGraphExec, musaGraphNode_t node,
                                                 musaGraph_t childGraph) {
  return setExecParams(hGraphExec, node, [&] {
    return makeChildWork(childGraph, musaGraphChildGraphOwnershipClone);
  });
}

musaError_t musaGraphAddEmptyNode(musaGraphNode_t *pGraphNode, musaGraph_t graph,
                                  const musaGraphNode_t *pDependencies, size_t numDependencies) {
  return addNode(pGraphNode, graph, {pDependencies, numDependencies}, [] { return EmptyWork{}; });
}

// ------------------------------------------------------------------------------- events

musaError_t musaGraphAddEventRecordNode(musaGraphNode_t *pGraphNode, musaGraph_t graph,
                                        const musaGraphNode_t *pDependencies,
                                        size_t numDependencies, musaEvent_t event) {
  return addNode(pGraphNode, graph, {pDependencies, numDependencies},
                 [&] { return makeRecordWork(event); });
}

musaError_t musaGraphEventRecordNodeGetEvent(musaGraphNode_t node, musaEvent_t *event_out) {
  return getParams<RecordWork>(node, [&](const RecordWork &work) {
    require(event_out != nullptr);
    *event_out = work.handle;
  });
}

musaError_t musaGraphEventRecordNodeSetEvent(musaGraphNode_t node, musaEvent_t event) {
  return setParams(node, [&] { return makeRecordWork(event); });
}

musaError_t musaGraphExecEventRecordNodeSetEvent(musaGraphExec_t hGraphExec, musaGraphNode_t hNode,
                                                 musaEvent_t event) {
  return setExecParams(hGraphExec, hNode, [&] { return makeRecordWork(event); });
}

musaError_t musaGraphAddEventWaitNode(musaGraphNode_t *pGraphNode, musaGraph_t graph,
                                      const musaGraphNode_t *pDependencies, size_t numDependencies,
                                      musaEvent_t event) {
  return addNode(pGraphNode, graph, {pDependencies, numDependencies},
                 [&] { return makeWaitWork(event); });
}

musaError_t musaGraphEventWaitNodeGetEvent(musaGraphNode_t node, musaEvent_t *event_out) {
  return getParams<WaitWork>(node, [&](const WaitWork &work) {
    require(event_out != nullptr);
    *event_out = work.handle;
  });
}

musaError_t musaGraphEventWaitNodeSetEvent(musaGraphNode_t node, musaEvent_t event) {
  return setParams(node, [&] { return makeWaitWork(event); });
}

musaError_t musaGraphExecEventWaitNodeSetEvent(musaGraphExec_t hGraphExec, musaGraphNode_t hNode,
                                               musaEvent_t event) {
  return setExecParams(hGraphExec, hNode, [&] { return makeWaitWork(event); });
}

// ------------------------------------------------------------------------------- memory

musaError_t musaGraphAddMemAllocNode(musaGraphNode_t *pGraphNode, musaGraph_t graph,
                                     const musaGraphNode_t *pDependencies, size_t numDependencies,
                                     musaMemAllocNodeParams *nodeParams) {
  return addNode(pGraphNode, graph, {pDependencies, numDependencies}, [&] {
    requireMayAllocate(graph);
    return makeAllocateWork(nodeParams);
  });
}

musaError_t musaGraphMemAllocNodeGetParams(musaGraphNode_t node,
                                           musaMemAllocNodeParams *params_out) {
  return getParams<AllocateWork>(node, [&](const AllocateWork &work) {
    require(params_out != nullptr);
    *params_out = work.parameters;
  });
}

musaError_t musaGraphAddMemFreeNode(musaGraphNode_t *pGraphNode, musaGraph_t graph,
                                    const musaGraphNode_t *pDependencies, size_t numDependencies,
                                    void *dptr) {
  return addNode(pGraphNode, graph, {pDependencies, numDependencies}, [&] {
    requireMayAllocate(graph);
    return makeFreeWork(dptr);
  });
}

musaError_t musaGraphMemFreeNodeGetParams(musaGraphNode_t node, void *dptr_out) {
  return getParams<FreeWork>(node, [&](const FreeWork &work) {
    require(dptr_out != nullptr);
    *static_cast<void **>(dptr_out) = work.address;
  });
}

} // extern "C"
