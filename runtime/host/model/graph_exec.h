//===- host/model/graph_exec.h - graphs that can be launched ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_HOST_MODEL_GRAPH_EXEC_H
#define MUSAPORT_HOST_MODEL_GRAPH_EXEC_H

#include "model/graph.h"
#include "model/stream.h"

#include <unordered_map>
#include <unordered_set>

namespace musart {

/// An instantiated graph: a copy of a graph, and the list of operations that a launch puts into a
/// stream as one. What the program changes in it holds for the launches that follow.
class Executable {
public:
  /// Under graphMutex(), as all but launch(). Throws musaErrorInvalidValue if there is a cycle,
  /// `*inCycle` being one of its nodes.
  Executable(const Graph &graph, unsigned long long flags, Node **inCycle);

  const unsigned long long flags;
  /// A copy that does what a launch does, as a node of another graph. Throws musaErrorNotSupported
  /// if that cannot be one.
  std::shared_ptr<Graph> copyForNode() const;

  void launch(Stream &stream);

  /// The copy of a node of the graph that this was made of. Throws musaErrorInvalidValue.
  Node &nodeOf(const Node &original) const;
  /// Changes what a node does; throws musaErrorInvalidValue if it may not be changed to that.
  void setWork(Node &node, Work work);
  bool isEnabled(const Node &node) const { return disabled.count(&node) == 0; }
  void setEnabled(const Node &node, bool enabled);

  struct Difference {
    musaGraphExecUpdateResult result = musaGraphExecUpdateSuccess;
    const Node *node = nullptr; ///< of the other graph
    const Node *from = nullptr; ///< that it depends on, where an edge differs
  };
  /// Takes over what the nodes of another graph of the same shape do, or changes nothing.
  Difference update(const Graph &other);

private:
  /// The operations in order; a launch fills in what only it knows.
  struct Program {
    std::vector<Step> steps;
    struct EventStep {
      size_t step;
      std::shared_ptr<Event> event;
      bool records;
    };
    std::vector<EventStep> events;
    std::vector<std::shared_ptr<GraphMemory>> memory;    ///< that the steps use
    std::vector<std::shared_ptr<GraphMemory>> allocated; ///< and not freed by the graph itself
    std::vector<void *> freed;                           ///< but not allocated by the graph
    UserObjects userObjects;
  };

  std::shared_ptr<const Program> makeProgram() const;
  void append(const Graph &part, Program &program) const;
  void index(const Graph &part);

  std::shared_ptr<Graph> copy;
  std::unordered_map<uint64_t, Node *> byOriginal;
  std::unordered_set<const Node *> disabled;
  std::shared_ptr<const Program> program; ///< null: to be made
  std::mutex launching;                   ///< launches are in streams in the order of their moments
  std::shared_ptr<Moment> lastLaunch;
};

// Handles, under graphMutex(). What is no handle throws musaErrorInvalidValue.
musaGraphExec_t addExecutable(std::shared_ptr<Executable> executable);
void removeExecutable(musaGraphExec_t handle);
std::shared_ptr<Executable> findExecutable(musaGraphExec_t handle);

} // namespace musart

#endif // MUSAPORT_HOST_MODEL_GRAPH_EXEC_H
