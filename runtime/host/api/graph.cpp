//===- host/api/graph.cpp - graphs that programs build node by node --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "model/graph.h"
#include "api/copies.h"
#include "api/error.h"
#include "api/launch.h"
#include "api/symbols.h"
#include "exec/kernel.h"
#include "model/allocations.h"
#include "model/device.h"
#include "model/graph_exec.h"
#include "model/graph_memory.h"
#include "model/image.h"

#include <algorithm>
#include <cstring>

using namespace musart;

namespace {

// ------------------------------------------------------------------------------- parameters to
// work

Work makeKernel(const musaKernelNodeParams *params) {
  require(params != nullptr);
  require(params->kernelParams == nullptr || params->extra == nullptr);
  const LaunchRequest request{params->func, params->gridDim, params->blockDim,
                              params->sharedMemBytes, false};
  if (params->extra == nullptr)
    return KernelWork{makeLaunch(request, params->kernelParams), {}, {}};
  const std::vector<void *> arguments =
      argumentsOf(*findFunction(params->func).kernel, params->extra);
  return KernelWork{makeLaunch(request, arguments.data()), {}, {}};
}

Work makeCopyWork(const musaMemcpy3DParms *params) {
  require(params != nullptr);
  return CopyWork{makeCopy(*params), *params};
}

Work makeCopyWork(void *dst, const void *src, size_t count, musaMemcpyKind kind) {
  musaMemcpy3DParms params = {};
  params.dstPtr = {dst, count, count, 1};
  params.srcPtr = {const_cast<void *>(src), count, count, 1};
  params.extent = {count, 1, 1};
  params.kind = kind;
  return makeCopyWork(&params);
}

Work makeCopyToSymbol(const void *symbol, const void *src, size_t count, size_t offset,
                      musaMemcpyKind kind) {
  return makeCopyWork(partToWrite(symbol, count, offset, kind), src, count, kind);
}

Work makeCopyFromSymbol(void *dst, const void *symbol, size_t count, size_t offset,
                        musaMemcpyKind kind) {
  return makeCopyWork(dst, partToRead(symbol, count, offset, kind), count, kind);
}

Work makeFillWork(const musaMemsetParams *params) {
  require(params != nullptr);
  return FillWork{makeFill(*params)};
}

Work makeHost(const musaHostNodeParams *params) {
  require(params != nullptr && params->fn != nullptr);
  return HostWork{CallHost{params->fn, params->userData}};
}

Work makeChild(musaGraph_t graph) {
  const std::shared_ptr<Graph> found = findGraph(graph);
  require(!hasMemoryNodes(*found), musaErrorNotSupported);
  return ChildWork{found->clone()};
}

Work makeRecord(musaEvent_t event) { return RecordWork{event, findEvent(event)}; }
Work makeWait(musaEvent_t event) { return WaitWork{event, findEvent(event)}; }

Work makeAllocation(musaMemAllocNodeParams *params) {
  require(params != nullptr && params->poolProps.allocType == musaMemAllocationTypePinned &&
          params->poolProps.location.type == musaMemLocationTypeDevice);
  require(params->poolProps.handleTypes == musaMemHandleTypeNone, musaErrorNotSupported);
  AllocateWork work;
  work.memory = GraphMemory::make(deviceAt(params->poolProps.location.id), params->bytesize);
  params->dptr = work.memory->address();
  work.parameters = *params;
  work.parameters.accessDescs = nullptr; // the program's own; all memory is everybody's here
  work.parameters.accessDescCount = 0;
  return work;
}

Work makeFree(void *address) {
  require(findGraphMemory(address) != nullptr);
  return FreeWork{address};
}

// ------------------------------------------------------------------------------- nodes

/// `make` makes the work; under the lock.
template <typename Make>
musaError_t addNode(musaGraphNode_t *node, musaGraph_t graph, const musaGraphNode_t *dependencies,
                    size_t count, Make make) {
  return api([&] {
    require(node != nullptr);
    Device &device = currentDevice();
    const std::lock_guard lock(graphMutex());
    const std::shared_ptr<Graph> found = findGraph(graph);
    const std::vector<Node *> before = findNodes(*found, dependencies, count);
    *node = handleOf(&found->add(make(), device, before));
  });
}

/// The work of a node that is of that kind.
template <typename Kind> Kind &workOf(Node &node) {
  Kind *work = std::get_if<Kind>(&node.work);
  require(work != nullptr);
  return *work;
}

template <typename Kind, typename Get> musaError_t getParams(musaGraphNode_t node, Get get) {
  return api([&] {
    const std::lock_guard lock(graphMutex());
    get(workOf<Kind>(findNode(node)));
  });
}

/// Throws what a launch would.
void setCooperative(RunKernel &run, bool cooperative) {
  if (cooperative)
    requireResident(*run.function, run.launch);
  run.launch.cooperative = cooperative;
}

/// What musaGraphKernelNodeSetAttribute has set.
void copyAttributes(const KernelWork &from, KernelWork &to) {
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

template <typename Make> musaError_t setParams(musaGraphNode_t node, Make make) {
  return api([&] {
    const std::lock_guard lock(graphMutex());
    Node &found = findNode(node);
    Work work = make();
    require(work.index() == found.work.index() && !std::holds_alternative<ChildWork>(work));
    keepAttributes(found, work);
    found.work = std::move(work);
  });
}

template <typename Make>
musaError_t setExecParams(musaGraphExec_t exec, musaGraphNode_t node, Make make) {
  return api([&] {
    const std::lock_guard lock(graphMutex());
    const std::shared_ptr<Executable> found = findExecutable(exec);
    Node &own = found->nodeOf(findNode(node));
    Work work = make();
    keepAttributes(own, work);
    found->setWork(own, std::move(work));
  });
}

/// The convention of all lists: `count` holds how many fit, and becomes how many there are; without
/// a list only the latter. Places that are left over become null.
void giveNodes(const std::vector<Node *> &nodes, musaGraphNode_t *list, size_t *count) {
  require(count != nullptr);
  if (list == nullptr) {
    *count = nodes.size();
    return;
  }
  for (size_t i = 0; i < *count; ++i)
    list[i] = i < nodes.size() ? handleOf(nodes[i]) : nullptr;
  *count = std::min(*count, nodes.size());
}

std::vector<Node *> nodesOf(const Graph &graph, bool rootsOnly) {
  std::vector<Node *> result;
  for (const std::shared_ptr<Node> &node : graph.nodes())
    if (!rootsOnly || node->dependencies.empty())
      result.push_back(node.get());
  return result;
}

template <typename Change>
musaError_t changeEdges(musaGraph_t graph, const musaGraphNode_t *from, const musaGraphNode_t *to,
                        size_t count, Change change) {
  return api([&] {
    const std::lock_guard lock(graphMutex());
    const std::shared_ptr<Graph> found = findGraph(graph);
    const std::vector<Node *> begins = findNodes(*found, from, count);
    const std::vector<Node *> ends = findNodes(*found, to, count);
    for (size_t i = 0; i < count; ++i)
      change(*found, *begins[i], *ends[i]);
  });
}

// ------------------------------------------------------------------------------- work to
// parameters

musaMemcpy3DParms paramsOf(const CopyWork &work) {
  if (work.parameters)
    return *work.parameters;
  const auto rowsOfSlice = [&](const Copy::Side &side) {
    return side.pitch != 0 && work.copy.slices > 1 ? side.slicePitch / side.pitch : work.copy.rows;
  };
  const auto pointer = [&](const Copy::Side &side) {
    return musaPitchedPtr{side.address, side.pitch, work.copy.width, rowsOfSlice(side)};
  };
  musaMemcpy3DParms params = {};
  params.dstPtr = pointer(work.copy.to);
  params.srcPtr = pointer(work.copy.from);
  params.extent = {work.copy.width, work.copy.rows, work.copy.slices};
  const bool toDevice = allocations().isDevice(work.copy.to.address);
  const bool fromDevice = allocations().isDevice(work.copy.from.address);
  params.kind = toDevice     ? fromDevice ? musaMemcpyDeviceToDevice : musaMemcpyHostToDevice
                : fromDevice ? musaMemcpyDeviceToHost
                             : musaMemcpyHostToHost;
  return params;
}

musaKernelNodeParams paramsOf(KernelWork &work) {
  const __musa_kernel &kernel = *work.run.launch.kernel;
  work.argumentAddresses.resize(kernel.parameter_count);
  for (uint32_t i = 0; i < kernel.parameter_count; ++i)
    work.argumentAddresses[i] = work.run.launch.parameters.data() + kernel.parameters[i].offset;
  musaKernelNodeParams params = {};
  params.func = const_cast<void *>(work.run.function->stub);
  params.gridDim = {work.run.launch.grid.x, work.run.launch.grid.y, work.run.launch.grid.z};
  params.blockDim = {work.run.launch.block.x, work.run.launch.block.y, work.run.launch.block.z};
  params.sharedMemBytes = work.run.launch.dynamicSharedBytes;
  params.kernelParams = work.argumentAddresses.data();
  return params;
}

musaMemsetParams paramsOf(const FillWork &work) {
  const Fill &fill = work.fill;
  return {fill.to.address, fill.to.pitch, fill.value, fill.elementBytes, fill.width, fill.rows};
}

/// The general form of all kinds.
Work makeAny(musaGraphNodeParams &params) {
  switch (params.type) {
  case musaGraphNodeTypeKernel: {
    const musaKernelNodeParamsV2 &p = params.kernel;
    const musaKernelNodeParams same = {p.func,           p.gridDim,      p.blockDim,
                                       p.sharedMemBytes, p.kernelParams, p.extra};
    return makeKernel(&same);
  }
  case musaGraphNodeTypeMemcpy:
    return makeCopyWork(&params.memcpy.copyParams);
  case musaGraphNodeTypeMemset: {
    const musaMemsetParamsV2 &p = params.memset;
    const musaMemsetParams same = {p.dst, p.pitch, p.value, p.elementSize, p.width, p.height};
    return makeFillWork(&same);
  }
  case musaGraphNodeTypeHost: {
    const musaHostNodeParams same = {params.host.fn, params.host.userData};
    return makeHost(&same);
  }
  case musaGraphNodeTypeGraph:
    require(params.graph.ownership == musaGraphChildGraphOwnershipClone, musaErrorNotSupported);
    return makeChild(params.graph.graph);
  case musaGraphNodeTypeEmpty:
    return EmptyWork{};
  case musaGraphNodeTypeWaitEvent:
    return makeWait(params.eventWait.event);
  case musaGraphNodeTypeEventRecord:
    return makeRecord(params.eventRecord.event);
  case musaGraphNodeTypeMemAlloc: {
    musaMemAllocNodeParams same = {params.alloc.poolProps, params.alloc.accessDescs,
                                   params.alloc.accessDescCount, params.alloc.bytesize, nullptr};
    Work work = makeAllocation(&same);
    params.alloc.dptr = same.dptr;
    return work;
  }
  case musaGraphNodeTypeMemFree:
    return makeFree(params.free.dptr);
  case musaGraphNodeTypeExtSemaphoreSignal:
  case musaGraphNodeTypeExtSemaphoreWait:
  case musaGraphNodeTypeConditional:
    throw ApiError{musaErrorNotSupported};
  case musaGraphNodeTypeCount:
    break;
  }
  throw ApiError{musaErrorInvalidValue};
}

} // namespace

extern "C" {

// ------------------------------------------------------------------------------- graphs

musaError_t musaGraphCreate(musaGraph_t *pGraph, unsigned flags) {
  return api([&] {
    require(pGraph != nullptr && flags == 0);
    const std::lock_guard lock(graphMutex());
    *pGraph = publish(std::make_shared<Graph>());
  });
}

musaError_t musaGraphDestroy(musaGraph_t graph) {
  return api([&] {
    const std::lock_guard lock(graphMutex());
    unpublish(*findGraph(graph));
  });
}

musaError_t musaGraphClone(musaGraph_t *pGraphClone, musaGraph_t originalGraph) {
  return api([&] {
    require(pGraphClone != nullptr);
    const std::lock_guard lock(graphMutex());
    const std::shared_ptr<Graph> original = findGraph(originalGraph);
    require(!hasMemoryNodes(*original), musaErrorNotSupported);
    *pGraphClone = publish(original->clone());
  });
}

musaError_t musaGraphNodeFindInClone(musaGraphNode_t *pNode, musaGraphNode_t originalNode,
                                     musaGraph_t clonedGraph) {
  return api([&] {
    require(pNode != nullptr);
    const std::lock_guard lock(graphMutex());
    const uint64_t id = findNode(originalNode).id;
    const std::shared_ptr<Graph> graph = findGraph(clonedGraph);
    const auto found = std::find_if(graph->nodes().begin(), graph->nodes().end(),
                                    [=](const auto &node) { return node->clonedFrom == id; });
    require(found != graph->nodes().end());
    *pNode = handleOf(found->get());
  });
}

musaError_t musaGraphGetNodes(musaGraph_t graph, musaGraphNode_t *nodes, size_t *numNodes) {
  return api([&] {
    const std::lock_guard lock(graphMutex());
    giveNodes(nodesOf(*findGraph(graph), false), nodes, numNodes);
  });
}

musaError_t musaGraphGetRootNodes(musaGraph_t graph, musaGraphNode_t *pRootNodes,
                                  size_t *pNumRootNodes) {
  return api([&] {
    const std::lock_guard lock(graphMutex());
    giveNodes(nodesOf(*findGraph(graph), true), pRootNodes, pNumRootNodes);
  });
}

musaError_t musaGraphGetEdges(musaGraph_t graph, musaGraphNode_t *from, musaGraphNode_t *to,
                              size_t *numEdges) {
  return api([&] {
    require(numEdges != nullptr && (from == nullptr) == (to == nullptr));
    const std::lock_guard lock(graphMutex());
    std::vector<Node *> begins;
    std::vector<Node *> ends;
    for (const Node *node : nodesOf(*findGraph(graph), false))
      for (Node *dependent : node->dependents) {
        begins.push_back(const_cast<Node *>(node));
        ends.push_back(dependent);
      }
    size_t count = *numEdges;
    giveNodes(begins, from, &count);
    giveNodes(ends, to, numEdges);
  });
}

musaError_t musaGraphAddDependencies(musaGraph_t graph, const musaGraphNode_t *from,
                                     const musaGraphNode_t *to, size_t numDependencies) {
  return changeEdges(graph, from, to, numDependencies,
                     [](Graph &found, Node &a, Node &b) { found.addEdge(a, b); });
}

musaError_t musaGraphRemoveDependencies(musaGraph_t graph, const musaGraphNode_t *from,
                                        const musaGraphNode_t *to, size_t numDependencies) {
  return changeEdges(graph, from, to, numDependencies,
                     [](Graph &found, Node &a, Node &b) { found.removeEdge(a, b); });
}

// ------------------------------------------------------------------------------- nodes of any kind

musaError_t musaGraphNodeGetType(musaGraphNode_t node, musaGraphNodeType *pType) {
  return api([&] {
    require(pType != nullptr);
    const std::lock_guard lock(graphMutex());
    *pType = typeOf(findNode(node).work);
  });
}

musaError_t musaGraphNodeGetDependencies(musaGraphNode_t node, musaGraphNode_t *pDependencies,
                                         size_t *pNumDependencies) {
  return api([&] {
    const std::lock_guard lock(graphMutex());
    giveNodes(findNode(node).dependencies, pDependencies, pNumDependencies);
  });
}

musaError_t musaGraphNodeGetDependentNodes(musaGraphNode_t node, musaGraphNode_t *pDependentNodes,
                                           size_t *pNumDependentNodes) {
  return api([&] {
    const std::lock_guard lock(graphMutex());
    giveNodes(findNode(node).dependents, pDependentNodes, pNumDependentNodes);
  });
}

musaError_t musaGraphDestroyNode(musaGraphNode_t node) {
  return api([&] {
    const std::lock_guard lock(graphMutex());
    Node &found = findNode(node);
    found.graph->remove(found);
  });
}

musaError_t musaGraphAddNode(musaGraphNode_t *pGraphNode, musaGraph_t graph,
                             const musaGraphNode_t *pDependencies, size_t numDependencies,
                             musaGraphNodeParams *nodeParams) {
  return addNode(pGraphNode, graph, pDependencies, numDependencies, [&] {
    require(nodeParams != nullptr);
    return makeAny(*nodeParams);
  });
}

musaError_t musaGraphNodeSetParams(musaGraphNode_t node, musaGraphNodeParams *nodeParams) {
  return setParams(node, [&] {
    require(nodeParams != nullptr);
    return makeAny(*nodeParams);
  });
}

musaError_t musaGraphExecNodeSetParams(musaGraphExec_t graphExec, musaGraphNode_t node,
                                       musaGraphNodeParams *nodeParams) {
  return setExecParams(graphExec, node, [&] {
    require(nodeParams != nullptr);
    return makeAny(*nodeParams);
  });
}

// ------------------------------------------------------------------------------- kernels

musaError_t musaGraphAddKernelNode(musaGraphNode_t *pGraphNode, musaGraph_t graph,
                                   const musaGraphNode_t *pDependencies, size_t numDependencies,
                                   const musaKernelNodeParams *pNodeParams) {
  return addNode(pGraphNode, graph, pDependencies, numDependencies,
                 [&] { return makeKernel(pNodeParams); });
}

musaError_t musaGraphKernelNodeGetParams(musaGraphNode_t node, musaKernelNodeParams *pNodeParams) {
  return getParams<KernelWork>(node, [&](KernelWork &work) {
    require(pNodeParams != nullptr);
    *pNodeParams = paramsOf(work);
  });
}

musaError_t musaGraphKernelNodeSetParams(musaGraphNode_t node,
                                         const musaKernelNodeParams *pNodeParams) {
  return setParams(node, [&] { return makeKernel(pNodeParams); });
}

musaError_t musaGraphExecKernelNodeSetParams(musaGraphExec_t hGraphExec, musaGraphNode_t node,
                                             const musaKernelNodeParams *pNodeParams) {
  return setExecParams(hGraphExec, node, [&] { return makeKernel(pNodeParams); });
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
    case musaLaunchAttributeAccessPolicyWindow: // these are about speed
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
  return addNode(pGraphNode, graph, pDependencies, numDependencies,
                 [&] { return makeCopyWork(pCopyParams); });
}

musaError_t musaGraphAddMemcpyNode1D(musaGraphNode_t *pGraphNode, musaGraph_t graph,
                                     const musaGraphNode_t *pDependencies, size_t numDependencies,
                                     void *dst, const void *src, size_t count,
                                     musaMemcpyKind kind) {
  return addNode(pGraphNode, graph, pDependencies, numDependencies,
                 [&] { return makeCopyWork(dst, src, count, kind); });
}

musaError_t musaGraphAddMemcpyNodeToSymbol(musaGraphNode_t *pGraphNode, musaGraph_t graph,
                                           const musaGraphNode_t *pDependencies,
                                           size_t numDependencies, const void *symbol,
                                           const void *src, size_t count, size_t offset,
                                           musaMemcpyKind kind) {
  return addNode(pGraphNode, graph, pDependencies, numDependencies,
                 [&] { return makeCopyToSymbol(symbol, src, count, offset, kind); });
}

musaError_t musaGraphAddMemcpyNodeFromSymbol(musaGraphNode_t *pGraphNode, musaGraph_t graph,
                                             const musaGraphNode_t *pDependencies,
                                             size_t numDependencies, void *dst, const void *symbol,
                                             size_t count, size_t offset, musaMemcpyKind kind) {
  return addNode(pGraphNode, graph, pDependencies, numDependencies,
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
  return addNode(pGraphNode, graph, pDependencies, numDependencies,
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
  return addNode(pGraphNode, graph, pDependencies, numDependencies,
                 [&] { return makeHost(pNodeParams); });
}

musaError_t musaGraphHostNodeGetParams(musaGraphNode_t node, musaHostNodeParams *pNodeParams) {
  return getParams<HostWork>(node, [&](const HostWork &work) {
    require(pNodeParams != nullptr);
    *pNodeParams = {work.call.function, work.call.data};
  });
}

musaError_t musaGraphHostNodeSetParams(musaGraphNode_t node,
                                       const musaHostNodeParams *pNodeParams) {
  return setParams(node, [&] { return makeHost(pNodeParams); });
}

musaError_t musaGraphExecHostNodeSetParams(musaGraphExec_t hGraphExec, musaGraphNode_t node,
                                           const musaHostNodeParams *pNodeParams) {
  return setExecParams(hGraphExec, node, [&] { return makeHost(pNodeParams); });
}

// ------------------------------------------------------------------------------- graphs, nothing

musaError_t musaGraphAddChildGraphNode(musaGraphNode_t *pGraphNode, musaGraph_t graph,
                                       const musaGraphNode_t *pDependencies, size_t numDependencies,
                                       musaGraph_t childGraph) {
  return addNode(pGraphNode, graph, pDependencies, numDependencies,
                 [&] { return makeChild(childGraph); });
}

musaError_t musaGraphChildGraphNodeGetGraph(musaGraphNode_t node, musaGraph_t *pGraph) {
  return getParams<ChildWork>(node, [&](const ChildWork &work) {
    require(pGraph != nullptr);
    *pGraph = handleOf(work.graph.get());
  });
}

musaError_t musaGraphExecChildGraphNodeSetParams(musaGraphExec_t hGraphExec, musaGraphNode_t node,
                                                 musaGraph_t childGraph) {
  return setExecParams(hGraphExec, node, [&] { return makeChild(childGraph); });
}

musaError_t musaGraphAddEmptyNode(musaGraphNode_t *pGraphNode, musaGraph_t graph,
                                  const musaGraphNode_t *pDependencies, size_t numDependencies) {
  return addNode(pGraphNode, graph, pDependencies, numDependencies, [] { return EmptyWork{}; });
}

// ------------------------------------------------------------------------------- events

musaError_t musaGraphAddEventRecordNode(musaGraphNode_t *pGraphNode, musaGraph_t graph,
                                        const musaGraphNode_t *pDependencies,
                                        size_t numDependencies, musaEvent_t event) {
  return addNode(pGraphNode, graph, pDependencies, numDependencies,
                 [&] { return makeRecord(event); });
}

musaError_t musaGraphEventRecordNodeGetEvent(musaGraphNode_t node, musaEvent_t *event_out) {
  return getParams<RecordWork>(node, [&](const RecordWork &work) {
    require(event_out != nullptr);
    *event_out = work.handle;
  });
}

musaError_t musaGraphEventRecordNodeSetEvent(musaGraphNode_t node, musaEvent_t event) {
  return setParams(node, [&] { return makeRecord(event); });
}

musaError_t musaGraphExecEventRecordNodeSetEvent(musaGraphExec_t hGraphExec, musaGraphNode_t hNode,
                                                 musaEvent_t event) {
  return setExecParams(hGraphExec, hNode, [&] { return makeRecord(event); });
}

musaError_t musaGraphAddEventWaitNode(musaGraphNode_t *pGraphNode, musaGraph_t graph,
                                      const musaGraphNode_t *pDependencies, size_t numDependencies,
                                      musaEvent_t event) {
  return addNode(pGraphNode, graph, pDependencies, numDependencies,
                 [&] { return makeWait(event); });
}

musaError_t musaGraphEventWaitNodeGetEvent(musaGraphNode_t node, musaEvent_t *event_out) {
  return getParams<WaitWork>(node, [&](const WaitWork &work) {
    require(event_out != nullptr);
    *event_out = work.handle;
  });
}

musaError_t musaGraphEventWaitNodeSetEvent(musaGraphNode_t node, musaEvent_t event) {
  return setParams(node, [&] { return makeWait(event); });
}

musaError_t musaGraphExecEventWaitNodeSetEvent(musaGraphExec_t hGraphExec, musaGraphNode_t hNode,
                                               musaEvent_t event) {
  return setExecParams(hGraphExec, hNode, [&] { return makeWait(event); });
}

// ------------------------------------------------------------------------------- memory

musaError_t musaGraphAddMemAllocNode(musaGraphNode_t *pGraphNode, musaGraph_t graph,
                                     const musaGraphNode_t *pDependencies, size_t numDependencies,
                                     musaMemAllocNodeParams *nodeParams) {
  return addNode(pGraphNode, graph, pDependencies, numDependencies,
                 [&] { return makeAllocation(nodeParams); });
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
  return addNode(pGraphNode, graph, pDependencies, numDependencies, [&] { return makeFree(dptr); });
}

musaError_t musaGraphMemFreeNodeGetParams(musaGraphNode_t node, void *dptr_out) {
  return getParams<FreeWork>(node, [&](const FreeWork &work) {
    require(dptr_out != nullptr);
    *static_cast<void **>(dptr_out) = work.address;
  });
}

} // extern "C"
