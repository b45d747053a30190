//===- host/exec/block.h - what the threads of a block share ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_HOST_EXEC_BLOCK_H
#define MUSAPORT_HOST_EXEC_BLOCK_H

#include "exec/fiber.h"
#include "musa_port/host/waiting.h"

#include <vector>

namespace musart {

/// The most lanes a warp has, on any architecture.
constexpr unsigned maxLanes = 128;

/// The values that the lanes of a warp exchange at one wait. It is kept until the last of these
/// lanes waits again, because each lane reads the others' values after it is woken.
struct Exchange {
  __musa_lanes handedOver; ///< the values that device code reads
  uint32_t mask = 0;       ///< the participating lanes of each group of 32
  uint32_t lanes = 0;      ///< 32, 64 or 128
  uint32_t group = 0;      ///< which of the warp's groups of `lanes`
  uint32_t arrived = 0;
  uint32_t needed = 0;     ///< lanes to wait for; 0: wait until no other thread can run
  uint32_t references = 0; ///< lanes that may still read `handedOver`
  Place place;
  FiberQueue waiting;
  Exchange *next = nullptr; ///< next in the warp's pending list, or in the free list
};

struct Warp {
  Exchange *pending = nullptr;
  uint32_t alive[maxLanes / 32] = {}; ///< one bit per lane that has not returned
};

/// The barrier of a tile of threads that is larger than a warp.
struct TileBarrier {
  uint32_t first = 0; ///< the rank of its first thread
  uint32_t size = 0;  ///< a power of two; the last tile of a block may be cut short
  uint32_t arrived = 0;
  FiberQueue waiting;
};

/// Blocks whose threads wait for each other, and use each other's shared memory.
struct Cluster {
  unsigned alive = 0; ///< threads that have not returned
  // The cluster's barrier.
  unsigned arrived = 0; ///< of the threads that are alive
  bool isOdd = false;   ///< it has completed an odd number of times
  FiberQueue waiting;
};

struct Block {
  Cluster *cluster = nullptr;
  unsigned threads = 0;
  unsigned alive = 0; ///< threads that have not returned
  // The block's barrier.
  unsigned arrived = 0;
  Place place; ///< where the first thread arrived
  FiberQueue waiting;
  std::vector<Warp> warps;
  std::vector<TileBarrier> tiles; ///< tiles that some thread has waited for
  Fiber *fibers = nullptr;        ///< `threads` of them
};

} // namespace musart

#endif // MUSAPORT_HOST_EXEC_BLOCK_H
