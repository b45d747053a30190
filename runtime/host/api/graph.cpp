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

} // extern "C"
