//===- host/api/graph.cpp - the graph API: graphs, nodes and edges -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "model/graph.h"

#include "api/error.h"
#include "musa_runtime_api.h"

#include <algorithm>

using namespace musart;

namespace {

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

/// The same for edges: the nodes at their other ends, and their data. Without a place for data,
/// throws musaErrorLossyQuery if an edge has any but the default.
void giveEdges(const std::vector<Edge> &edges, musaGraphNode_t *list, musaGraphEdgeData *data,
               size_t *count) {
  require(count != nullptr && (data == nullptr || list != nullptr));
  const auto isDefault = [](const Edge &one) { return isSameData(one.data, {}); };
  require(list == nullptr || data != nullptr || std::ranges::all_of(edges, isDefault),
          musaErrorLossyQuery);
  std::vector<Node *> nodes;
  for (size_t i = 0; i < edges.size(); ++i) {
    nodes.push_back(edges[i].node);
    if (data != nullptr && i < *count)
      data[i] = edges[i].data;
  }
  giveNodes(nodes, list, count);
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
                        const musaGraphEdgeData *data, size_t count, Change change,
                        const char *caller = __builtin_FUNCTION()) {
  const auto body = [&] {
    const std::lock_guard lock(graphMutex());
    const std::shared_ptr<Graph> found = findGraph(graph);
    const std::vector<Edge> begins = findNodes(*found, from, nullptr, count);
    const std::vector<Edge> ends = findNodes(*found, to, data, count);
    for (size_t i = 0; i < count; ++i)
      change(*found, *begins[i].node, ends[i]);
  };
  return api(body, nullptr, caller);
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
    const std::shared_ptr<Graph> found = findGraph(graph);
    require(!found->isBound);
    unpublish(*found);
  });
}

musaError_t musaGraphConditionalHandleCreate(musaGraphConditionalHandle *pHandle_out,
                                             musaGraph_t graph, unsigned defaultLaunchValue,
                                             unsigned flags) {
  return api([&] {
    require(pHandle_out != nullptr && (flags & ~unsigned{musaGraphCondAssignDefault}) == 0);
    const std::lock_guard lock(graphMutex());
    const std::shared_ptr<Graph> found = findGraph(graph);
    found->conditions.push_back(
        Condition::make(defaultLaunchValue, (flags & musaGraphCondAssignDefault) != 0));
    *pHandle_out = found->conditions.back()->handle();
  });
}

musaError_t musaGraphClone(musaGraph_t *pGraphClone, musaGraph_t originalGraph) {
  return api([&] {
    require(pGraphClone != nullptr);
    const std::lock_guard lock(graphMutex());
    const std::shared_ptr<Graph> original = findGraph(originalGraph);
    require(canBeCopied(*original), musaErrorNotSupported);
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
  return api<Context::NotNeeded>(
      [&] { return musaGraphGetEdges_v2(graph, from, to, nullptr, numEdges); });
}

musaError_t musaGraphGetEdges_v2(musaGraph_t graph, musaGraphNode_t *from, musaGraphNode_t *to,
                                 musaGraphEdgeData *edgeData, size_t *numEdges) {
  return api([&] {
    require(numEdges != nullptr && (from == nullptr) == (to == nullptr));
    const std::lock_guard lock(graphMutex());
    std::vector<Node *> begins;
    std::vector<Edge> ends;
    for (Node *node : nodesOf(*findGraph(graph), false))
      for (const Edge &edge : node->dependents) {
        begins.push_back(node);
        ends.push_back(edge);
      }
    size_t count = *numEdges;
    giveEdges(ends, to, edgeData, numEdges);
    giveNodes(begins, from, &count);
  });
}

musaError_t musaGraphAddDependencies(musaGraph_t graph, const musaGraphNode_t *from,
                                     const musaGraphNode_t *to, size_t numDependencies) {
  return api<Context::NotNeeded>(
      [&] { return musaGraphAddDependencies_v2(graph, from, to, nullptr, numDependencies); });
}

musaError_t musaGraphAddDependencies_v2(musaGraph_t graph, const musaGraphNode_t *from,
                                        const musaGraphNode_t *to,
                                        const musaGraphEdgeData *edgeData, size_t numDependencies) {
  return changeEdges(graph, from, to, edgeData, numDependencies,
                     [](Graph &found, Node &begin, const Edge &edge) {
                       found.addEdge(begin, *edge.node, edge.data);
                     });
}

musaError_t musaGraphRemoveDependencies(musaGraph_t graph, const musaGraphNode_t *from,
                                        const musaGraphNode_t *to, size_t numDependencies) {
  return api<Context::NotNeeded>(
      [&] { return musaGraphRemoveDependencies_v2(graph, from, to, nullptr, numDependencies); });
}

musaError_t musaGraphRemoveDependencies_v2(musaGraph_t graph, const musaGraphNode_t *from,
                                           const musaGraphNode_t *to,
                                           const musaGraphEdgeData *edgeData,
                                           size_t numDependencies) {
  return changeEdges(graph, from, to, edgeData, numDependencies,
                     [](Graph &found, Node &begin, const Edge &edge) {
                       found.removeEdge(begin, *edge.node, edge.data);
                     });
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
  return api<Context::NotNeeded>([&] {
    return musaGraphNodeGetDependencies_v2(node, pDependencies, nullptr, pNumDependencies);
  });
}

musaError_t musaGraphNodeGetDependencies_v2(musaGraphNode_t node, musaGraphNode_t *pDependencies,
                                            musaGraphEdgeData *edgeData, size_t *pNumDependencies) {
  return api([&] {
    const std::lock_guard lock(graphMutex());
    giveEdges(findNode(node).dependencies, pDependencies, edgeData, pNumDependencies);
  });
}

musaError_t musaGraphNodeGetDependentNodes(musaGraphNode_t node, musaGraphNode_t *pDependentNodes,
                                           size_t *pNumDependentNodes) {
  return api<Context::NotNeeded>([&] {
    return musaGraphNodeGetDependentNodes_v2(node, pDependentNodes, nullptr, pNumDependentNodes);
  });
}

musaError_t musaGraphNodeGetDependentNodes_v2(musaGraphNode_t node,
                                              musaGraphNode_t *pDependentNodes,
                                              musaGraphEdgeData *edgeData,
                                              size_t *pNumDependentNodes) {
  return api([&] {
    const std::lock_guard lock(graphMutex());
    giveEdges(findNode(node).dependents, pDependentNodes, edgeData, pNumDependentNodes);
  });
}

musaError_t musaGraphDestroyNode(musaGraphNode_t node) {
  return api([&] {
    const std::lock_guard lock(graphMutex());
    Node &found = findNode(node);
    found.graph->remove(found);
  });
}

} // extern "C"
