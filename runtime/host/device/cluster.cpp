//===- host/device/cluster.cpp - what device code asks about its cluster -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "exec/execution.h"
#include "exec/fiber.h"
#include "musa_port/host/queries.h"

#include <optional>

namespace musart {
namespace {

/// The shared memory of a cluster's blocks.
struct ClusterMemory {
  char *begin;
  size_t stride; ///< from block to block
  size_t size;   ///< of a block
  unsigned blocks;

  struct Place {
    unsigned rank;
    size_t offset;
  };
  std::optional<Place> placeOf(const void *address) const {
    // What is in front of `begin` becomes too large a number.
    const size_t distance =
        reinterpret_cast<uintptr_t>(address) - reinterpret_cast<uintptr_t>(begin);
    if (distance / stride >= blocks || distance % stride >= size)
      return std::nullopt;
    return Place{static_cast<unsigned>(distance / stride), distance % stride};
  }
};

ClusterMemory memoryOf(const __musa_thread &thread, const Execution &execution) {
  const Launch &launch = *execution.launch();
  const __musa_dim cluster = launch.cluster;
  const __musa_dim at = thread.block_idx;
  const unsigned rank =
      at.x % cluster.x + cluster.x * (at.y % cluster.y + cluster.y * (at.z % cluster.z));
  const size_t stride = execution.sharedMemory().strideBytes();
  return {thread.shared - rank * stride, stride, launch.sharedBytes(), launch.blocksPerCluster()};
}

} // namespace
} // namespace musart

using namespace musart;

const __musa_dim *__musa_cluster_dim(const __musa_thread *) {
  static constexpr __musa_dim none{1, 1, 1};
  const Execution *execution = Execution::running();
  return execution == nullptr ? &none : &execution->launch()->cluster;
}

unsigned __musa_cluster_rank_of(const __musa_thread *thread, const void *address) {
  const Execution *execution = Execution::running();
  if (execution == nullptr)
    return ~0U;
  const auto place = memoryOf(*thread, *execution).placeOf(address);
  return place ? place->rank : ~0U;
}

void *__musa_cluster_map(const __musa_thread *thread, const void *address, unsigned rank) {
  const Execution *execution = Execution::running();
  if (execution == nullptr)
    return nullptr;
  const ClusterMemory memory = memoryOf(*thread, *execution);
  const auto place = memory.placeOf(address);
  return place && rank < memory.blocks ? memory.begin + rank * memory.stride + place->offset
                                       : nullptr;
}

void __musa_arrive_at_cluster(__musa_thread *thread, const char *file, unsigned line) {
  const Execution *execution = Execution::running();
  // No thread waits for the cluster if they are no fibers.
  if (execution == nullptr || execution->launch()->kernel->run_thread == nullptr)
    return;
  Fiber &fiber = *reinterpret_cast<Fiber *>(thread);
  fiber.scheduler->arriveAtCluster(fiber, {file, line});
}
