//===- host/driver/graph_exec.cpp - capture and instantiated graphs in the driver API -*- C++
//-*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "driver/forward.h"

using namespace musart;

namespace {

/// The runtime has another type for 64 bits.
unsigned long long *numbers(uint64_t *of) { return reinterpret_cast<unsigned long long *>(of); }

} // namespace

extern "C" {

// ------------------------------------------------------------------------------- capture

MUresult muStreamBeginCapture(MUstream hStream, MUstreamCaptureMode mode) {
  return forward<musaStreamBeginCapture>()(hStream, mode);
}
MUresult muStreamBeginCaptureToGraph(MUstream hStream, MUgraph hGraph,
                                     const MUgraphNode *dependencies,
                                     const MUgraphEdgeData *dependencyData, size_t numDependencies,
                                     MUstreamCaptureMode mode) {
  return forward<musaStreamBeginCaptureToGraph>()(hStream, hGraph, dependencies, dependencyData,
                                                  numDependencies, mode);
}
MUresult muStreamEndCapture(MUstream hStream, MUgraph *phGraph) {
  return forward<musaStreamEndCapture>()(hStream, phGraph);
}
MUresult muStreamIsCapturing(MUstream hStream, MUstreamCaptureStatus *captureStatus) {
  return forward<musaStreamIsCapturing>()(hStream, captureStatus);
}

MUresult muStreamGetCaptureInfo(MUstream hStream, MUstreamCaptureStatus *captureStatus_out,
                                uint64_t *id_out, MUgraph *graph_out,
                                const MUgraphNode **dependencies_out, size_t *numDependencies_out) {
  return muStreamGetCaptureInfo_v3(hStream, captureStatus_out, id_out, graph_out, dependencies_out,
                                   nullptr, numDependencies_out);
}
MUresult muStreamGetCaptureInfo_v3(MUstream hStream, MUstreamCaptureStatus *captureStatus_out,
                                   uint64_t *id_out, MUgraph *graph_out,
                                   const MUgraphNode **dependencies_out,
                                   const MUgraphEdgeData **edgeData_out,
                                   size_t *numDependencies_out) {
  return forward<musaStreamGetCaptureInfo_v3>()(hStream, captureStatus_out, numbers(id_out),
                                                graph_out, dependencies_out, edgeData_out,
                                                numDependencies_out);
}
MUresult muStreamUpdateCaptureDependencies(MUstream hStream, MUgraphNode *dependencies,
                                           size_t numDependencies, unsigned flags) {
  return muStreamUpdateCaptureDependencies_v2(hStream, dependencies, nullptr, numDependencies,
                                              flags);
}
MUresult muStreamUpdateCaptureDependencies_v2(MUstream hStream, MUgraphNode *dependencies,
                                              const MUgraphEdgeData *dependencyData,
                                              size_t numDependencies, unsigned flags) {
  return forward<musaStreamUpdateCaptureDependencies_v2>()(hStream, dependencies, dependencyData,
                                                           numDependencies, flags);
}
MUresult muThreadExchangeStreamCaptureMode(MUstreamCaptureMode *mode) {
  return forward<musaThreadExchangeStreamCaptureMode, Needs::Init>()(mode);
}

// ------------------------------------------------------------------------------- instantiated
// graphs

MUresult muGraphInstantiateWithFlags(MUgraphExec *phGraphExec, MUgraph hGraph,
                                     unsigned long long flags) {
  return forward<musaGraphInstantiateWithFlags>()(phGraphExec, hGraph, flags);
}
MUresult muGraphInstantiateWithParams(MUgraphExec *phGraphExec, MUgraph hGraph,
                                      MUSA_GRAPH_INSTANTIATE_PARAMS *instantiateParams) {
  return forward<musaGraphInstantiateWithParams>()(phGraphExec, hGraph, instantiateParams);
}
MUresult muGraphExecGetFlags(MUgraphExec hGraphExec, uint64_t *flags) {
  return forward<musaGraphExecGetFlags, Needs::Init>()(hGraphExec, numbers(flags));
}
MUresult muGraphExecDestroy(MUgraphExec hGraphExec) {
  return forward<musaGraphExecDestroy, Needs::Init>()(hGraphExec);
}
MUresult muGraphUpload(MUgraphExec hGraphExec, MUstream hStream) {
  return forward<musaGraphUpload>()(hGraphExec, hStream);
}
MUresult muGraphLaunch(MUgraphExec hGraphExec, MUstream hStream) {
  return forward<musaGraphLaunch>()(hGraphExec, hStream);
}

MUresult muGraphExecUpdate(MUgraphExec hGraphExec, MUgraph hGraph,
                           MUgraphExecUpdateResultInfo *resultInfo) {
  return driver<Needs::Init>(
      [&] { return musaGraphExecUpdate(hGraphExec, hGraph, same(resultInfo)); });
}
MUresult muGraphNodeSetEnabled(MUgraphExec hGraphExec, MUgraphNode hNode, unsigned isEnabled) {
  return forward<musaGraphNodeSetEnabled, Needs::Init>()(hGraphExec, hNode, isEnabled);
}
MUresult muGraphNodeGetEnabled(MUgraphExec hGraphExec, MUgraphNode hNode, unsigned *isEnabled) {
  return forward<musaGraphNodeGetEnabled, Needs::Init>()(hGraphExec, hNode, isEnabled);
}

// For muGetProcAddress: musa.h means the other function by this name.
#undef muGraphInstantiate
#pragma GCC visibility push(default)
MUresult muGraphInstantiate(MUgraphExec *phGraphExec, MUgraph hGraph, unsigned long long flags) {
  return muGraphInstantiateWithFlags(phGraphExec, hGraph, flags);
}
#pragma GCC visibility pop

} // extern "C"
