//===- host/exec/lane_segments.h - what runs kernels that are cut at exchanges -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_HOST_EXEC_LANE_SEGMENTS_H
#define MUSAPORT_HOST_EXEC_LANE_SEGMENTS_H

#include "exec/block.h"
#include "musa_port/host/lane_segments.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace musart {

/// An exchange of a warp whose lanes do not stay together.
struct LaneExchange {
  __musa_handover handed;
  const __musa_lane_segment *segment = nullptr; ///< behind the wait of the first lane that came
  uint32_t mask = 0;
  uint32_t width = 0;
  uint32_t group = 0; ///< which of the warp's groups of `width` lanes
  uint32_t arrived = 0;
  uint32_t needed = 0;  ///< lanes to wait for; 0: wait until no other lane can run
  uint32_t readers = 0; ///< lanes that wait, or may still read `handed`; 0: it is free
  uint64_t number = 0;  ///< later ones have greater numbers
  bool isPending = false;
};

/// A lane of a warp whose lanes run one by one.
enum class LaneState : uint8_t {
  Ready,
  Waiting, ///< for an exchange
  Behind,  ///< it has returned, or waits for its block
};

/// A warp that is under way.
struct WarpState {
  __musa_handover turns[2]; ///< what lanes hand over, and what they handed over before
  unsigned turn = 0;        ///< which of them was handed over before
  unsigned at = 0;          ///< the segment that all lanes are at, or __musa_segment_apart
  unsigned part = 0;        ///< how many lanes exchanged with each other; 0: unlike ones
  unsigned early = 0;       ///< how many turns its lanes are ahead of other warps'
  bool isParted = false;    ///< its lanes run one by one
  bool isBehind = false;    ///< all of its lanes are

  // Of its lanes, where they run one by one.
  LaneState states[maxLanes] = {};
  LaneExchange *held[maxLanes] = {};  ///< what a lane waits for, or reads next
  uint32_t alive[maxLanes / 32] = {}; ///< a bit for each lane that has not returned
  uint64_t number = 0;                ///< of the last exchange that began
  std::vector<std::unique_ptr<LaneExchange>> exchanges;
};

/// What a CPU thread keeps for such kernels from one block to the next.
struct LaneMemory {
  std::vector<std::unique_ptr<WarpState>> warps;
  // The threads that run: `count` of them, from rank `first` of the block on; 0 outside of kernels.
  __musa_dim block = {};
  unsigned first = 0;
  unsigned count = 0;

  /// Nobody runs, waits or reads any longer.
  void clear() {
    count = 0;
    for (const std::unique_ptr<WarpState> &warp : warps)
      for (const std::unique_ptr<LaneExchange> &exchange : warp->exchanges) {
        exchange->readers = 0;
        exchange->isPending = false;
      }
  }
};

} // namespace musart

#endif // MUSAPORT_HOST_EXEC_LANE_SEGMENTS_H
