//===- host/driver/graph.cpp - graphs, edges and nodes of any kind in the driver API -*- C++
//-*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "driver/context.h"
#include "driver/forward.h"

using namespace musart;

extern "C" {

// ------------------------------------------------------------------------------- graphs

MUresult muGraphCreate(MUgraph *phGraph, unsigned flags) {
  return forward<musaGraphCreate, Needs::Init>()(phGraph, flags);
}
MUresult muGraphDestroy(MUgraph hGraph) { return forward<musaGraphDestroy, Needs::Init>()(hGraph); }
MUresult muGraphClone(MUgraph *phGraphClone, MUgraph originalGraph) {
  return forward<musaGraphClone, Needs::Init>()(phGraphClone, originalGraph);
}
MUresult muGraphNodeFindInClone(MUgraphNode *phNode, MUgraphNode hOriginalNode,
                                MUgraph hClonedGraph) {
  return forward<musaGraphNodeFindInClone, Needs::Init>()(phNode, hOriginalNode, hClonedGraph);
}
MUresult muGraphGetNodes(MUgraph hGraph, MUgraphNode *nodes, size_t *numNodes) {
  return forward<musaGraphGetNodes, Needs::Init>()(hGraph, nodes, numNodes);
}
MUresult muGraphGetRootNodes(MUgraph hGraph, MUgraphNode *rootNodes, size_t *numRootNodes) {
  return forward<musaGraphGetRootNodes, Needs::Init>()(hGraph, rootNodes, numRootNodes);
}

MUresult muGraphConditionalHandleCreate(MUgraphConditionalHandle *pHandle_out, MUgraph hGraph,
                                        MUcontext ctx, unsigned defaultLaunchValue,
                                        unsigned flags) {
  return driver([&] {
    if (ctx != nullptr)
      deviceOf(ctx); // throws unless it is one
    return musaGraphConditionalHandleCreate(pHandle_out, hGraph, defaultLaunchValue, flags);
  });
}
MUresult muGraphDebugDotPrint(MUgraph hGraph, const char *path, unsigned flags) {
  return forward<musaGraphDebugDotPrint, Needs::Init>()(hGraph, path, flags);
}

// ------------------------------------------------------------------------------- edges

MUresult muGraphGetEdges(MUgraph hGraph, MUgraphNode *from, MUgraphNode *to, size_t *numEdges) {
  return muGraphGetEdges_v2(hGraph, from, to, nullptr, numEdges);
}
MUresult muGraphGetEdges_v2(MUgraph hGraph, MUgraphNode *from, MUgraphNode *to,
                            MUgraphEdgeData *edgeData, size_t *numEdges) {
  return forward<musaGraphGetEdges_v2, Needs::Init>()(hGraph, from, to, edgeData, numEdges);
}

MUresult muGraphAddDependencies(MUgraph hGraph, const MUgraphNode *from, const MUgraphNode *to,
                                size_t numDependencies) {
  return muGraphAddDependencies_v2(hGraph, from, to, nullptr, numDependencies);
}
MUresult muGraphAddDependencies_v2(MUgraph hGraph, const MUgraphNode *from, const MUgraphNode *to,
                                   const MUgraphEdgeData *edgeData, size_t numDependencies) {
  return forward<musaGraphAddDependencies_v2, Needs::Init>()(hGraph, from, to, edgeData,
                                                             numDependencies);
}

MUresult muGraphRemoveDependencies(MUgraph hGraph, const MUgraphNode *from, const MUgraphNode *to,
                                   size_t numDependencies) {
  return muGraphRemoveDependencies_v2(hGraph, from, to, nullptr, numDependencies);
}
MUresult muGraphRemoveDependencies_v2(MUgraph hGraph, const MUgraphNode *from,
                                      const MUgraphNode *to, const MUgraphEdgeData *edgeData,
                                      size_t numDependencies) {
  return forward<musaGraphRemoveDependencies_v2, Needs::Init>()(hGraph, from, to, edgeData,
                                                                numDependencies);
}

MUresult muGraphNodeGetDependencies(MUgraphNode hNode, MUgraphNode *dependencies,
                                    size_t *numDependencies) {
  return muGraphNodeGetDependencies_v2(hNode, dependencies, nullptr, numDependencies);
}
MUresult muGraphNodeGetDependencies_v2(MUgraphNode hNode, MUgraphNode *dependencies,
                                       MUgraphEdgeData *edgeData, size_t *numDependencies) {
  return forward<musaGraphNodeGetDependencies_v2, Needs::Init>()(hNode, dependencies, edgeData,
                                                                 numDependencies);
}

MUresult muGraphNodeGetDependentNodes(MUgraphNode hNode, MUgraphNode *dependentNodes,
                                      size_t *numDependentNodes) {
  return muGraphNodeGetDependentNodes_v2(hNode, dependentNodes, nullptr, numDependentNodes);
}
MUresult muGraphNodeGetDependentNodes_v2(MUgraphNode hNode, MUgraphNode *dependentNodes,
                                         MUgraphEdgeData *edgeData, size_t *numDependentNodes) {
  return forward<musaGraphNodeGetDependentNodes_v2, Needs::Init>()(hNode, dependentNodes, edgeData,
                                                                   numDependentNodes);
}

// ------------------------------------------------------------------------------- nodes of any kind

MUresult muGraphNodeGetType(MUgraphNode hNode, MUgraphNodeType *type) {
  return forward<musaGraphNodeGetType, Needs::Init>()(hNode, type);
}
MUresult muGraphDestroyNode(MUgraphNode hNode) {
  return forward<musaGraphDestroyNode, Needs::Init>()(hNode);
}

// ------------------------------------------------------------------------------- memory, user
// objects

MUresult muDeviceGraphMemTrim(MUdevice device) {
  return forward<musaDeviceGraphMemTrim, Needs::Init>()(device);
}
MUresult muDeviceGetGraphMemAttribute(MUdevice device, MUgraphMem_attribute attr, void *value) {
  return forward<musaDeviceGetGraphMemAttribute, Needs::Init>()(device, attr, value);
}
MUresult muDeviceSetGraphMemAttribute(MUdevice device, MUgraphMem_attribute attr, void *value) {
  return forward<musaDeviceSetGraphMemAttribute, Needs::Init>()(device, attr, value);
}
MUresult muUserObjectCreate(MUuserObject *object_out, void *ptr, MUhostFn destroy,
                            unsigned initialRefcount, unsigned flags) {
  return forward<musaUserObjectCreate, Needs::Init>()(object_out, ptr, destroy, initialRefcount,
                                                      flags);
}
MUresult muUserObjectRetain(MUuserObject object, unsigned count) {
  return forward<musaUserObjectRetain, Needs::Init>()(object, count);
}
MUresult muUserObjectRelease(MUuserObject object, unsigned count) {
  return forward<musaUserObjectRelease, Needs::Init>()(object, count);
}
MUresult muGraphRetainUserObject(MUgraph graph, MUuserObject object, unsigned count,
                                 unsigned flags) {
  return forward<musaGraphRetainUserObject, Needs::Init>()(graph, object, count, flags);
}
MUresult muGraphReleaseUserObject(MUgraph graph, MUuserObject object, unsigned count) {
  return forward<musaGraphReleaseUserObject, Needs::Init>()(graph, object, count);
}

} // extern "C"
