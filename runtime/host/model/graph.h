//===- host/model/graph.h - graphs of operations ----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A graph is a value that the API builds, node by node or by capture (graph_capture.h). It does not
// run itself: graph_exec.h turns it into something that does.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_HOST_MODEL_GRAPH_H
#define MUSAPORT_HOST_MODEL_GRAPH_H

#include "model/operation.h"
#include "model/user_object.h"

#include "musa_runtime_api.h"

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <variant>
#include <vector>

namespace musart {

class Condition;
class Device;
class Graph;
class GraphMemory;

// What a node does, in the order of Work, with the data needed to return its parameters.

struct KernelWork {
  RunKernel run;
  std::map<musaLaunchAttributeID, musaLaunchAttributeValue> attributes;
  std::vector<void *> argumentAddresses; ///< point into `run`; for musaGraphKernelNodeGetParams
};
struct CopyWork {
  Copy copy;
  std::optional<musaMemcpy3DParms> parameters; ///< as given by the program
};
struct FillWork {
  Fill fill;
};
struct HostWork {
  CallHost call;
};
struct ChildWork {
  std::shared_ptr<Graph> graph; ///< owned by the node
  bool isMoved = false;         ///< not a copy: it has been the program's
};
struct ConditionalWork {
  std::shared_ptr<Condition> condition;
  musaGraphConditionalNodeType type = musaGraphCondTypeIf;
  std::vector<std::shared_ptr<Graph>> bodies;        ///< owned by the node
  std::shared_ptr<std::vector<musaGraph_t>> handles; ///< of the bodies, for the program
};
struct EmptyWork {};
struct WaitWork {
  musaEvent_t handle = nullptr;
  std::shared_ptr<Event> event;
};
struct RecordWork {
  musaEvent_t handle = nullptr;
  std::shared_ptr<Event> event;
};
struct AllocateWork {
  musaMemAllocNodeParams parameters;
  std::shared_ptr<GraphMemory> memory;
};
struct FreeWork {
  void *address = nullptr;
};

struct WordsWork {
  AccessWords access;
  std::shared_ptr<const void> parameters; ///< as the driver API was given them
};

using Work = std::variant<KernelWork, CopyWork, FillWork, HostWork, ChildWork, EmptyWork, WaitWork,
                          RecordWork, AllocateWork, FreeWork, ConditionalWork, WordsWork>;
musaGraphNodeType typeOf(const Work &work);
/// The graphs inside a node: a child graph, or the bodies of a conditional node.
std::vector<std::shared_ptr<Graph>> partsOf(const Work &work);

struct Node;

/// An edge as one of its nodes has it.
struct Edge {
  Node *node = nullptr; ///< the other one
  musaGraphEdgeData data = {};
};
bool isSameData(const musaGraphEdgeData &a, const musaGraphEdgeData &b);

struct Node {
  Graph *graph = nullptr; ///< null once it is destroyed
  Device *device = nullptr;
  uint64_t id = 0;         ///< unique in the program, increasing
  uint64_t clonedFrom = 0; ///< the id of the node this was copied from, or 0
  Work work;
  std::vector<Edge> dependencies; ///< in the order they were added
  std::vector<Edge> dependents;
};

class Graph {
public:
  Graph() = default;
  Graph(const Graph &) = delete;
  Graph &operator=(const Graph &) = delete;
  ~Graph();

  /// Throws musaErrorInvalidValue if a dependency is in another graph or given twice, or if an
  /// edge's data is not that of such nodes.
  Node &add(Work work, Device &device, const std::vector<Edge> &dependencies);
  void remove(Node &node);
  void addEdge(Node &from, Node &to, const musaGraphEdgeData &data);
  /// Throws musaErrorInvalidValue if there is no such edge with the same data.
  void removeEdge(Node &from, Node &to, const musaGraphEdgeData &data);

  /// All nodes, in the order they were added.
  const std::vector<std::shared_ptr<Node>> &nodes() const { return all; }
  /// The nodes in topological order, otherwise in the order they were added. Nullopt if there is a
  /// cycle; `*inCycle` is then one of its nodes. Also searches child graphs for cycles.
  std::optional<std::vector<Node *>> inOrder(Node **inCycle) const;

  /// A deep copy. Its nodes record which nodes they were copied from.
  std::shared_ptr<Graph> clone() const;

  UserObjects userObjects;
  /// The conditions that were created for it.
  std::vector<std::shared_ptr<Condition>> conditions;
  /// The graph of the node that owns this one; null: it is the program's.
  const Graph *parent = nullptr;
  /// Whether it can only be run by that node.
  bool isBound = false;

  /// Whether the API knows the graph, its nodes and their child graphs by handles; set by publish()
  /// and unpublish().
  bool isPublished = false;

private:
  std::vector<std::shared_ptr<Node>> all;
};

/// Whether the graph, or one inside it, allocates or frees memory.
bool hasMemoryNodes(const Graph &graph);
/// Whether there can be a copy beside it: a node that allocates, frees or is conditional is one of
/// a kind.
bool canBeCopied(const Graph &graph);

/// Held while graphs are read or changed; never while operations are submitted to streams.
std::mutex &graphMutex();

// Handles; call these under graphMutex(). The find functions throw musaErrorInvalidValue.
musaGraph_t publish(const std::shared_ptr<Graph> &graph);
void publishNode(Node &node);
void unpublish(Graph &graph);
std::shared_ptr<Graph> findGraph(musaGraph_t handle);
Node &findNode(musaGraphNode_t handle);
/// Finds nodes of `graph`. Without data, all edges have the default.
std::vector<Edge> findNodes(const Graph &graph, const musaGraphNode_t *handles,
                            const musaGraphEdgeData *data, size_t count);
inline musaGraphNode_t handleOf(const Node *node) {
  return reinterpret_cast<musaGraphNode_t>(const_cast<Node *>(node));
}
inline musaGraph_t handleOf(const Graph *graph) {
  return reinterpret_cast<musaGraph_t>(const_cast<Graph *>(graph));
}

} // namespace musart

#endif // MUSAPORT_HOST_MODEL_GRAPH_H
