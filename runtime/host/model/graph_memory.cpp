//===- host/model/graph_memory.cpp ------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "model/graph_memory.h"

#include "model/allocations.h"
#include "model/device.h"
#include "model/error.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace musart {
namespace {

struct Counts {
  uint64_t used = 0;
  uint64_t usedHigh = 0;
  uint64_t reserved = 0;
  uint64_t reservedHigh = 0;
};

struct State {
  std::mutex mutex;
  std::unordered_map<const void *, std::weak_ptr<GraphMemory>> all;
  std::unordered_map<const GraphMemory *, std::shared_ptr<GraphMemory>> live;
  std::map<const Device *, Counts> counts;
};
State &state() {
  static auto *result = new State;
  return *result;
}

/// So that a program without graphs frees memory without a lock.
std::atomic<size_t> existing = 0;

} // namespace

std::shared_ptr<GraphMemory> GraphMemory::make(Device &device, size_t bytes) {
  require(bytes > 0);
  Allocation request;
  request.size = bytes;
  void *memory = device.allocate(std::move(request));
  std::shared_ptr<GraphMemory> result(new GraphMemory(device, memory, bytes));
  const std::lock_guard lock(state().mutex);
  state().all[memory] = result;
  Counts &counts = state().counts[&device];
  counts.reserved += bytes;
  counts.reservedHigh = std::max(counts.reservedHigh, counts.reserved);
  ++existing;
  return result;
}

GraphMemory::~GraphMemory() { release(); }

void GraphMemory::release() {
  {
    const std::lock_guard lock(state().mutex);
    if (isReleased)
      return;
    isReleased = true;
    --existing;
    state().counts[&home].reserved -= bytes;
    state().all.erase(memory);
  }
  allocations().free(memory, [](const Allocation &) { return true; });
}

std::shared_ptr<GraphMemory> findGraphMemory(const void *address) {
  if (existing == 0)
    return nullptr;
  const std::lock_guard lock(state().mutex);
  const auto found = state().all.find(address);
  return found == state().all.end() ? nullptr : found->second.lock();
}

bool isLive(const GraphMemory &memory) {
  const std::lock_guard lock(state().mutex);
  return state().live.count(&memory) != 0;
}

void setLive(GraphMemory &memory, bool live) {
  std::shared_ptr<GraphMemory> ended; // is destroyed without the lock
  const std::lock_guard lock(state().mutex);
  const auto found = state().live.find(&memory);
  if (live == (found != state().live.end()))
    return;
  Counts &counts = state().counts[&memory.device()];
  if (live) {
    counts.used += memory.size();
    counts.usedHigh = std::max(counts.usedHigh, counts.used);
    state().live[&memory] = memory.shared_from_this();
  } else {
    counts.used -= memory.size();
    ended = std::move(found->second);
    state().live.erase(found);
  }
}

uint64_t graphMemoryAttribute(const Device &device, musaGraphMemAttributeType which) {
  const std::lock_guard lock(state().mutex);
  const Counts &counts = state().counts[&device];
  switch (which) {
  case musaGraphMemAttrUsedMemCurrent:
    return counts.used;
  case musaGraphMemAttrUsedMemHigh:
    return counts.usedHigh;
  case musaGraphMemAttrReservedMemCurrent:
    return counts.reserved;
  case musaGraphMemAttrReservedMemHigh:
    return counts.reservedHigh;
  }
  throw ApiError{musaErrorInvalidValue};
}

void resetGraphMemoryHigh(const Device &device, musaGraphMemAttributeType which) {
  const std::lock_guard lock(state().mutex);
  Counts &counts = state().counts[&device];
  if (which == musaGraphMemAttrUsedMemHigh)
    counts.usedHigh = counts.used;
  else if (which == musaGraphMemAttrReservedMemHigh)
    counts.reservedHigh = counts.reserved;
  else
    throw ApiError{musaErrorInvalidValue};
}

std::shared_ptr<GraphMemory> freeGraphMemory(const void *address) {
  std::shared_ptr<GraphMemory> memory = findGraphMemory(address);
  if (memory != nullptr) {
    require(isLive(*memory));
    setLive(*memory, false);
  }
  return memory;
}

void destroyGraphMemoryOf(const Device &device) {
  std::vector<std::shared_ptr<GraphMemory>> owned;
  {
    const std::lock_guard lock(state().mutex);
    for (const auto &[address, memory] : state().all)
      if (std::shared_ptr<GraphMemory> one = memory.lock(); one && &one->device() == &device)
        owned.push_back(std::move(one));
  }
  for (const std::shared_ptr<GraphMemory> &memory : owned) {
    setLive(*memory, false);
    memory->release();
  }
}

} // namespace musart
