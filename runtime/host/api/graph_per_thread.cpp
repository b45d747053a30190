//===- host/api/graph_per_thread.cpp - the graph API with a per-thread stream 0 -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// As per_thread_stream.cpp.
//===----------------------------------------------------------------------===//
#include "model/stream.h"
#include "musa_runtime_api.h"

using musart::perThread;

#pragma GCC visibility push(default)
extern "C" {

musaError_t musaStreamBeginCapture_ptsz(musaStream_t stream, musaStreamCaptureMode mode) {
  return perThread([=] { return musaStreamBeginCapture(stream, mode); });
}

musaError_t musaStreamBeginCaptureToGraph_ptsz(musaStream_t stream, musaGraph_t graph,
                                               const musaGraphNode_t *dependencies,
                                               const musaGraphEdgeData *dependencyData,
                                               size_t numDependencies, musaStreamCaptureMode mode) {
  return perThread([=] {
    return musaStreamBeginCaptureToGraph(stream, graph, dependencies, dependencyData,
                                         numDependencies, mode);
  });
}

musaError_t musaStreamEndCapture_ptsz(musaStream_t stream, musaGraph_t *pGraph) {
  return perThread([=] { return musaStreamEndCapture(stream, pGraph); });
}

musaError_t musaStreamIsCapturing_ptsz(musaStream_t stream,
                                       musaStreamCaptureStatus *pCaptureStatus) {
  return perThread([=] { return musaStreamIsCapturing(stream, pCaptureStatus); });
}

musaError_t musaStreamGetCaptureInfo_v2_ptsz(musaStream_t stream,
                                             musaStreamCaptureStatus *captureStatus_out,
                                             unsigned long long *id_out, musaGraph_t *graph_out,
                                             const musaGraphNode_t **dependencies_out,
                                             size_t *numDependencies_out) {
  return perThread([=] {
    return musaStreamGetCaptureInfo_v2(stream, captureStatus_out, id_out, graph_out,
                                       dependencies_out, numDependencies_out);
  });
}

musaError_t musaStreamGetCaptureInfo_ptsz(musaStream_t stream,
                                          musaStreamCaptureStatus *captureStatus_out,
                                          unsigned long long *id_out, musaGraph_t *graph_out,
                                          const musaGraphNode_t **dependencies_out,
                                          size_t *numDependencies_out) {
  return musaStreamGetCaptureInfo_v2_ptsz(stream, captureStatus_out, id_out, graph_out,
                                          dependencies_out, numDependencies_out);
}

musaError_t musaStreamGetCaptureInfo_v3_ptsz(musaStream_t stream,
                                             musaStreamCaptureStatus *captureStatus_out,
                                             unsigned long long *id_out, musaGraph_t *graph_out,
                                             const musaGraphNode_t **dependencies_out,
                                             const musaGraphEdgeData **edgeData_out,
                                             size_t *numDependencies_out) {
  return perThread([=] {
    return musaStreamGetCaptureInfo_v3(stream, captureStatus_out, id_out, graph_out,
                                       dependencies_out, edgeData_out, numDependencies_out);
  });
}

musaError_t musaStreamUpdateCaptureDependencies_ptsz(musaStream_t stream,
                                                     musaGraphNode_t *dependencies,
                                                     size_t numDependencies, unsigned flags) {
  return perThread([=] {
    return musaStreamUpdateCaptureDependencies(stream, dependencies, numDependencies, flags);
  });
}

musaError_t musaStreamUpdateCaptureDependencies_v2_ptsz(musaStream_t stream,
                                                        musaGraphNode_t *dependencies,
                                                        const musaGraphEdgeData *dependencyData,
                                                        size_t numDependencies, unsigned flags) {
  return perThread([=] {
    return musaStreamUpdateCaptureDependencies_v2(stream, dependencies, dependencyData,
                                                  numDependencies, flags);
  });
}

musaError_t musaGraphInstantiateWithParams_ptsz(musaGraphExec_t *pGraphExec, musaGraph_t graph,
                                                musaGraphInstantiateParams *instantiateParams) {
  return perThread(
      [=] { return musaGraphInstantiateWithParams(pGraphExec, graph, instantiateParams); });
}

musaError_t musaGraphUpload_ptsz(musaGraphExec_t graphExec, musaStream_t stream) {
  return perThread([=] { return musaGraphUpload(graphExec, stream); });
}

musaError_t musaGraphLaunch_ptsz(musaGraphExec_t graphExec, musaStream_t stream) {
  return perThread([=] { return musaGraphLaunch(graphExec, stream); });
}

} // extern "C"
#pragma GCC visibility pop
