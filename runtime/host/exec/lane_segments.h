//===- host/exec/lane_segments.h - what runs kernels that are cut at exchanges -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_HOST_EXEC_LANE_SEGMENTS_H
#define MUSAPORT_HOST_EXEC_LANE_SEGMENTS_H

#include "musa_port/host/lane_segments.h"

#include <array>
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

/// What a warp's lanes hand over now, and what they handed over last.
using Turns = std::array<__musa_handover, 2>;

/// What a CPU thread keeps for such kernels from one block to the next.
struct LaneMemory {
  std::vector<std::unique_ptr<Turns>> turns; ///< of the warps that are under way at once
  std::vector<std::unique_ptr<LaneExchange>> exchanges;
  // The threads that run: `count` of them, from rank `first` of the block on; 0 outside of kernels.
  __musa_dim block = {};
  unsigned first = 0;
  unsigned count = 0;

  /// Nobody runs, waits or reads any longer.
  void clear() {
    count = 0;
    for (const std::unique_ptr<LaneExchange> &exchange : exchanges) {
      exchange->readers = 0;
      exchange->isPending = false;
    }
  }
};

} // namespace musart

#endif // MUSAPORT_HOST_EXEC_LANE_SEGMENTS_H
