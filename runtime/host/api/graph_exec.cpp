//===- host/api/graph_exec.cpp - the API of executable graphs ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "model/graph_exec.h"

#include "api/error.h"
#include "model/graph_capture.h"
#include "musa_runtime_api.h"

using namespace musart;

namespace {

constexpr unsigned long long knownFlags =
    musaGraphInstantiateFlagAutoFreeOnLaunch | musaGraphInstantiateFlagUpload |
    musaGraphInstantiateFlagDeviceLaunch | musaGraphInstantiateFlagUseNodePriority;

void instantiate(musaGraphExec_t *exec, musaGraph_t graph, unsigned long long flags,
                 Executable::Fault &fault) {
  require(exec != nullptr && (flags & ~knownFlags) == 0);
  require((flags & musaGraphInstantiateFlagDeviceLaunch) == 0, musaErrorNotSupported);
  const std::lock_guard lock(graphMutex());
  const std::shared_ptr<Graph> found = findGraph(graph);
  require(!found->isBound);
  *exec = addExecutable(std::make_shared<Executable>(*found, flags, fault));
}

std::shared_ptr<Executable> lockedFind(musaGraphExec_t handle) {
  const std::lock_guard lock(graphMutex());
  return findExecutable(handle);
}

} // namespace

extern "C" {

musaError_t musaGraphInstantiateWithFlags(musaGraphExec_t *pGraphExec, musaGraph_t graph,
                                          unsigned long long flags) {
  return api([&] {
    Executable::Fault fault;
    instantiate(pGraphExec, graph, flags, fault);
  });
}

musaError_t musaGraphInstantiate(musaGraphExec_t *pGraphExec, musaGraph_t graph,
                                 unsigned long long flags) {
  return api<Context::NotNeeded>(
      [&] { return musaGraphInstantiateWithFlags(pGraphExec, graph, flags); });
}

musaError_t musaGraphInstantiateWithParams(musaGraphExec_t *pGraphExec, musaGraph_t graph,
                                           musaGraphInstantiateParams *instantiateParams) {
  return api([&] {
    require(instantiateParams != nullptr);
    Executable::Fault fault;
    instantiateParams->errNode_out = nullptr;
    try {
      instantiate(pGraphExec, graph, instantiateParams->flags, fault);
      instantiateParams->result_out = musaGraphInstantiateSuccess;
    } catch (const ApiError &) {
      instantiateParams->errNode_out = handleOf(fault.node);
      instantiateParams->result_out = fault.result;
      throw;
    }
  });
}

musaError_t musaGraphExecGetFlags(musaGraphExec_t graphExec, unsigned long long *flags) {
  return api([&] {
    require(flags != nullptr);
    *flags = lockedFind(graphExec)->flags;
  });
}

/// Launches that are under way go on.
musaError_t musaGraphExecDestroy(musaGraphExec_t graphExec) {
  return api([&] {
    const std::lock_guard lock(graphMutex());
    removeExecutable(graphExec);
  });
}

/// There is no memory of another kind that it would have to be brought to.
musaError_t musaGraphUpload(musaGraphExec_t graphExec, musaStream_t stream) {
  return api([&] {
    lockedFind(graphExec);
    findStream(stream);
  });
}

musaError_t musaGraphLaunch(musaGraphExec_t graphExec, musaStream_t stream) {
  return api([&] {
    const std::shared_ptr<Executable> found = lockedFind(graphExec);
    const std::shared_ptr<Stream> where = findStream(stream);
    if (isCaptured(*where)) {
      std::shared_ptr<Graph> part;
      {
        const std::lock_guard lock(graphMutex());
        part = found->copyForNode();
      }
      captureWork(*where, ChildWork{std::move(part)});
      return;
    }
    found->launch(*where);
  });
}

musaError_t musaGraphExecUpdate(musaGraphExec_t hGraphExec, musaGraph_t hGraph,
                                musaGraphExecUpdateResultInfo *resultInfo) {
  return api([&] {
    const std::lock_guard lock(graphMutex());
    const std::shared_ptr<Executable> executable = findExecutable(hGraphExec);
    const std::shared_ptr<Graph> graph = findGraph(hGraph);
    require(!graph->isBound);
    const Executable::Difference found = executable->update(*graph);
    if (resultInfo != nullptr)
      *resultInfo = {found.result, handleOf(found.node), handleOf(found.from)};
    require(found.result == musaGraphExecUpdateSuccess, musaErrorGraphExecUpdateFailure);
  });
}

musaError_t musaGraphNodeSetEnabled(musaGraphExec_t hGraphExec, musaGraphNode_t hNode,
                                    unsigned isEnabled) {
  return api([&] {
    const std::lock_guard lock(graphMutex());
    const std::shared_ptr<Executable> found = findExecutable(hGraphExec);
    found->setEnabled(found->nodeOf(findNode(hNode)), isEnabled != 0);
  });
}

musaError_t musaGraphNodeGetEnabled(musaGraphExec_t hGraphExec, musaGraphNode_t hNode,
                                    unsigned *isEnabled) {
  return api([&] {
    require(isEnabled != nullptr);
    const std::lock_guard lock(graphMutex());
    const std::shared_ptr<Executable> found = findExecutable(hGraphExec);
    *isEnabled = found->isEnabled(found->nodeOf(findNode(hNode))) ? 1 : 0;
  });
}

} // extern "C"
