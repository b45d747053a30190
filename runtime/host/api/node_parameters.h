//===- host/api/node_parameters.h - what a graph's nodes do, as programs say it --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_HOST_API_NODE_PARAMETERS_H
#define MUSAPORT_HOST_API_NODE_PARAMETERS_H

#include "model/graph.h"

namespace musart {

// Parameters to work. They throw what a call with such parameters returns.

Work makeKernelWork(const musaKernelNodeParams *params);
Work makeCopyWork(const musaMemcpy3DParms *params);
Work makeCopyWork(void *dst, const void *src, size_t count, musaMemcpyKind kind);
Work makeCopyToSymbol(const void *symbol, const void *src, size_t count, size_t offset,
                      musaMemcpyKind kind);
Work makeCopyFromSymbol(void *dst, const void *symbol, size_t count, size_t offset,
                        musaMemcpyKind kind);
Work makeFillWork(const musaMemsetParams *params);
Work makeHostWork(const musaHostNodeParams *params);
/// A copy of the graph. Under graphMutex().
Work makeChildWork(musaGraph_t graph);
Work makeRecordWork(musaEvent_t event);
Work makeWaitWork(musaEvent_t event);
/// Allocates, and says in the parameters where.
Work makeAllocateWork(musaMemAllocNodeParams *params);
Work makeFreeWork(void *address);
/// The general form of all kinds. Under graphMutex().
Work makeWork(musaGraphNodeParams &params);

// Work to parameters.

/// The arguments are in the work.
musaKernelNodeParams paramsOf(KernelWork &work);
musaMemcpy3DParms paramsOf(const CopyWork &work);
musaMemsetParams paramsOf(const FillWork &work);

} // namespace musart

#endif // MUSAPORT_HOST_API_NODE_PARAMETERS_H
