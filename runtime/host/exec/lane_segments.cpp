//===- host/exec/lane_segments.cpp - runs kernels that are cut at exchanges -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "exec/lane_segments.h"

#include "exec/segments.h"

#include <algorithm>
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
  unsigned warps;
  bool stepsInX;        ///< the lanes of a warp differ in x alone
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
  PartedWarp(LaneBlock &block, WarpState &warp, unsigned first, unsigned lanes)
      : block(block), warp(warp), first(first), lanes(lanes) {}

  /// The lanes run one by one from now on. `left`: what they have left where they wait; null if
  /// each is at the beginning of a segment.
  void start(const __musa_handover *left) {
    std::ranges::fill(warp.alive, 0);
    std::ranges::fill(warp.held, nullptr);
    for (unsigned lane = 0; lane < lanes; ++lane) {
      const bool isDone = next(lane) == __musa_segment_done;
      warp.states[lane] = isDone ? LaneState::Behind : LaneState::Ready;
      if (!isDone)
        warp.alive[lane / 32] |= 1U << (lane % 32);
    }
    for (unsigned lane = 0; left != nullptr && lane < lanes; ++lane)
      stop(lane, *left);
  }

  /// Runs each lane that can run to its next wait. Returns an exchange if all lanes have come to
  /// it. Sets isBehind if no lane goes on.
  LaneExchange *step() {
    bool hasRun = false;
    for (unsigned lane = 0; lane < lanes && together == nullptr; ++lane)
      if (warp.states[lane] == LaneState::Ready) {
        runLane(lane);
        hasRun = true;
      }
    if (!hasRun && !completeStuck())
      warp.isBehind = true;
    return together;
  }

private:
  unsigned &next(unsigned lane) { return block.next[first + lane]; }

  void runLane(unsigned lane) {
    LaneExchange *exchange = warp.held[lane];
    __musa_handover &out = warp.turns[0];
    block.runLanes(next(lane), first + lane, 1, exchange != nullptr ? exchange->handed : out, out);
    if (exchange != nullptr) {
      --exchange->readers;
      warp.held[lane] = nullptr;
    }
    stop(lane, out);
  }

  void stop(unsigned lane, const __musa_handover &left) {
    if (!block.isBehindWarp(next(lane))) {
      arrive(lane, left);
      return;
    }
    warp.states[lane] = LaneState::Behind;
    if (next(lane) == __musa_segment_done)
      leave(lane);
  }

  /// A lane has returned: nobody waits for it any longer.
  void leave(unsigned lane) {
    const uint32_t bit = 1U << (lane % 32);
    if ((warp.alive[lane / 32] & bit) == 0)
      return;
    warp.alive[lane / 32] &= ~bit;
    for (const auto &exchange : warp.exchanges)
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
    warp.held[lane] = &exchange;
    warp.states[lane] = LaneState::Waiting;
    // Without a mask, nobody else can come if all are there.
    const uint32_t needed = mask == 0 && width == 32
                                ? static_cast<uint32_t>(std::popcount(warp.alive[lane / 32]))
                                : exchange.needed;
    if (++exchange.arrived == needed)
      complete(exchange);
  }

  LaneExchange &exchangeOf(const __musa_lane_segment &segment, uint32_t mask, uint32_t width,
                           uint32_t group) {
    LaneExchange *free = nullptr;
    for (const auto &exchange : warp.exchanges) {
      if (exchange->readers == 0)
        free = exchange.get();
      else if (exchange->isPending && exchange->mask == mask && exchange->width == width &&
               exchange->group == group &&
               (mask != 0 || same(placeOf(*exchange->segment), placeOf(segment))))
        return *exchange;
    }
    if (free == nullptr)
      free = warp.exchanges.emplace_back(std::make_unique<LaneExchange>()).get();
    free->segment = &segment;
    free->mask = mask;
    free->width = width;
    free->group = group;
    free->arrived = 0;
    free->needed = 0;
    free->number = ++warp.number;
    free->isPending = true;
    std::ranges::fill(free->handed.groups[group].arrived, 0);
    if (mask != 0)
      for (unsigned quarter = group * width / 32; quarter < (group + 1) * width / 32; ++quarter)
        free->needed += static_cast<uint32_t>(std::popcount(warp.alive[quarter] & mask));
    return *free;
  }

  void complete(LaneExchange &exchange) {
    exchange.isPending = false;
    bool isOfAll = exchange.arrived == lanes;
    for (unsigned lane = 0; lane < lanes; ++lane)
      if (warp.held[lane] == &exchange) {
        warp.states[lane] = LaneState::Ready;
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
    for (const auto &exchange : warp.exchanges) {
      if (!exchange->isPending)
        continue;
      isWaiting = true;
      if (exchange->mask == 0)
        takeNewer(open, *exchange);
      else if (exchange->width == block.warpSize && cameInWholes(*exchange))
        takeNewer(wide, *exchange);
    }
    if (open != nullptr)
      for (const auto &exchange : warp.exchanges)
        if (exchange->isPending && exchange->mask == 0 &&
            exchange->segment->file == open->segment->file &&
            exchange->segment->line < open->segment->line)
          open = exchange.get();
    LaneExchange *chosen = open != nullptr ? open : wide;
    if (chosen != nullptr) {
      complete(*chosen);
      return true;
    }
    block.isStuck |= isWaiting;
    return false;
  }

  bool cameInWholes(const LaneExchange &exchange) const {
    for (unsigned quarter = 0; quarter < block.warpSize / 32; ++quarter) {
      const uint32_t arrived = exchange.handed.groups[0].arrived[quarter];
      if (arrived != 0 && (warp.alive[quarter] & exchange.mask & ~arrived) != 0)
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
  WarpState &warp;
  unsigned first;
  unsigned lanes;
  LaneExchange *together = nullptr; ///< all lanes have come to it
};

/// A warp, whose lanes run together as long as they are at the same place.
class Warp {
public:
  /// `index`: which of the block's warps it is.
  Warp(LaneBlock &block, WarpState &state, unsigned index)
      : block(block), state(state), first(index * block.warpSize),
        lanes(std::min(block.warpSize, block.threads - first)) {}

  /// All lanes begin with segment `at`, or where each of them is if that is __musa_segment_apart.
  void start(unsigned at) {
    state.at = at;
    state.part = lanes;
    state.early = 0;
    state.isBehind = false;
    state.isParted = at == __musa_segment_apart;
    if (state.isParted)
      parted().start(nullptr);
  }

  /// Runs each lane to its next wait. Returns false if none goes on: all of them have returned, or
  /// wait for their block.
  bool step() {
    if (state.early > 0)
      --state.early;
    else if (!state.isBehind)
      state.isParted ? runParted() : runAll();
    return !state.isBehind;
  }

  /// The common next segment of the lanes, which do not go on, or __musa_segment_apart.
  unsigned reached() const { return state.at; }

private:
  PartedWarp parted() { return {block, state, first, lanes}; }

  void runAll() {
    __musa_handover &out = state.turns[1 - state.turn];
    if (block.stepsInX && lanes == 32 && state.part == lanes)
      state.early = block.segments[state.at].early;
    state.at = runTogether(state.turns[state.turn], out);
    if (state.at == __musa_segment_apart_at_once) {
      state.at = __musa_segment_apart;
      state.early = 0;
    }
    state.isBehind = block.isBehindWarp(state.at);
    if (state.isBehind)
      return;
    state.part = state.at != __musa_segment_apart ? partOf(block.segments[state.at], out) : 0;
    state.isParted = state.part == 0;
    if (state.isParted)
      parted().start(&out);
    else
      state.turn = 1 - state.turn;
  }

  void runParted() {
    if (LaneExchange *exchange = parted().step()) {
      state.isParted = false;
      state.at = block.next[first];
      state.part = lanes;
      state.turns[state.turn].groups[0] = exchange->handed.groups[0];
      exchange->readers = 0;
    } else if (state.isBehind) {
      state.at = common();
    }
  }

  unsigned runTogether(__musa_handover &in, __musa_handover &out) {
    const unsigned segment = state.at;
    const unsigned part = state.part;
    for (unsigned begin = 0; begin < lanes; begin += part) {
      const unsigned count = std::min(part, lanes - begin);
      if (part < lanes)
        in.groups[begin / 32].common = {lanesOf(0, count) << (begin % 32), 0, 0};
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
      __musa_lanes &group = out.groups[quarter * 32 / width];
      if (width == 32)
        group.common = {present, 0, 0};
      else
        group.arrived[quarter * 32 % width / 32] = present;
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
  WarpState &state;
  unsigned first; ///< rank of the first lane
  unsigned lanes; ///< fewer than a warp's at the end of a block
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

/// What threads have come to: all to the same segment, or to different ones.
struct Reached {
  unsigned any = 0;
  unsigned common = ~0U;
  void add(unsigned segment) {
    any |= segment;
    common &= segment;
  }
  unsigned segment() const { return any == common ? any : unsigned{__musa_segment_apart}; }
};

/// All threads, from a barrier to the next. Warps take turns at each wait for lanes. On a GPU they
/// go on about together, and programs rely on it: what a warp reads behind a barrier, another
/// overwrites after an exchange, with no barrier between.
Reached runInTurns(LaneBlock &block, unsigned at) {
  const auto warp = [&](unsigned i) { return Warp(block, *block.memory.warps[i], i); };
  for (unsigned i = 0; i < block.warps; ++i)
    warp(i).start(at);
  for (bool goesOn = true; goesOn;) {
    goesOn = false;
    for (unsigned i = 0; i < block.warps; ++i)
      goesOn |= warp(i).step();
  }
  Reached reached;
  for (unsigned i = 0; i < block.warps; ++i)
    reached.add(warp(i).reached());
  return reached;
}

/// All threads, from the beginning to the first barrier. Warps have nothing to do with each other
/// yet. Each runs to its end, so that what it keeps stays in the cache.
Reached runFirst(LaneBlock &block) {
  Reached reached;
  for (unsigned i = 0; i < block.warps; ++i) {
    Warp warp(block, *block.memory.warps[0], i);
    warp.start(0);
    while (warp.step()) {
    }
    reached.add(warp.reached());
  }
  return reached;
}

/// Returns the common next segment of all threads, or a value of segments.h.
unsigned runWarps(LaneBlock &block, unsigned at) {
  const Reached reached = at == 0 ? runFirst(block) : runInTurns(block, at);
  if (block.isStuck) {
    block.memory.clear();
    Execution::running()->fail(KernelFailure::Kind::Deadlock, keepText(waitingText(block)));
  }
  return reached.segment();
}

/// Makes room for the warps of the block.
void prepare(const LaneBlock &block) {
  std::vector<std::unique_ptr<WarpState>> &warps = block.memory.warps;
  while (warps.size() < block.warps)
    warps.push_back(std::make_unique<WarpState>());
  for (const std::unique_ptr<WarpState> &warp : warps)
    for (__musa_handover &turn : warp->turns) // as kernels for warps of another size left them
      for (__musa_lanes &group : turn.groups)
        std::ranges::fill(group.arrived, 0);
}

} // namespace
} // namespace musart

void __musa_run_lanes(const __musa_lane_segment *segments, const void *parameters,
                      const __musa_grid *grid, unsigned long first, unsigned long last,
                      unsigned warp_size) {
  musart::LaneMemory &memory = musart::Execution::running()->laneMemory();
  const __musa_dim dim = grid->block_dim;
  const unsigned threads = dim.x * dim.y * dim.z;
  musart::LaneBlock block{.segments = segments,
                          .parameters = parameters,
                          .frames = grid->frames,
                          .next = reinterpret_cast<unsigned *>(grid->frames),
                          .threads = threads,
                          .warpSize = warp_size,
                          .warps = (threads + warp_size - 1) / warp_size,
                          .stepsInX = dim.x % warp_size == 0 || dim.y * dim.z == 1,
                          .thread = {},
                          .memory = memory};
  block.thread.block_dim = dim;
  block.thread.grid_dim = grid->grid_dim;
  block.thread.shared = grid->shared;
  block.thread.dynamic_shared_offset = grid->dynamic_shared_offset;
  musart::prepare(block);
  for (unsigned long index = first; index < last; ++index) {
    block.thread.block_idx = {static_cast<unsigned>(index % grid->grid_dim.x),
                              static_cast<unsigned>(index / grid->grid_dim.x % grid->grid_dim.y),
                              static_cast<unsigned>(index / grid->grid_dim.x / grid->grid_dim.y)};
    memory.block = block.thread.block_idx;
    unsigned at = 0;
    do
      at = musart::runWarps(block, at);
    while (at < __musa_segment_apart);
    if (at == __musa_segment_apart)
      while (musart::mayGoOnApart(segments, block.thread, block.next, block.threads))
        musart::runWarps(block, __musa_segment_apart);
  }
  memory.count = 0;
}
