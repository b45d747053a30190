//===- host/api/graph_capture.cpp - the stream capture API ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "model/graph_capture.h"

#include "api/error.h"
#include "musa_runtime_api.h"

using namespace musart;

namespace {

/// What a program asks of a capture; null: not that.
struct CaptureInfo {
  unsigned long long *id = nullptr;
  musaGraph_t *graph = nullptr;
  const musaGraphNode_t **dependencies = nullptr;
  const musaGraphEdgeData **edges = nullptr;
  size_t *count = nullptr;
};

void captureInfo(musaStream_t handle, musaStreamCaptureStatus *status, const CaptureInfo &wanted) {
  require(status != nullptr);
  const std::shared_ptr<Stream> stream = findStream(handle);
  const std::lock_guard lock(graphMutex());
  const std::shared_ptr<CaptureBranch> branch = branchOf(*stream);
  *status = musaStreamCaptureStatusNone;
  if (branch == nullptr)
    return;
  *status =
      branch->capture->isValid ? musaStreamCaptureStatusActive : musaStreamCaptureStatusInvalidated;
  if (!branch->capture->isValid)
    return;
  branch->handles.clear();
  branch->edges.clear();
  for (const Edge &one : dependenciesOf(*branch)) {
    require(wanted.dependencies == nullptr || wanted.edges != nullptr || isSameData(one.data, {}),
            musaErrorLossyQuery);
    branch->handles.push_back(handleOf(one.node));
    branch->edges.push_back(one.data);
  }
  if (wanted.id != nullptr)
    *wanted.id = branch->capture->id;
  if (wanted.graph != nullptr)
    *wanted.graph = handleOf(branch->capture->graph.get());
  if (wanted.dependencies != nullptr)
    *wanted.dependencies = branch->handles.data();
  if (wanted.edges != nullptr)
    *wanted.edges = branch->edges.data();
  if (wanted.count != nullptr)
    *wanted.count = branch->handles.size();
}

} // namespace

extern "C" {

musaError_t musaStreamBeginCapture(musaStream_t stream, musaStreamCaptureMode mode) {
  return api([&] {
    const std::shared_ptr<Stream> found = findStream(stream);
    const std::lock_guard lock(graphMutex());
    auto graph = std::make_shared<Graph>();
    beginCapture(found, mode, graph, true, {});
    publish(graph);
  });
}

musaError_t musaStreamBeginCaptureToGraph(musaStream_t stream, musaGraph_t graph,
                                          const musaGraphNode_t *dependencies,
                                          const musaGraphEdgeData *dependencyData,
                                          size_t numDependencies, musaStreamCaptureMode mode) {
  return api([&] {
    const std::shared_ptr<Stream> found = findStream(stream);
    const std::lock_guard lock(graphMutex());
    const std::shared_ptr<Graph> target = findGraph(graph);
    beginCapture(found, mode, target, false,
                 findNodes(*target, dependencies, dependencyData, numDependencies));
  });
}

/// A graph that the program has captured into need not be given back.
musaError_t musaStreamEndCapture(musaStream_t stream, musaGraph_t *pGraph) {
  return api([&] {
    if (pGraph != nullptr)
      *pGraph = nullptr;
    const std::shared_ptr<Stream> found = findStream(stream);
    const std::lock_guard lock(graphMutex());
    const CaptureBranch *branch = found->captured.get();
    require(pGraph != nullptr || (branch != nullptr && !branch->capture->ownsGraph));
    const musaGraph_t graph = handleOf(endCapture(*found).get());
    if (pGraph != nullptr)
      *pGraph = graph;
  });
}

musaError_t musaStreamIsCapturing(musaStream_t stream, musaStreamCaptureStatus *pCaptureStatus) {
  return api([&] { captureInfo(stream, pCaptureStatus, {}); });
}

musaError_t musaStreamGetCaptureInfo_v2(musaStream_t stream,
                                        musaStreamCaptureStatus *captureStatus_out,
                                        unsigned long long *id_out, musaGraph_t *graph_out,
                                        const musaGraphNode_t **dependencies_out,
                                        size_t *numDependencies_out) {
  return api<Context::NotNeeded>([&] {
    return musaStreamGetCaptureInfo_v3(stream, captureStatus_out, id_out, graph_out,
                                       dependencies_out, nullptr, numDependencies_out);
  });
}

musaError_t musaStreamGetCaptureInfo(musaStream_t stream,
                                     musaStreamCaptureStatus *captureStatus_out,
                                     unsigned long long *id_out, musaGraph_t *graph_out,
                                     const musaGraphNode_t **dependencies_out,
                                     size_t *numDependencies_out) {
  return api<Context::NotNeeded>([&] {
    return musaStreamGetCaptureInfo_v2(stream, captureStatus_out, id_out, graph_out,
                                       dependencies_out, numDependencies_out);
  });
}

musaError_t musaStreamGetCaptureInfo_v3(musaStream_t stream,
                                        musaStreamCaptureStatus *captureStatus_out,
                                        unsigned long long *id_out, musaGraph_t *graph_out,
                                        const musaGraphNode_t **dependencies_out,
                                        const musaGraphEdgeData **edgeData_out,
                                        size_t *numDependencies_out) {
  return api([&] {
    captureInfo(stream, captureStatus_out,
                {id_out, graph_out, dependencies_out, edgeData_out, numDependencies_out});
  });
}

musaError_t musaStreamUpdateCaptureDependencies(musaStream_t stream, musaGraphNode_t *dependencies,
                                                size_t numDependencies, unsigned flags) {
  return api<Context::NotNeeded>([&] {
    return musaStreamUpdateCaptureDependencies_v2(stream, dependencies, nullptr, numDependencies,
                                                  flags);
  });
}

musaError_t musaStreamUpdateCaptureDependencies_v2(musaStream_t stream,
                                                   musaGraphNode_t *dependencies,
                                                   const musaGraphEdgeData *dependencyData,
                                                   size_t numDependencies, unsigned flags) {
  return api([&] {
    require(flags <= musaStreamSetCaptureDependencies);
    const std::shared_ptr<Stream> found = findStream(stream);
    const std::lock_guard lock(graphMutex());
    const std::shared_ptr<CaptureBranch> branch = branchOf(*found);
    require(branch != nullptr, musaErrorIllegalState);
    requireValid(*branch->capture);
    const Graph &graph = *branch->capture->graph;
    const std::vector<Edge> nodes = findNodes(graph, dependencies, dependencyData, numDependencies);
    if (flags == musaStreamSetCaptureDependencies)
      branch->last.clear();
    addDependencies(*branch, nodes);
  });
}

musaError_t musaThreadExchangeStreamCaptureMode(musaStreamCaptureMode *mode) {
  return api([&] {
    require(mode != nullptr && *mode >= musaStreamCaptureModeGlobal &&
            *mode <= musaStreamCaptureModeRelaxed);
    *mode = exchangeCaptureMode(*mode);
  });
}

} // extern "C"
