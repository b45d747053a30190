//===- host/model/graph_memory.h - memory of allocation nodes ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The memory of an allocation node exists until it is freed, or as long as the node or a graph
// instantiated from it exists, so that its address is the same in each launch. Operations that may
// use the memory keep it alive. Whether the program may use it is decided by the order in which the
// program launches and frees.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_HOST_MODEL_GRAPH_MEMORY_H
#define MUSAPORT_HOST_MODEL_GRAPH_MEMORY_H

#include "driver_types.h"
#include "musa_port/host/graph_api.h"

#include <cstddef>
#include <cstdint>
#include <memory>

namespace musart {

class Device;

class GraphMemory : public std::enable_shared_from_this<GraphMemory> {
public:
  static std::shared_ptr<GraphMemory> make(Device &device, size_t bytes);
  GraphMemory(const GraphMemory &) = delete;
  GraphMemory &operator=(const GraphMemory &) = delete;
  ~GraphMemory();

  void *address() const { return memory; }
  size_t size() const { return bytes; }
  Device &device() const { return home; }
  /// Frees it early, for musaDeviceReset.
  void release();

private:
  GraphMemory(Device &device, void *memory, size_t bytes)
      : home(device), memory(memory), bytes(bytes) {}
  Device &home;
  void *memory;
  size_t bytes;
  bool isReleased = false;
};

/// The allocation node's memory that begins at `address`; null if there is none.
std::shared_ptr<GraphMemory> findGraphMemory(const void *address);
bool isLive(const GraphMemory &memory);
void setLive(GraphMemory &memory, bool live);
uint64_t graphMemoryAttribute(const Device &device, musaGraphMemAttributeType which);
void resetGraphMemoryHigh(const Device &device, musaGraphMemAttributeType which);

/// For musaFree and musaFreeAsync: marks the memory as no longer live and returns it; keep it until
/// no operation uses it. Null if `address` is not such memory; throws musaErrorInvalidValue if it
/// is not live.
std::shared_ptr<GraphMemory> freeGraphMemory(const void *address);
/// For musaDeviceReset.
void destroyGraphMemoryOf(const Device &device);

} // namespace musart

#endif // MUSAPORT_HOST_MODEL_GRAPH_MEMORY_H
