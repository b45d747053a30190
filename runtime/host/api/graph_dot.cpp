//===- host/api/graph_dot.cpp - graphs as text for Graphviz -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "api/error.h"
#include "exec/kernel.h"
#include "model/graph.h"

#include <fstream>
#include <sstream>

namespace musart {
namespace {

struct Describer {
  std::string operator()(const KernelWork &work) const {
    const Launch &launch = work.run.launch;
    std::ostringstream text;
    text << "kernel\\n"
         << demangle(launch.kernel->name) << "\\n<<<" << launch.grid.x << ' ' << launch.grid.y
         << ' ' << launch.grid.z << ", " << launch.block.x << ' ' << launch.block.y << ' '
         << launch.block.z << ", " << launch.dynamicSharedBytes << ">>>";
    return text.str();
  }
  std::string operator()(const CopyWork &work) const {
    return "memcpy\\n" + boxText(work.copy.width, work.copy.rows, work.copy.slices);
  }
  std::string operator()(const FillWork &work) const {
    return "memset\\n" + boxText(work.fill.width, work.fill.rows, work.fill.slices);
  }
  std::string operator()(const HostWork &) const { return "host function"; }
  std::string operator()(const ChildWork &) const { return "graph"; }
  std::string operator()(const EmptyWork &) const { return "empty"; }
  std::string operator()(const WaitWork &) const { return "event wait"; }
  std::string operator()(const RecordWork &) const { return "event record"; }
  std::string operator()(const AllocateWork &work) const {
    return "allocate\\n" + std::to_string(work.parameters.bytesize) + " bytes";
  }
  std::string operator()(const FreeWork &) const { return "free"; }
  std::string operator()(const WordsWork &work) const {
    return "memory operations\\n" + std::to_string(work.access.accesses.size());
  }
  std::string operator()(const ConditionalWork &work) const {
    return std::string("conditional\\n") + (work.type == musaGraphCondTypeIf      ? "if"
                                            : work.type == musaGraphCondTypeWhile ? "while"
                                                                                  : "switch");
  }

  static std::string boxText(size_t width, size_t rows, size_t slices) {
    return std::to_string(width) + " x " + std::to_string(rows) + " x " + std::to_string(slices);
  }
};

void print(std::ostream &out, const Graph &graph) {
  for (const std::shared_ptr<Node> &node : graph.nodes()) {
    const std::vector<std::shared_ptr<Graph>> parts = partsOf(node->work);
    if (!parts.empty())
      out << "subgraph cluster_" << node->id << " {\n";
    for (const std::shared_ptr<Graph> &part : parts)
      print(out, *part);
    out << "n" << node->id << " [shape=box, label=\"" << std::visit(Describer{}, node->work)
        << "\"];\n";
    if (!parts.empty())
      out << "}\n";
    for (const Edge &edge : node->dependents)
      out << "n" << node->id << " -> n" << edge.node->id << ";\n";
  }
}

} // namespace
} // namespace musart

using namespace musart;

extern "C" {

/// Always all that there is to say of a node, whatever `flags` ask for.
musaError_t musaGraphDebugDotPrint(musaGraph_t graph, const char *path, unsigned) {
  return api([&] {
    require(path != nullptr);
    const std::lock_guard lock(graphMutex());
    const std::shared_ptr<Graph> found = findGraph(graph);
    std::ofstream out(path);
    require(out.is_open(), musaErrorOperatingSystem);
    out << "digraph graph_1 {\n";
    print(out, *found);
    out << "}\n";
    out.close();
    require(out.good(), musaErrorOperatingSystem);
  });
}

} // extern "C"
