//===- host/model/graph.cpp -------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "model/graph.h"

#include "model/error.h"

#include <algorithm>
#include <cstring>
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

/// The runtime API has no name for nodes that access words of memory; the driver has the number.
constexpr auto wordsType = static_cast<musaGraphNodeType>(12);

/// The type that each alternative of Work stands for.
constexpr musaGraphNodeType types[] = {
    musaGraphNodeTypeKernel,    musaGraphNodeTypeMemcpy,      musaGraphNodeTypeMemset,
    musaGraphNodeTypeHost,      musaGraphNodeTypeGraph,       musaGraphNodeTypeEmpty,
    musaGraphNodeTypeWaitEvent, musaGraphNodeTypeEventRecord, musaGraphNodeTypeMemAlloc,
    musaGraphNodeTypeMemFree,   musaGraphNodeTypeConditional, wordsType};
static_assert(std::size(types) == std::variant_size_v<Work>);

/// A copy that shares nothing that can change, but for the values of conditions.
Work cloneWork(const Work &work) {
  if (const auto *child = std::get_if<ChildWork>(&work))
    return ChildWork{child->graph->clone(), child->isMoved};
  Work copy = work;
  if (auto *conditional = std::get_if<ConditionalWork>(&copy))
    for (std::shared_ptr<Graph> &body : conditional->bodies)
      body = body->clone();
  return copy;
}

bool isKernel(const Work &work) { return std::holds_alternative<KernelWork>(work); }

/// A kernel can release what depends on it before it has ended.
bool isEdgeData(const musaGraphEdgeData &data, const Work &from) {
  if (isSameData(data, {}))
    return true;
  musaGraphEdgeData known = {};
  known.from_port = data.from_port;
  known.type = data.type;
  if (!isSameData(data, known) || !isKernel(from))
    return false;
  return data.from_port == musaGraphKernelNodePortLaunchCompletion
             ? data.type <= musaGraphDependencyTypeProgrammatic
             : data.from_port == musaGraphKernelNodePortProgrammatic &&
                   data.type == musaGraphDependencyTypeProgrammatic;
}

/// Only other kernels can start before it has ended.
bool isEdgeData(const musaGraphEdgeData &data, const Work &from, const Work &to) {
  return isEdgeData(data, from) &&
         (data.type != musaGraphDependencyTypeProgrammatic || isKernel(to));
}

std::vector<Edge>::const_iterator find(const std::vector<Edge> &edges, const Node &node) {
  return std::find_if(edges.begin(), edges.end(),
                      [&](const Edge &one) { return one.node == &node; });
}

void eraseEdge(std::vector<Edge> &edges, const Node &node) {
  std::erase_if(edges, [&](const Edge &one) { return one.node == &node; });
}

/// Whether it waits for words of memory.
bool waits(const Work &work) {
  const auto *words = std::get_if<WordsWork>(&work);
  if (words == nullptr)
    return std::ranges::any_of(partsOf(work), [](const auto &part) {
      return std::ranges::any_of(part->nodes(), [](const auto &node) { return waits(node->work); });
    });
  return std::ranges::any_of(words->access.accesses, [](const WordAccess &one) {
    return one.kind != WordAccess::Kind::Write && one.kind != WordAccess::Kind::Barrier;
  });
}

} // namespace

std::mutex &graphMutex() {
  static auto *result = new std::mutex;
  return *result;
}

musaGraphNodeType typeOf(const Work &work) { return types[work.index()]; }

std::vector<std::shared_ptr<Graph>> partsOf(const Work &work) {
  if (const auto *child = std::get_if<ChildWork>(&work))
    return {child->graph};
  if (const auto *conditional = std::get_if<ConditionalWork>(&work))
    return conditional->bodies;
  return {};
}

bool isSameData(const musaGraphEdgeData &a, const musaGraphEdgeData &b) {
  return std::memcmp(&a, &b, sizeof a) == 0;
}

Graph::~Graph() {
  for (const std::shared_ptr<Node> &node : all)
    node->graph = nullptr;
}

Node &Graph::add(Work work, Device &device, const std::vector<Edge> &dependencies) {
  for (const Edge &one : dependencies) {
    require(one.node->graph == this && isEdgeData(one.data, one.node->work, work));
    require(&*find(dependencies, *one.node) == &one);
  }
  auto node = std::make_shared<Node>();
  node->graph = this;
  node->device = &device;
  node->id = nextNodeId();
  node->work = std::move(work);
  node->dependencies = dependencies;
  if (const auto *conditional = std::get_if<ConditionalWork>(&node->work))
    conditional->condition->isUsed = true;
  const auto *child = std::get_if<ChildWork>(&node->work);
  for (const std::shared_ptr<Graph> &part : partsOf(node->work)) {
    part->parent = this;
    part->isBound = child == nullptr || child->isMoved;
  }
  all.push_back(node);
  for (const Edge &one : dependencies)
    one.node->dependents.push_back({node.get(), one.data});
  if (isPublished)
    publishNode(*node);
  return *node;
}

void Graph::remove(Node &node) {
  for (const Edge &one : node.dependencies)
    eraseEdge(one.node->dependents, node);
  for (const Edge &one : node.dependents)
    eraseEdge(one.node->dependencies, node);
  node.graph = nullptr;
  if (const auto *conditional = std::get_if<ConditionalWork>(&node.work))
    conditional->condition->isUsed = false;
  published().nodes.erase(handleOf(&node));
  for (const std::shared_ptr<Graph> &part : partsOf(node.work))
    unpublish(*part);
  std::erase_if(all, [&](const auto &one) { return one.get() == &node; });
}

void Graph::addEdge(Node &from, Node &to, const musaGraphEdgeData &data) {
  require(from.graph == this && to.graph == this && &from != &to &&
          find(to.dependencies, from) == to.dependencies.end() &&
          isEdgeData(data, from.work, to.work));
  from.dependents.push_back({&to, data});
  to.dependencies.push_back({&from, data});
}

void Graph::removeEdge(Node &from, Node &to, const musaGraphEdgeData &data) {
  require(from.graph == this && to.graph == this);
  const auto found = find(to.dependencies, from);
  require(found != to.dependencies.end() && isSameData(found->data, data));
  eraseEdge(from.dependents, to);
  eraseEdge(to.dependencies, from);
}

std::optional<std::vector<Node *>> Graph::inOrder(Node **inCycle) const {
  // What waits for memory comes last, since a node that is ready may be what writes it.
  struct Later {
    bool operator()(const Node *a, const Node *b) const {
      return std::pair(waits(a->work), a->id) > std::pair(waits(b->work), b->id);
    }
  };
  std::priority_queue<Node *, std::vector<Node *>, Later> ready;
  std::unordered_map<const Node *, size_t> missing;
  for (const std::shared_ptr<Node> &node : all) {
    for (const std::shared_ptr<Graph> &part : partsOf(node->work))
      if (!part->inOrder(inCycle))
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
    for (const Edge &one : node->dependents) {
      const auto found = missing.find(one.node);
      if (--found->second == 0) {
        missing.erase(found);
        ready.push(one.node);
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
    at = std::find_if(at->dependencies.begin(), at->dependencies.end(), [&](const Edge &one) {
           return missing.count(one.node) != 0;
         })->node;
  if (inCycle != nullptr)
    *inCycle = const_cast<Node *>(at);
  return std::nullopt;
}

std::shared_ptr<Graph> Graph::clone() const {
  auto result = std::make_shared<Graph>();
  result->userObjects = userObjects;
  result->conditions = conditions;
  std::unordered_map<const Node *, Node *> copies;
  for (const std::shared_ptr<Node> &node : all) {
    Node &copy = result->add(cloneWork(node->work), *node->device, {});
    copy.clonedFrom = node->id;
    copies[node.get()] = &copy;
  }
  for (const std::shared_ptr<Node> &node : all) {
    Node &copy = *copies[node.get()];
    for (const Edge &one : node->dependencies)
      copy.dependencies.push_back({copies[one.node], one.data});
    for (const Edge &one : node->dependents)
      copy.dependents.push_back({copies[one.node], one.data});
  }
  return result;
}

namespace {

/// Whether the work of a node in the graph, or in one inside it, is of one of these kinds.
template <typename... Kinds> bool hasAny(const Graph &graph) {
  return std::any_of(graph.nodes().begin(), graph.nodes().end(), [](const auto &node) {
    const auto parts = partsOf(node->work);
    return (std::holds_alternative<Kinds>(node->work) || ...) ||
           std::any_of(parts.begin(), parts.end(),
                       [](const auto &part) { return hasAny<Kinds...>(*part); });
  });
}

} // namespace

bool hasMemoryNodes(const Graph &graph) { return hasAny<AllocateWork, FreeWork>(graph); }
bool canBeCopied(const Graph &graph) {
  return !hasAny<AllocateWork, FreeWork, ConditionalWork>(graph);
}

// ------------------------------------------------------------------------------- handles

void publishNode(Node &node) {
  published().nodes.insert(handleOf(&node));
  for (const std::shared_ptr<Graph> &part : partsOf(node.work))
    publish(part);
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
    for (const std::shared_ptr<Graph> &part : partsOf(node->work))
      unpublish(*part);
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

std::vector<Edge> findNodes(const Graph &graph, const musaGraphNode_t *handles,
                            const musaGraphEdgeData *data, size_t count) {
  require(handles != nullptr || count == 0);
  std::vector<Edge> result;
  for (size_t i = 0; i < count; ++i) {
    Node &node = findNode(handles[i]);
    const musaGraphEdgeData ofEdge = data != nullptr ? data[i] : musaGraphEdgeData{};
    require(node.graph == &graph && isEdgeData(ofEdge, node.work));
    result.push_back({&node, ofEdge});
  }
  return result;
}

} // namespace musart
