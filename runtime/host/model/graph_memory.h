//===- host/model/graph_memory.h - what allocation nodes of graphs give --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The memory of an allocation node exists as long as the node, or a graph that was instantiated
// from it, or until it is freed; so that its address is the same in each launch. Operations that
// may use it keep it. Whether a program may use it is decided where the program launches and frees,
// in that order.
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
  /// Frees it before its time, for musaDeviceReset.
  void release();

private:
  GraphMemory(Device &device, void *memory, size_t bytes)
      : home(device), memory(memory), bytes(bytes) {}
  Device &home;
  void *memory;
  size_t bytes;
  bool isReleased = false;
};

/// Begins in an allocation node's memory; null: it does not.
std::shared_ptr<GraphMemory> findGraphMemory(const void *address);
bool isLive(const GraphMemory &memory);
void setLive(GraphMemory &memory, bool live);
uint64_t graphMemoryAttribute(const Device &device, musaGraphMemAttributeType which);
void resetGraphMemoryHigh(const Device &device, musaGraphMemAttributeType which);

/// For musaFree and musaFreeAsync: the memory, not live any more, to be kept until no operation
/// uses it. Null if it is no such memory; throws musaErrorInvalidValue if it is not in use.
std::shared_ptr<GraphMemory> freeGraphMemory(const void *address);
/// For musaDeviceReset.
void destroyGraphMemoryOf(const Device &device);

} // namespace musart

#endif // MUSAPORT_HOST_MODEL_GRAPH_MEMORY_H
