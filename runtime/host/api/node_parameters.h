//===- host/api/node_parameters.h - converts graph node parameters -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_HOST_API_NODE_PARAMETERS_H
#define MUSAPORT_HOST_API_NODE_PARAMETERS_H

#include "model/graph.h"

namespace musart {

// Parameters -> work. These throw the error that the API call returns for such parameters.

Work makeKernelWork(const musaKernelNodeParams *params);
Work makeCopyWork(const musaMemcpy3DParms *params);
Work makeCopyWork(void *dst, const void *src, size_t count, musaMemcpyKind kind);
Work makeCopyToSymbol(const void *symbol, const void *src, size_t count, size_t offset,
                      musaMemcpyKind kind);
Work makeCopyFromSymbol(void *dst, const void *symbol, size_t count, size_t offset,
                        musaMemcpyKind kind);
Work makeFillWork(const musaMemsetParams *params);
Work makeHostWork(const musaHostNodeParams *params);
/// Copies the graph, or takes it. Call this under graphMutex().
Work makeChildWork(musaGraph_t graph, musaGraphChildGraphNodeOwnership ownership);
/// Makes the bodies. Call this under graphMutex().
Work makeConditionalWork(const musaConditionalNodeParams &params);
Work makeRecordWork(musaEvent_t event);
Work makeWaitWork(musaEvent_t event);
/// Allocates memory and stores its address in the parameters.
Work makeAllocateWork(musaMemAllocNodeParams *params);
Work makeFreeWork(void *address);
/// The generic form, for all kinds of nodes. Call this under graphMutex().
Work makeWork(musaGraphNodeParams &params);
/// The same for a node that exists. Throws musaErrorInvalidValue for what a node keeps: memory that
/// it allocates or frees, a condition, and a graph that was moved into it.
Work makeChangedWork(musaGraphNodeParams &params);

// Work -> parameters.

/// The returned arguments point into `work`.
musaKernelNodeParams paramsOf(KernelWork &work);
musaMemcpy3DParms paramsOf(const CopyWork &work);
musaMemsetParams paramsOf(const FillWork &work);

} // namespace musart

#endif // MUSAPORT_HOST_API_NODE_PARAMETERS_H
