//===- host/api/cluster.h - clusters of blocks ------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_HOST_API_CLUSTER_H
#define MUSAPORT_HOST_API_CLUSTER_H

#include "model/image.h"
#include "model/operation.h"

#include <optional>

namespace musart {

/// Sets the size of the launch's clusters: `asked` for by the launch, the one that the kernel
/// requires, or a block. Throws musaErrorInvalidClusterSize if the kernel requires another one, if
/// the grid does not consist of whole clusters, or if they are too large.
void setCluster(RunKernel &run, std::optional<__musa_dim> asked);

/// Throws if the kernel does not let the attribute be set.
void setClusterAttribute(Function &function, musaFuncAttribute attribute, int value);
void getClusterAttributes(const Function &function, musaFuncAttributes &attributes);

} // namespace musart

#endif // MUSAPORT_HOST_API_CLUSTER_H
