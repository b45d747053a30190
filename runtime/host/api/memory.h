//===- host/api/memory.h - memory of the current device ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_HOST_API_MEMORY_H
#define MUSAPORT_HOST_API_MEMORY_H

#include "model/allocations.h"

#include <cstddef>
#include <initializer_list>

namespace musart {

/// Throws musaErrorMemoryAllocation if no memory can have so many bytes.
size_t product(std::initializer_list<size_t> factors);
/// Null for no bytes. Throws musaErrorMemoryAllocation, and an error while a stream is captured.
void *allocateDevice(size_t size, Allocation::Kind kind = Allocation::Kind::Device,
                     unsigned flags = 0);

} // namespace musart

#endif // MUSAPORT_HOST_API_MEMORY_H
