//===- host/model/graph.h - graphs of operations ----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A graph is a value that the API builds, node by node or by a capture (graph_capture.h). Nothing
// in it runs; graph_exec.h makes what runs of it.
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

class Device;
class Graph;
class GraphMemory;

// What a node does, in the order of Work and with what its parameters can be asked for.

struct KernelWork {
  RunKernel run;
  std::map<musaLaunchAttributeID, musaLaunchAttributeValue> attributes;
  std::vector<void *> argumentAddresses; ///< into `run`, for musaGraphKernelNodeGetParams
};
struct CopyWork {
  Copy copy;
  std::optional<musaMemcpy3DParms> parameters; ///< as the program gave them
};
struct FillWork {
  Fill fill;
};
struct HostWork {
  CallHost call;
};
struct ChildWork {
  std::shared_ptr<Graph> graph; ///< the node's own
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

using Work = std::variant<KernelWork, CopyWork, FillWork, HostWork, ChildWork, EmptyWork, WaitWork,
                          RecordWork, AllocateWork, FreeWork>;
musaGraphNodeType typeOf(const Work &work);

struct Node {
  Graph *graph = nullptr; ///< null once it is destroyed
  Device *device = nullptr;
  uint64_t id = 0;         ///< of all nodes of the program, increasing
  uint64_t clonedFrom = 0; ///< the id of the node that this is a copy of; 0: of none
  Work work;
  std::vector<Node *> dependencies; ///< in the order in which they were added
  std::vector<Node *> dependents;
};

class Graph {
public:
  Graph() = default;
  Graph(const Graph &) = delete;
  Graph &operator=(const Graph &) = delete;
  ~Graph();

  /// Throws musaErrorInvalidValue for a dependency of another graph, or one that is given twice.
  Node &add(Work work, Device &device, const std::vector<Node *> &dependencies);
  void remove(Node &node);
  void addEdge(Node &from, Node &to);
  void removeEdge(Node &from, Node &to);
  static bool hasEdge(const Node &from, const Node &to);

  /// In the order in which they were added.
  const std::vector<std::shared_ptr<Node>> &nodes() const { return all; }
  /// Each behind its dependencies, else as they were added; nothing if there is a cycle, one of
  /// whose nodes is `*inCycle` then. Looks into the graphs of nodes for cycles as well.
  std::optional<std::vector<Node *>> inOrder(Node **inCycle) const;

  /// A deep copy. Its nodes know what they were copied from.
  std::shared_ptr<Graph> clone() const;

  UserObjects userObjects;

  /// For handles: the graph, its nodes and their graphs become known to the API, or cease to be.
  bool isPublished = false;

private:
  std::vector<std::shared_ptr<Node>> all;
};

/// Whether memory is allocated or freed in it, or in a graph of its nodes.
bool hasMemoryNodes(const Graph &graph);

/// Held while graphs are looked at or changed, and never while operations are put into streams.
std::mutex &graphMutex();

// Handles, under graphMutex(). The finders throw musaErrorInvalidValue.
musaGraph_t publish(const std::shared_ptr<Graph> &graph);
void publishNode(Node &node);
void unpublish(Graph &graph);
std::shared_ptr<Graph> findGraph(musaGraph_t handle);
Node &findNode(musaGraphNode_t handle);
/// Nodes of that graph.
std::vector<Node *> findNodes(const Graph &graph, const musaGraphNode_t *handles, size_t count);
inline musaGraphNode_t handleOf(const Node *node) {
  return reinterpret_cast<musaGraphNode_t>(const_cast<Node *>(node));
}
inline musaGraph_t handleOf(const Graph *graph) {
  return reinterpret_cast<musaGraph_t>(const_cast<Graph *>(graph));
}

} // namespace musart

#endif // MUSAPORT_HOST_MODEL_GRAPH_H
