//===- host/api/graph_nodes.h - nodes that only the driver API has --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_HOST_API_GRAPH_NODES_H
#define MUSAPORT_HOST_API_GRAPH_NODES_H

#include "model/graph.h"

namespace musart {

// Nodes that access words of memory. What these return is what the calls of other nodes do.

musaError_t addWordsNode(musaGraphNode_t *node, musaGraph_t graph,
                         const musaGraphNode_t *dependencies, const musaGraphEdgeData *data,
                         size_t count, const WordsWork &work);
musaError_t getWords(musaGraphNode_t node, WordsWork &work);
musaError_t setWords(musaGraphNode_t node, const WordsWork &work);
musaError_t setExecWords(musaGraphExec_t exec, musaGraphNode_t node, const WordsWork &work);

} // namespace musart

#endif // MUSAPORT_HOST_API_GRAPH_NODES_H
