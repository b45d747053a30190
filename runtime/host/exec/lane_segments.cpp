//===- host/exec/lane_segments.cpp - runs kernels that are cut at exchanges -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "exec/lane_segments.h"

#include "exec/segments.h"

#include <algorithm>
#include <array>
#include <bit>
#include <memory>
#include <utility>
#include <vector>

namespace musart {
namespace {

/// A block. Its frames begin with the numbers of its threads' next segments.
struct LaneBlock {
  const __musa_lane_segment *segments;
  const void *parameters;
  char *frames;
  unsigned *next;
  unsigned threads;
  unsigned warpSize;
  bool stepsInX;        ///< the lanes of a warp differ in x alone
  bool takesTurns;      ///< warps do, at each wait
  __musa_thread thread; ///< of the block; which one it is changes
  LaneMemory &memory;
  bool isStuck = false; ///< lanes wait for others that never come

  unsigned runLanes(unsigned at, unsigned first, unsigned count, const __musa_handover &in,
                    __musa_handover &out) {
    if (thread.rank != first)
      placeThread(thread, first);
    memory.first = first;
    memory.count = count;
    return segments[at].run(parameters, &thread, count, frames, &in, &out);
  }
  Place placeOf(unsigned rank) const {
    const __musa_lane_segment &segment = segments[next[rank]];
    return {segment.file, segment.line};
  }
  /// Whether a thread is at the end, or waits for its block.
  bool isBehindWarp(unsigned segment) const {
    return segment == __musa_segment_done ||
           (segment < __musa_segment_apart && segments[segment].width == 0);
  }
};

/// The lanes of group of 32 `quarter` among the first `lanes` of a warp, as a mask.
uint32_t lanesOf(unsigned quarter, unsigned lanes) {
  const unsigned before = quarter * 32;
  if (lanes <= before)
    return 0;
  return lanes - before >= 32 ? ~0U : (1U << (lanes - before)) - 1;
}

/// A warp whose lanes are not all at the same place, and which run one by one.
class PartedWarp {
public:
  /// `out` takes what lanes leave one by one.
  PartedWarp(LaneBlock &block, __musa_handover &out, unsigned first, unsigned lanes)
      : block(block), out(out), first(first), lanes(lanes) {
    for (unsigned lane = 0; lane < lanes; ++lane)
      if (next(lane) == __musa_segment_done)
        states[lane] = State::Behind;
      else
        alive[lane / 32] |= 1U << (lane % 32);
  }

  /// The lanes have come to where they wait, and have left what they exchange.
  void arriveAll(const __musa_handover &left) {
    for (unsigned lane = 0; lane < lanes; ++lane)
      stop(lane, left);
  }

  /// Runs the lanes until all of them are behind the warp, or wait together for an exchange that is
  /// complete. That is the result then.
  LaneExchange *run() {
    for (;;) {
      bool hasRun = false;
      for (unsigned lane = 0; lane < lanes && together == nullptr; ++lane)
        if (states[lane] == State::Ready) {
          runLane(lane);
          hasRun = true;
        }
      if (together != nullptr)
        return together;
      if (!hasRun && !completeStuck())
        return nullptr;
    }
  }

private:
  enum class State : uint8_t { Ready, Waiting, Behind };

  unsigned &next(unsigned lane) { return block.next[first + lane]; }

  void runLane(unsigned lane) {
    LaneExchange *exchange = exchanges[lane];
    block.runLanes(next(lane), first + lane, 1, exchange != nullptr ? exchange->handed : out, out);
    if (exchange != nullptr) {
      --exchange->readers;
      exchanges[lane] = nullptr;
    }
    stop(lane, out);
  }

  void stop(unsigned lane, const __musa_handover &left) {
    if (!block.isBehindWarp(next(lane))) {
      arrive(lane, left);
      return;
    }
    states[lane] = State::Behind;
    if (next(lane) == __musa_segment_done)
      leave(lane);
  }

  /// A lane has returned: nobody waits for it any longer.
  void leave(unsigned lane) {
    const uint32_t bit = 1U << (lane % 32);
    if ((alive[lane / 32] & bit) == 0)
      return;
    alive[lane / 32] &= ~bit;
    for (const auto &exchange : block.memory.exchanges)
      if (exchange->isPending && (exchange->mask & bit) != 0 &&
          lane / exchange->width == exchange->group && exchange->arrived == --exchange->needed)
        complete(*exchange);
  }

  void arrive(unsigned lane, const __musa_handover &left) {
    const __musa_lane_segment &segment = block.segments[next(lane)];
    const unsigned mask = segment.varies != 0 ? left.masks[lane] : segment.mask;
    const unsigned width = segment.varies != 0 ? left.widths[lane] : segment.width;
    const unsigned group = lane / width;
    if (mask != 0 && (mask >> (lane % 32) & 1) == 0)
      failForeignLane(lane, segment);
    LaneExchange &exchange = exchangeOf(segment, mask, width, group);
    __musa_lanes &handed = exchange.handed.groups[group];
    handed.values[lane % width] =
        block.warpSize > 32 ? left.given[lane] : left.groups[group].values[lane % width];
    handed.arrived[lane % width / 32] |= 1U << (lane % 32);
    ++exchange.readers;
    exchanges[lane] = &exchange;
    states[lane] = State::Waiting;
    // Without a mask, nobody else can come if all are there.
    const uint32_t needed = mask == 0 && width == 32
                                ? static_cast<uint32_t>(std::popcount(alive[lane / 32]))
                                : exchange.needed;
    if (++exchange.arrived == needed)
      complete(exchange);
  }

  LaneExchange &exchangeOf(const __musa_lane_segment &segment, uint32_t mask, uint32_t width,
                           uint32_t group) {
    LaneExchange *free = nullptr;
    for (const auto &exchange : block.memory.exchanges) {
      if (exchange->readers == 0)
        free = exchange.get();
      else if (exchange->isPending && exchange->mask == mask && exchange->width == width &&
               exchange->group == group &&
               (mask != 0 || same(placeOf(*exchange->segment), placeOf(segment))))
        return *exchange;
    }
    if (free == nullptr)
      free = block.memory.exchanges.emplace_back(std::make_unique<LaneExchange>()).get();
    free->segment = &segment;
    free->mask = mask;
    free->width = width;
    free->group = group;
    free->arrived = 0;
    free->needed = 0;
    free->number = ++number;
    free->isPending = true;
    std::ranges::fill(free->handed.groups[group].arrived, 0);
    if (mask != 0)
      for (unsigned quarter = group * width / 32; quarter < (group + 1) * width / 32; ++quarter)
        free->needed += static_cast<uint32_t>(std::popcount(alive[quarter] & mask));
    return *free;
  }

  void complete(LaneExchange &exchange) {
    exchange.isPending = false;
    bool isOfAll = exchange.arrived == lanes;
    for (unsigned lane = 0; lane < lanes; ++lane)
      if (exchanges[lane] == &exchange) {
        states[lane] = State::Ready;
        isOfAll = isOfAll && next(lane) == next(0);
      }
    if (isOfAll)
      together = &exchange;
  }

  /// No lane can run. Those that wait for whoever comes go on with those that came: the newest of
  /// such exchanges does, or the first in its file of those that wait there. Then those of a whole
  /// warp of 128, if of each 32 lanes all have come, or none. False: no lane waits for others, or
  /// those never come.
  bool completeStuck() {
    LaneExchange *open = nullptr;
    LaneExchange *wide = nullptr;
    bool isWaiting = false;
    const auto takeNewer = [](LaneExchange *&best, LaneExchange &other) {
      if (best == nullptr || best->number < other.number)
        best = &other;
    };
    for (const auto &exchange : block.memory.exchanges) {
      if (!exchange->isPending)
        continue;
      isWaiting = true;
      if (exchange->mask == 0)
        takeNewer(open, *exchange);
      else if (exchange->width == block.warpSize && cameInWholes(*exchange))
        takeNewer(wide, *exchange);
    }
    if (open != nullptr)
      for (const auto &exchange : block.memory.exchanges)
        if (exchange->isPending && exchange->mask == 0 &&
            exchange->segment->file == open->segment->file &&
            exchange->segment->line < open->segment->line)
          open = exchange.get();
    LaneExchange *chosen = open != nullptr ? open : wide;
    if (chosen != nullptr) {
      complete(*chosen);
      return true;
    }
    if (isWaiting) {
      block.isStuck = true;
      block.memory.clear();
    }
    return false;
  }

  bool cameInWholes(const LaneExchange &exchange) const {
    for (unsigned quarter = 0; quarter < block.warpSize / 32; ++quarter) {
      const uint32_t arrived = exchange.handed.groups[0].arrived[quarter];
      if (arrived != 0 && (alive[quarter] & exchange.mask & ~arrived) != 0)
        return false;
    }
    return true;
  }

  static Place placeOf(const __musa_lane_segment &segment) { return {segment.file, segment.line}; }

  [[noreturn]] void failForeignLane(unsigned lane, const __musa_lane_segment &segment) {
    placeThread(block.thread, first + lane);
    Execution::running()->fail(
        block.thread, KernelFailure::Kind::Divergence,
        keepText("exchanges values between lanes at " + text(placeOf(segment)) +
                 ", but its mask lacks its own lane, " + std::to_string(lane % 32)));
  }

  LaneBlock &block;
  __musa_handover &out;
  unsigned first; ///< rank of the first lane
  unsigned lanes; ///< fewer than a warp's at the end of a block
  std::array<State, maxLanes> states = {};
  std::array<LaneExchange *, maxLanes> exchanges = {}; ///< by lane
  std::array<uint32_t, maxLanes / 32> alive = {};
  uint64_t number = 0; ///< of the last exchange that began
  LaneExchange *together = nullptr;
};

/// A warp whose lanes are at the same place, or not yet known not to be.
class Warp {
public:
  Warp(LaneBlock &block, Turns &turns, unsigned first)
      : block(block), turns(turns), first(first),
        lanes(std::min(block.warpSize, block.threads - first)) {}

  /// All lanes begin with segment `from`, or where each of them is if that is __musa_segment_apart.
  void start(unsigned from) {
    at = from;
    together = lanes;
    left = nullptr;
    isBehind = false;
  }

  /// Runs all lanes to their next waits, or, if they are apart, until they wait for the same again.
  /// Returns whether they go on: no longer if all wait for their block or have returned.
  bool step() {
    if (isBehind)
      return false;
    if (at != __musa_segment_apart && together != 0)
      runOne();
    else
      runParted();
    return !isBehind;
  }

  /// The common next segment of the lanes, which do not go on, or __musa_segment_apart.
  unsigned reached() const { return at; }

private:
  void runOne() {
    __musa_handover &out = turns[1 - turn];
    at = runTogether(at, together, turns[turn], out);
    isBehind = block.isBehindWarp(at);
    if (isBehind)
      return;
    left = &out;
    together = at != __musa_segment_apart ? partOf(block.segments[at], out) : 0;
    if (together != 0)
      turn = 1 - turn;
  }

  void runParted() {
    PartedWarp parted(block, turns[0], first, lanes);
    if (left != nullptr)
      parted.arriveAll(*left);
    left = nullptr;
    LaneExchange *exchange = parted.run();
    isBehind = exchange == nullptr;
    if (isBehind) {
      at = common();
      return;
    }
    at = block.next[first];
    together = lanes;
    turns[turn].groups[0] = exchange->handed.groups[0];
    exchange->readers = 0;
  }

  /// `part`: how many lanes exchanged with each other before.
  unsigned runTogether(unsigned segment, unsigned part, __musa_handover &in, __musa_handover &out) {
    for (unsigned begin = 0; begin < lanes; begin += part) {
      const unsigned count = std::min(part, lanes - begin);
      if (part < lanes)
        in.groups[begin / 32].arrived[0] = lanesOf(0, count) << (begin % 32);
      if (block.stepsInX && count == lanes)
        return block.runLanes(segment, first, lanes, in, out);
      const unsigned step = block.stepsInX ? count : 1;
      for (unsigned lane = begin; lane < begin + count; lane += step)
        block.runLanes(segment, first + lane, step, in, out);
    }
    return common();
  }

  unsigned common() const {
    const unsigned *next = block.next + first;
    return std::all_of(next, next + lanes, [&](unsigned other) { return other == next[0]; })
               ? next[0]
               : unsigned{__musa_segment_apart};
  }

  /// All lanes came to one exchange. Says in `out` who has come, and returns how many lanes, one
  /// after the other, exchange with each other: all of them, or as their masks divide the warp. 0
  /// if their masks do neither.
  unsigned partOf(const __musa_lane_segment &segment, __musa_handover &out) const {
    unsigned mask = segment.mask;
    unsigned width = segment.width;
    bool isOneMask = true;
    if (segment.varies != 0) {
      mask = out.masks[0];
      width = out.widths[0];
      for (unsigned lane = 1; lane < lanes; ++lane) {
        if (out.widths[lane] != width)
          return 0;
        isOneMask = isOneMask && out.masks[lane] == mask;
      }
    }
    if (!isOneMask)
      return width == 32 ? partOf(out.masks) : 0;
    for (unsigned quarter = 0; quarter * 32 < block.warpSize; ++quarter) {
      const uint32_t present = lanesOf(quarter, lanes);
      if (mask != 0 && (present & ~mask) != 0)
        return 0;
      out.groups[quarter * 32 / width].arrived[quarter * 32 % width / 32] = present;
    }
    return lanes;
  }

  /// Masks of 2, 4, 8 or 16 lanes that are side by side; 0 for all others.
  unsigned partOf(const unsigned *masks) const {
    const auto part = static_cast<unsigned>(std::popcount(masks[0]));
    if (!std::has_single_bit(part) || part == 32)
      return 0;
    for (unsigned lane = 0; lane < lanes; ++lane)
      if (masks[lane] != lanesOf(0, part) << (lane % 32 / part * part))
        return 0;
    return part;
  }

  LaneBlock &block;
  Turns &turns;
  unsigned first;
  unsigned lanes;                        ///< fewer than a warp's at the end of a block
  unsigned at = 0;                       ///< the segment that all lanes are at
  unsigned together = 0;                 ///< how many exchanged with each other; 0: unlike ones
  unsigned turn = 0;                     ///< which of them has what was given last
  const __musa_handover *left = nullptr; ///< what lanes have left that are apart now
  bool isBehind = false;
};

/// Who waits for what: the first of each, and how many there are.
std::string waitingText(LaneBlock &block) {
  std::string firstOf[2]; // for the block, for lanes
  unsigned waiting = 0;
  for (unsigned rank = 0; rank < block.threads; ++rank) {
    if (block.next[rank] == __musa_segment_done)
      continue;
    ++waiting;
    const bool forLanes = block.segments[block.next[rank]].width != 0;
    if (!firstOf[forLanes].empty())
      continue;
    placeThread(block.thread, rank);
    firstOf[forLanes] = "\n  block " + text(block.thread.block_idx) + ", thread " +
                        text(block.thread.thread_idx) + " waits for " +
                        (forLanes ? "lanes of the warp" : "the block") + " at " +
                        text(block.placeOf(rank));
  }
  return "no thread can run:" + firstOf[0] + firstOf[1] + "\n  " + std::to_string(waiting) +
         " threads wait in all";
}

/// All threads, up to the next barrier. Warps take turns at each wait for lanes, as a GPU's do, by
/// and large: programs read shared memory behind a barrier, exchange, and write to it again,
/// without another barrier. Where a block has no shared memory, each warp goes on to its barrier,
/// and what it keeps stays in the cache.
unsigned runWarps(LaneBlock &block, std::vector<Warp> &warps, unsigned at) {
  for (Warp &warp : warps)
    warp.start(at);
  if (block.takesTurns) {
    for (bool isGoingOn = true; isGoingOn;) {
      isGoingOn = false;
      for (Warp &warp : warps)
        isGoingOn |= warp.step();
    }
  } else {
    for (Warp &warp : warps)
      while (warp.step()) {
      }
  }
  unsigned any = 0;
  unsigned common = ~0U;
  for (const Warp &warp : warps) {
    any |= warp.reached();
    common &= warp.reached();
  }
  if (block.isStuck)
    Execution::running()->fail(KernelFailure::Kind::Deadlock, keepText(waitingText(block)));
  return any == common ? any : unsigned{__musa_segment_apart};
}

/// All warps of a block; those that do not take turns share what they hand over.
std::vector<Warp> warpsOf(LaneBlock &block) {
  std::vector<Warp> warps;
  for (unsigned first = 0; first < block.threads; first += block.warpSize) {
    const size_t index = block.takesTurns ? warps.size() : 0;
    std::vector<std::unique_ptr<Turns>> &turns = block.memory.turns;
    if (index == turns.size())
      turns.push_back(std::make_unique<Turns>());
    for (__musa_handover &turn : *turns[index]) // as kernels for warps of another size left them
      for (__musa_lanes &group : turn.groups)
        std::ranges::fill(group.arrived, 0);
    warps.emplace_back(block, *turns[index], first);
  }
  return warps;
}

} // namespace
} // namespace musart

void __musa_run_lanes(const __musa_lane_segment *segments, const void *parameters,
                      const __musa_grid *grid, unsigned long first, unsigned long last,
                      unsigned warp_size) {
  musart::LaneMemory &memory = musart::Execution::running()->laneMemory();
  const __musa_dim dim = grid->block_dim;
  musart::LaneBlock block{.segments = segments,
                          .parameters = parameters,
                          .frames = grid->frames,
                          .next = reinterpret_cast<unsigned *>(grid->frames),
                          .threads = dim.x * dim.y * dim.z,
                          .warpSize = warp_size,
                          .stepsInX = dim.x % warp_size == 0 || dim.y * dim.z == 1,
                          .takesTurns =
                              grid->dynamic_shared_offset + grid->dynamic_shared_bytes > 0,
                          .thread = {},
                          .memory = memory};
  block.thread.block_dim = dim;
  block.thread.grid_dim = grid->grid_dim;
  block.thread.shared = grid->shared;
  block.thread.dynamic_shared_offset = grid->dynamic_shared_offset;
  auto warps = musart::warpsOf(block);
  for (unsigned long index = first; index < last; ++index) {
    block.thread.block_idx = {static_cast<unsigned>(index % grid->grid_dim.x),
                              static_cast<unsigned>(index / grid->grid_dim.x % grid->grid_dim.y),
                              static_cast<unsigned>(index / grid->grid_dim.x / grid->grid_dim.y)};
    memory.block = block.thread.block_idx;
    unsigned at = 0;
    do
      at = musart::runWarps(block, warps, at);
    while (at < __musa_segment_apart);
    if (at == __musa_segment_apart)
      while (musart::mayGoOnApart(segments, block.thread, block.next, block.threads))
        musart::runWarps(block, warps, __musa_segment_apart);
  }
  memory.count = 0;
}
