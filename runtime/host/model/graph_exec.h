//===- host/model/graph_exec.h - executable graphs --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_HOST_MODEL_GRAPH_EXEC_H
#define MUSAPORT_HOST_MODEL_GRAPH_EXEC_H

#include "model/graph.h"
#include "model/stream.h"

#include <unordered_map>
#include <unordered_set>

namespace musart {

/// An instantiated graph: a copy of a graph, and the operations that a launch submits to a stream
/// as one operation. Changes affect later launches only.
class Executable {
public:
  /// Why a graph cannot be instantiated.
  struct Fault {
    musaGraphInstantiateResult result = musaGraphInstantiateError;
    const Node *node = nullptr;
  };
  /// Call this, and everything except launch(), under graphMutex(). If the graph cannot be
  /// instantiated, this throws, and `fault` says why.
  Executable(const Graph &graph, unsigned long long flags, Fault &fault);

  const unsigned long long flags;
  /// A copy to be a node of another graph; running it does the same as a launch. Throws
  /// musaErrorNotSupported if the graph cannot be a child graph.
  std::shared_ptr<Graph> copyForNode() const;

  void launch(Stream &stream);

  /// The copy of `original`, a node of the graph this was instantiated from. Throws
  /// musaErrorInvalidValue.
  Node &nodeOf(const Node &original) const;
  /// Changes the work of a node; throws musaErrorInvalidValue if that change is not allowed.
  void setWork(Node &node, Work work);
  bool isEnabled(const Node &node) const { return disabled.count(&node) == 0; }
  void setEnabled(const Node &node, bool enabled);

  struct Difference {
    musaGraphExecUpdateResult result = musaGraphExecUpdateSuccess;
    const Node *node = nullptr; ///< node of the other graph
    const Node *from = nullptr; ///< its dependency, if an edge differs
  };
  /// Takes over the work of the nodes of `other` if it has the same shape; otherwise changes
  /// nothing.
  Difference update(const Graph &other);

private:
  /// The operations in order; each launch fills in its own data.
  struct Program {
    std::vector<Step> steps;
    struct EventStep {
      size_t step;
      std::shared_ptr<Event> event;
      bool records;
    };
    std::vector<EventStep> events;
    std::vector<std::shared_ptr<GraphMemory>> memory;    ///< memory used by the steps
    std::vector<std::shared_ptr<GraphMemory>> allocated; ///< not freed by the graph itself
    std::vector<void *> freed;                           ///< freed, but not allocated by the graph
    std::vector<std::shared_ptr<Condition>> conditions;
    UserObjects userObjects;
  };

  std::shared_ptr<const Program> makeProgram() const;
  void append(const Graph &part, Program &program) const;
  void append(const ConditionalWork &conditional, Device *device, Program &program) const;
  void index(const Graph &part);

  std::shared_ptr<Graph> copy;
  std::unordered_map<uint64_t, Node *> byOriginal;
  std::unordered_set<const Node *> disabled;
  std::shared_ptr<const Program> program; ///< null: not built yet
  std::mutex launching; ///< makes launches enter streams in the order of their moments
  std::shared_ptr<Moment> lastLaunch;
};

// Handles; call these under graphMutex(). An invalid handle throws musaErrorInvalidValue.
musaGraphExec_t addExecutable(std::shared_ptr<Executable> executable);
void removeExecutable(musaGraphExec_t handle);
std::shared_ptr<Executable> findExecutable(musaGraphExec_t handle);

} // namespace musart

#endif // MUSAPORT_HOST_MODEL_GRAPH_EXEC_H
