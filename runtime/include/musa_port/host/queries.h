//===- musa_port/host/queries.h - what device code asks about its launch --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Device code calls these functions of libmusart.
//===----------------------------------------------------------------------===//
#ifndef MUSA_PORT_HOST_QUERIES_H
#define MUSA_PORT_HOST_QUERIES_H

#include "musa_port/host/waiting.h"

extern "C" {

/// The size in bytes of the block's shared memory, static and dynamic.
__MUSA_DEVICE_API unsigned __musa_shared_bytes(const __musa_thread *thread);
/// Whether `address` is on the stack that the thread runs on.
__MUSA_DEVICE_API bool __musa_is_local(const __musa_thread *thread, const void *address);
/// Whether all blocks run at the same time. Only then can a thread wait for the whole grid.
__MUSA_DEVICE_API bool __musa_is_cooperative(const __musa_thread *thread);

/// How many blocks a cluster has in each dimension: one, if the launch has no clusters.
__MUSA_DEVICE_API __attribute__((const)) const __musa_dim *
__musa_cluster_dim(const __musa_thread *thread);
/// The rank in the cluster of the block whose shared memory `address` is in; ~0 if it is in none of
/// the cluster's.
__MUSA_DEVICE_API unsigned __musa_cluster_rank_of(const __musa_thread *thread, const void *address);
/// The same place as `address`, in the shared memory of the cluster's block `rank`; null if there
/// is none.
__MUSA_DEVICE_API void *__musa_cluster_map(const __musa_thread *thread, const void *address,
                                           unsigned rank);

} // extern "C"

#endif // MUSA_PORT_HOST_QUERIES_H
