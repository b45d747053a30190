//===- host/driver/graph_parameters.h - parameters of nodes, as the runtime has them -*- C++
//-*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_HOST_DRIVER_GRAPH_PARAMETERS_H
#define MUSAPORT_HOST_DRIVER_GRAPH_PARAMETERS_H

#include "musa.h"
#include "musa_runtime_api.h"

namespace musart {

// Driver -> runtime. These throw DriverError for parameters that are none.

musaKernelNodeParams runtimeParams(const MUSA_KERNEL_NODE_PARAMS *params);
musaMemcpy3DParms runtimeParams(const MUSA_MEMCPY3D *params);
musaMemsetParams runtimeParams(const MUSA_MEMSET_NODE_PARAMS *params);
musaGraphNodeParams runtimeNodeParams(const MUgraphNodeParams *params);
/// The context that the parameters name; may be null.
MUcontext contextOf(const MUgraphNodeParams &params);

// Runtime -> driver.

/// Into parameters that were made of `from`: what the call has stored.
void takeResults(const musaGraphNodeParams &from, MUgraphNodeParams &to);
MUSA_KERNEL_NODE_PARAMS driverParams(const musaKernelNodeParams &params);
MUSA_MEMCPY3D driverParams(const musaMemcpy3DParms &params);
MUSA_MEMSET_NODE_PARAMS driverParams(const musaMemsetParams &params);

} // namespace musart

#endif // MUSAPORT_HOST_DRIVER_GRAPH_PARAMETERS_H
