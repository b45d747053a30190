//===- host/model/graph.cpp -------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "model/graph.h"

#include "model/error.h"

#include <algorithm>
#include <queue>
#include <unordered_set>

namespace musart {
namespace {

/// Those that have handles. Never destroyed: programs may keep graphs to the end.
struct Published {
  std::unordered_map<musaGraph_t, std::shared_ptr<Graph>> graphs;
  std::unordered_set<musaGraphNode_t> nodes;
};
Published &published() {
  static auto *result = new Published;
  return *result;
}

uint64_t nextNodeId() {
  static uint64_t last = 0; // under graphMutex()
  return ++last;
}

/// The type that each alternative of Work stands for.
constexpr musaGraphNodeType types[] = {musaGraphNodeTypeKernel,    musaGraphNodeTypeMemcpy,
                                       musaGraphNodeTypeMemset,    musaGraphNodeTypeHost,
                                       musaGraphNodeTypeGraph,     musaGraphNodeTypeEmpty,
                                       musaGraphNodeTypeWaitEvent, musaGraphNodeTypeEventRecord,
                                       musaGraphNodeTypeMemAlloc,  musaGraphNodeTypeMemFree};
static_assert(std::size(types) == std::variant_size_v<Work>);

/// A copy that shares nothing that can change.
Work cloneWork(const Work &work) {
  if (const auto *child = std::get_if<ChildWork>(&work))
    return ChildWork{child->graph->clone()};
  return work;
}

} // namespace

std::mutex &graphMutex() {
  static auto *result = new std::mutex;
  return *result;
}

musaGraphNodeType typeOf(const Work &work) { return types[work.index()]; }

Graph::~Graph() {
  for (const std::shared_ptr<Node> &node : all)
    node->graph = nullptr;
}

Node &Graph::add(Work work, Device &device, const std::vector<Node *> &dependencies) {
  for (size_t i = 0; i < dependencies.size(); ++i) {
    const auto end = dependencies.begin() + static_cast<ptrdiff_t>(i);
    require(dependencies[i]->graph == this &&
            std::find(dependencies.begin(), end, dependencies[i]) == end);
  }
  auto node = std::make_shared<Node>();
  node->graph = this;
  node->device = &device;
  node->id = nextNodeId();
  node->work = std::move(work);
  all.push_back(node);
  for (Node *dependency : dependencies) {
    dependency->dependents.push_back(node.get());
    node->dependencies.push_back(dependency);
  }
  if (isPublished)
    publishNode(*node);
  return *node;
}

void Graph::remove(Node &node) {
  for (Node *dependency : node.dependencies)
    std::erase(dependency->dependents, &node);
  for (Node *dependent : node.dependents)
    std::erase(dependent->dependencies, &node);
  node.graph = nullptr;
  published().nodes.erase(handleOf(&node));
  if (const auto *child = std::get_if<ChildWork>(&node.work))
    unpublish(*child->graph);
  std::erase_if(all, [&](const auto &one) { return one.get() == &node; });
}

bool Graph::hasEdge(const Node &from, const Node &to) {
  return std::find(to.dependencies.begin(), to.dependencies.end(), &from) != to.dependencies.end();
}

void Graph::addEdge(Node &from, Node &to) {
  require(from.graph == this && to.graph == this && &from != &to && !hasEdge(from, to));
  from.dependents.push_back(&to);
  to.dependencies.push_back(&from);
}

void Graph::removeEdge(Node &from, Node &to) {
  require(from.graph == this && to.graph == this && hasEdge(from, to));
  std::erase(from.dependents, &to);
  std::erase(to.dependencies, &from);
}

std::optional<std::vector<Node *>> Graph::inOrder(Node **inCycle) const {
  struct Later {
    bool operator()(const Node *a, const Node *b) const { return a->id > b->id; }
  };
  std::priority_queue<Node *, std::vector<Node *>, Later> ready;
  std::unordered_map<const Node *, size_t> missing;
  for (const std::shared_ptr<Node> &node : all) {
    if (const auto *child = std::get_if<ChildWork>(&node->work))
      if (!child->graph->inOrder(inCycle))
        return std::nullopt;
    if (node->dependencies.empty())
      ready.push(node.get());
    else
      missing[node.get()] = node->dependencies.size();
  }
  std::vector<Node *> result;
  result.reserve(all.size());
  while (!ready.empty()) {
    Node *node = ready.top();
    ready.pop();
    result.push_back(node);
    for (Node *dependent : node->dependents) {
      const auto found = missing.find(dependent);
      if (--found->second == 0) {
        missing.erase(found);
        ready.push(dependent);
      }
    }
  }
  if (missing.empty())
    return result;
  // What is behind a cycle is missing as well; what is in one comes back to itself, or to another
  // that does: of nodes that wait, one waits for the next, until one is met again.
  const Node *at = missing.begin()->first;
  std::unordered_set<const Node *> met;
  while (met.insert(at).second)
    at = *std::find_if(at->dependencies.begin(), at->dependencies.end(),
                       [&](const Node *one) { return missing.count(one) != 0; });
  if (inCycle != nullptr)
    *inCycle = const_cast<Node *>(at);
  return std::nullopt;
}

std::shared_ptr<Graph> Graph::clone() const {
  auto result = std::make_shared<Graph>();
  result->userObjects = userObjects;
  std::unordered_map<const Node *, Node *> copies;
  for (const std::shared_ptr<Node> &node : all) {
    Node &copy = result->add(cloneWork(node->work), *node->device, {});
    copy.clonedFrom = node->id;
    copies[node.get()] = &copy;
  }
  for (const std::shared_ptr<Node> &node : all) {
    Node &copy = *copies[node.get()];
    for (const Node *dependency : node->dependencies)
      copy.dependencies.push_back(copies[dependency]);
    for (const Node *dependent : node->dependents)
      copy.dependents.push_back(copies[dependent]);
  }
  return result;
}

bool hasMemoryNodes(const Graph &graph) {
  return std::any_of(graph.nodes().begin(), graph.nodes().end(), [](const auto &node) {
    if (const auto *child = std::get_if<ChildWork>(&node->work))
      return hasMemoryNodes(*child->graph);
    return std::holds_alternative<AllocateWork>(node->work) ||
           std::holds_alternative<FreeWork>(node->work);
  });
}

// ------------------------------------------------------------------------------- handles

void publishNode(Node &node) {
  published().nodes.insert(handleOf(&node));
  if (const auto *child = std::get_if<ChildWork>(&node.work))
    publish(child->graph);
}

musaGraph_t publish(const std::shared_ptr<Graph> &graph) {
  const musaGraph_t handle = handleOf(graph.get());
  published().graphs[handle] = graph;
  graph->isPublished = true;
  for (const std::shared_ptr<Node> &node : graph->nodes())
    publishNode(*node);
  return handle;
}

void unpublish(Graph &graph) {
  for (const std::shared_ptr<Node> &node : graph.nodes()) {
    published().nodes.erase(handleOf(node.get()));
    if (const auto *child = std::get_if<ChildWork>(&node->work))
      unpublish(*child->graph);
  }
  graph.isPublished = false;
  published().graphs.erase(handleOf(&graph)); // may be the end of it
}

std::shared_ptr<Graph> findGraph(musaGraph_t handle) {
  const auto found = published().graphs.find(handle);
  if (found != published().graphs.end())
    return found->second;
  if (handle != nullptr)
    printMisuse("a graph is used that was destroyed or never created");
  throw ApiError{musaErrorInvalidValue};
}

Node &findNode(musaGraphNode_t handle) {
  if (published().nodes.count(handle) == 0) {
    if (handle != nullptr)
      printMisuse("a graph's node is used that was destroyed or never created");
    throw ApiError{musaErrorInvalidValue};
  }
  return *reinterpret_cast<Node *>(handle);
}

std::vector<Node *> findNodes(const Graph &graph, const musaGraphNode_t *handles, size_t count) {
  require(handles != nullptr || count == 0);
  std::vector<Node *> result;
  for (size_t i = 0; i < count; ++i) {
    Node &node = findNode(handles[i]);
    require(node.graph == &graph);
    result.push_back(&node);
  }
  return result;
}

} // namespace musart
