//===- musa_port/host/graph_overloads.h - other forms of the graph API --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// graph_api.h includes it. A program is written for one of CUDA's versions, which differ in the
// parameters that some functions have.
//===----------------------------------------------------------------------===//
#ifndef MUSA_PORT_HOST_GRAPH_OVERLOADS_H
#define MUSA_PORT_HOST_GRAPH_OVERLOADS_H

#include "musa_port/host/graph_api.h"
#include "musa_port/host/symbol_address.h"

/// CUDA 11's form. It also returns the node that cannot be run, and a text that says why.
static inline musaError_t musaGraphInstantiate(musaGraphExec_t *pGraphExec, musaGraph_t graph,
                                               musaGraphNode_t *pErrorNode, char *pLogBuffer,
                                               size_t bufferSize) {
  musaGraphInstantiateParams parameters = {0, nullptr, nullptr, musaGraphInstantiateSuccess};
  const musaError_t status = ::musaGraphInstantiateWithParams(pGraphExec, graph, &parameters);
  if (pErrorNode != nullptr)
    *pErrorNode = parameters.errNode_out;
  if (pLogBuffer != nullptr && bufferSize > 0) {
    const char *text = parameters.result_out == musaGraphInstantiateInvalidStructure
                           ? "the graph has a cycle"
                       : status != musaSuccess ? "the graph cannot be instantiated"
                                               : "";
    size_t length = 0;
    for (; text[length] != '\0' && length + 1 < bufferSize; ++length)
      pLogBuffer[length] = text[length];
    pLogBuffer[length] = '\0';
  }
  return status;
}

/// CUDA 11's form. It returns the node in error and the result through two pointers.
static inline musaError_t musaGraphExecUpdate(musaGraphExec_t hGraphExec, musaGraph_t hGraph,
                                              musaGraphNode_t *hErrorNode_out,
                                              enum musaGraphExecUpdateResult *updateResult_out) {
  musaGraphExecUpdateResultInfo info = {musaGraphExecUpdateSuccess, nullptr, nullptr};
  const musaError_t status = ::musaGraphExecUpdate(hGraphExec, hGraph, &info);
  if (hErrorNode_out != nullptr)
    *hErrorNode_out = info.errorNode;
  if (updateResult_out != nullptr)
    *updateResult_out = info.result;
  return status;
}

// These forms take the variable itself instead of its address.
template <class T>
static inline musaError_t
musaGraphAddMemcpyNodeToSymbol(musaGraphNode_t *pGraphNode, musaGraph_t graph,
                               const musaGraphNode_t *pDependencies, size_t numDependencies,
                               const T &symbol, const void *src, size_t count, size_t offset,
                               musaMemcpyKind kind) {
  return ::musaGraphAddMemcpyNodeToSymbol(pGraphNode, graph, pDependencies, numDependencies,
                                          __musa_port::symbolAddress(symbol), src, count, offset,
                                          kind);
}
template <class T>
static inline musaError_t
musaGraphAddMemcpyNodeFromSymbol(musaGraphNode_t *pGraphNode, musaGraph_t graph,
                                 const musaGraphNode_t *pDependencies, size_t numDependencies,
                                 void *dst, const T &symbol, size_t count, size_t offset,
                                 musaMemcpyKind kind) {
  return ::musaGraphAddMemcpyNodeFromSymbol(pGraphNode, graph, pDependencies, numDependencies, dst,
                                            __musa_port::symbolAddress(symbol), count, offset,
                                            kind);
}
template <class T>
static inline musaError_t
musaGraphMemcpyNodeSetParamsToSymbol(musaGraphNode_t node, const T &symbol, const void *src,
                                     size_t count, size_t offset, musaMemcpyKind kind) {
  return ::musaGraphMemcpyNodeSetParamsToSymbol(node, __musa_port::symbolAddress(symbol), src,
                                                count, offset, kind);
}
template <class T>
static inline musaError_t
musaGraphMemcpyNodeSetParamsFromSymbol(musaGraphNode_t node, void *dst, const T &symbol,
                                       size_t count, size_t offset, musaMemcpyKind kind) {
  return ::musaGraphMemcpyNodeSetParamsFromSymbol(node, dst, __musa_port::symbolAddress(symbol),
                                                  count, offset, kind);
}
template <class T>
static inline musaError_t
musaGraphExecMemcpyNodeSetParamsToSymbol(musaGraphExec_t hGraphExec, musaGraphNode_t node,
                                         const T &symbol, const void *src, size_t count,
                                         size_t offset, musaMemcpyKind kind) {
  return ::musaGraphExecMemcpyNodeSetParamsToSymbol(
      hGraphExec, node, __musa_port::symbolAddress(symbol), src, count, offset, kind);
}
template <class T>
static inline musaError_t
musaGraphExecMemcpyNodeSetParamsFromSymbol(musaGraphExec_t hGraphExec, musaGraphNode_t node,
                                           void *dst, const T &symbol, size_t count, size_t offset,
                                           musaMemcpyKind kind) {
  return ::musaGraphExecMemcpyNodeSetParamsFromSymbol(
      hGraphExec, node, dst, __musa_port::symbolAddress(symbol), count, offset, kind);
}

// CUDA 13's forms. They have data of edges, as the second versions of the functions.
static inline musaError_t musaGraphAddNode(musaGraphNode_t *pGraphNode, musaGraph_t graph,
                                           const musaGraphNode_t *pDependencies,
                                           const musaGraphEdgeData *dependencyData,
                                           size_t numDependencies,
                                           musaGraphNodeParams *nodeParams) {
  return ::musaGraphAddNode_v2(pGraphNode, graph, pDependencies, dependencyData, numDependencies,
                               nodeParams);
}
static inline musaError_t musaGraphAddDependencies(musaGraph_t graph, const musaGraphNode_t *from,
                                                   const musaGraphNode_t *to,
                                                   const musaGraphEdgeData *edgeData,
                                                   size_t numDependencies) {
  return ::musaGraphAddDependencies_v2(graph, from, to, edgeData, numDependencies);
}
static inline musaError_t musaGraphRemoveDependencies(musaGraph_t graph,
                                                      const musaGraphNode_t *from,
                                                      const musaGraphNode_t *to,
                                                      const musaGraphEdgeData *edgeData,
                                                      size_t numDependencies) {
  return ::musaGraphRemoveDependencies_v2(graph, from, to, edgeData, numDependencies);
}
static inline musaError_t musaGraphGetEdges(musaGraph_t graph, musaGraphNode_t *from,
                                            musaGraphNode_t *to, musaGraphEdgeData *edgeData,
                                            size_t *numEdges) {
  return ::musaGraphGetEdges_v2(graph, from, to, edgeData, numEdges);
}
static inline musaError_t musaGraphNodeGetDependencies(musaGraphNode_t node,
                                                       musaGraphNode_t *pDependencies,
                                                       musaGraphEdgeData *edgeData,
                                                       size_t *pNumDependencies) {
  return ::musaGraphNodeGetDependencies_v2(node, pDependencies, edgeData, pNumDependencies);
}
static inline musaError_t musaGraphNodeGetDependentNodes(musaGraphNode_t node,
                                                         musaGraphNode_t *pDependentNodes,
                                                         musaGraphEdgeData *edgeData,
                                                         size_t *pNumDependentNodes) {
  return ::musaGraphNodeGetDependentNodes_v2(node, pDependentNodes, edgeData, pNumDependentNodes);
}
static inline musaError_t
musaStreamUpdateCaptureDependencies(musaStream_t stream, musaGraphNode_t *dependencies,
                                    const musaGraphEdgeData *dependencyData, size_t numDependencies,
                                    unsigned int flags = 0) {
  return ::musaStreamUpdateCaptureDependencies_v2(stream, dependencies, dependencyData,
                                                  numDependencies, flags);
}
static inline musaError_t
musaStreamGetCaptureInfo(musaStream_t stream, musaStreamCaptureStatus *captureStatus_out,
                         unsigned long long *id_out, musaGraph_t *graph_out,
                         const musaGraphNode_t **dependencies_out,
                         const musaGraphEdgeData **edgeData_out, size_t *numDependencies_out) {
  return ::musaStreamGetCaptureInfo_v3(stream, captureStatus_out, id_out, graph_out,
                                       dependencies_out, edgeData_out, numDependencies_out);
}

#endif // MUSA_PORT_HOST_GRAPH_OVERLOADS_H
