//===- host/exec/scheduler.cpp ----------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "exec/scheduler.h"

#include "exec/barrier_report.h"

#include "exec/stack_switch.h"
#include "musa_port/host/waiting.h"

#include <algorithm>
#include <bit>
#include <cstdlib>

namespace musart {
namespace {

/// As often as this on average the threads of a block look before someone is asked what to do.
constexpr uint64_t yieldsOfThread = 16;

/// So many threads has a block at most, on any device.
constexpr size_t mostOfBlock = 1024;

/// Whose fibers this CPU thread enters: a new stack knows nothing yet.
thread_local Scheduler *starting = nullptr;

Fiber &fiberOf(__musa_thread *thread) { return *reinterpret_cast<Fiber *>(thread); }

} // namespace

Scheduler::Scheduler(const Options &options)
    : warpSize(options.warpSize), warpShift(std::countr_zero(options.warpSize)),
      strict(options.strict), stacks(options.stackBytes), announcer(SwitchAnnouncer::create()) {
  home.scheduler = this;
}

Scheduler::~Scheduler() = default;

inline void Scheduler::switchTo(Fiber &from, Fiber &to) {
  current = &to;
  if (announcer) [[unlikely]]
    announcer->leave(indexOf(from), indexOf(to));
  musart_switch_stack(&from.stack, to.stack);
  if (announcer) [[unlikely]]
    announcer->arrive(indexOf(from));
}

size_t Scheduler::indexOf(const Fiber &fiber) const {
  return &fiber == &home ? SwitchAnnouncer::home : static_cast<size_t>(&fiber - fibers.data());
}

void Scheduler::fiberMain() {
  Scheduler &scheduler = *starting;
  Fiber &self = *scheduler.current;
  if (scheduler.announcer)
    scheduler.announcer->arrive(scheduler.indexOf(self));
  for (;;) {
    scheduler.launch->kernel->run_thread(scheduler.launch->parameters.data(), &self.thread);
    scheduler.finish(self);
  }
}

void Scheduler::makeContexts() {
  if (contextsMade == 0 && announcer)
    announcer->start(stacks, fibers.size());
  for (size_t i = contextsMade; i < fibers.size(); ++i)
    fibers[i].stack = newStack(stacks[i].top, &fiberMain);
  contextsMade = fibers.size();
}

std::optional<KernelFailure> Scheduler::prepare(const Launch &newLaunch, uint64_t clustersAtOnce) {
  launch = &newLaunch;
  const unsigned perCluster = launch->blocksPerCluster();
  const uint64_t blocksAtOnce = clustersAtOnce * perCluster;
  const unsigned threads = launch->threadsPerBlock();
  const size_t count = threads * blocksAtOnce;
  if (count > fibers.size()) {
    contextsMade = 0; // their addresses change
    fibers.clear();
    if (!stacks.reserve(count))
      return KernelFailure{KernelFailure::Kind::Resources,
                           "kernel '" + demangle(launch->kernel->name) +
                               "': no memory for the stacks of its threads, or more of them than "
                               "the system's limit on mappings allows (vm.max_map_count)"};
    fibers.resize(count);
  }
  makeContexts();

  shared.prepare(blocksAtOnce, launch->sharedBytes());
  blocks.resize(blocksAtOnce);
  clusters.resize(clustersAtOnce);
  for (size_t b = 0; b < blocksAtOnce; ++b) {
    Block &block = blocks[b];
    block.cluster = &clusters[b / perCluster];
    block.threads = threads;
    block.fibers = fibers.data() + b * threads;
    block.warps.resize((threads + warpSize - 1) / warpSize);
    unsigned rank = 0;
    for (unsigned z = 0; z < launch->block.z; ++z)
      for (unsigned y = 0; y < launch->block.y; ++y)
        for (unsigned x = 0; x < launch->block.x; ++x) {
          Fiber &fiber = block.fibers[rank];
          fiber.scheduler = this;
          fiber.block = &block;
          fiber.thread.thread_idx = {x, y, z};
          fiber.thread.block_dim = launch->block;
          fiber.thread.grid_dim = launch->grid;
          fiber.thread.rank = rank++;
          fiber.thread.shared = shared.ofBlock(b);
          fiber.thread.dynamic_shared_offset = launch->kernel->dynamic_shared_offset;
        }
  }
  return std::nullopt;
}

/// `slot`: which of those at once it is.
void Scheduler::startCluster(size_t slot, uint64_t index) {
  const unsigned perCluster = launch->blocksPerCluster();
  Cluster &cluster = clusters[slot];
  cluster.alive = perCluster * launch->threadsPerBlock();
  cluster.arrived = 0;
  cluster.isOdd = false;
  cluster.waiting.clear();
  for (unsigned rank = 0; rank < perCluster; ++rank)
    startBlock(blocks[slot * perCluster + rank], blockOfCluster(*launch, index, rank));
}

void Scheduler::startBlock(Block &block, __musa_dim at) {
  block.alive = block.threads;
  block.arrived = 0;
  block.waiting.clear();
  block.tiles.clear();
  for (unsigned w = 0; w < block.warps.size(); ++w) {
    Warp &warp = block.warps[w];
    warp.pending = nullptr;
    for (unsigned quarter = 0; quarter < maxLanes / 32; ++quarter) {
      const unsigned before = w * warpSize + quarter * 32;
      const unsigned lanes = quarter * 32 < warpSize && before < block.threads
                                 ? std::min(32U, block.threads - before)
                                 : 0;
      warp.alive[quarter] = lanes == 32 ? ~0U : (1U << lanes) - 1;
    }
  }
  for (unsigned i = 0; i < block.threads; ++i) {
    Fiber &fiber = block.fibers[i];
    fiber.thread.block_idx = at;
    fiber.exchange = nullptr;
    fiber.hasArrived = false;
    fiber.state = Fiber::State::Ready;
    ready.push(fiber);
  }
  alive += block.threads;
}

std::optional<KernelFailure> Scheduler::runStarted() {
  starting = this;
  if (!ready.empty())
    switchTo(home, ready.pop());
  return finishRun();
}

std::optional<KernelFailure> Scheduler::finishRun() {
  current = nullptr;
  if (failure) {
    contextsMade = 0; // their stacks are as the failure left them
    ready.clear();
    waitingForGrid.clear();
    alive = 0;
    gridArrived = 0;
  }
  freeExchanges = nullptr;
  for (const std::unique_ptr<Exchange> &exchange : exchanges) {
    exchange->next = freeExchanges;
    freeExchanges = exchange.get();
  }
  std::optional<KernelFailure> result;
  std::swap(result, failure);
  return result;
}

KernelFailure Scheduler::abandon(KernelFailure::Kind kind, const std::string &what) {
  failure = KernelFailure{kind, failureText(current, what)};
  return *finishRun();
}

std::optional<KernelFailure> Scheduler::run(const Launch &newLaunch, uint64_t first,
                                            uint64_t last) {
  source = nullptr;
  if (std::optional<KernelFailure> none =
          prepare(newLaunch, newLaunch.cooperative ? last - first : 1))
    return none;
  std::optional<KernelFailure> result;
  if (launch->cooperative) {
    for (uint64_t i = first; i < last; ++i)
      startCluster(i - first, i);
    result = runStarted();
  } else {
    for (uint64_t i = first; i < last && !result; ++i) {
      startCluster(0, i);
      result = runStarted();
    }
  }
  giveBackStacks(newLaunch);
  return result;
}

std::optional<KernelFailure> Scheduler::run(const Launch &newLaunch, ClusterSource &newSource) {
  source = &newSource;
  if (std::optional<KernelFailure> none = prepare(newLaunch, 1))
    return none;
  std::optional<KernelFailure> result;
  while (const std::optional<uint64_t> cluster = source->next()) {
    startCluster(0, *cluster);
    result = runStarted();
    if (result)
      break;
  }
  giveBackStacks(newLaunch);
  return result;
}

/// Those of a large cluster, if other CPU threads lack them then.
void Scheduler::giveBackStacks(const Launch &of) {
  if (of.blocksPerCluster() == 1 || fibers.size() <= mostOfBlock || !stacks.takeMappings())
    return;
  contextsMade = 0;
  fibers.clear();
  stacks.release();
}

inline void Scheduler::runNext(Fiber &from) {
  if (ready.empty() && !completeOpenExchanges() && !completeWideExchanges())
    failStuck();
  Fiber &to = ready.pop();
  to.state = Fiber::State::Ready;
  if (&to != &from)
    switchTo(from, to);
}

inline void Scheduler::releaseBarrier(Block &block) {
  if (block.alive != block.threads && !checkReturned(block)) [[unlikely]]
    abandon();
  block.arrived = 0;
  ready.take(block.waiting);
  idleYields = 0;
}

inline void Scheduler::waitForBlock(Fiber &fiber, Place place) {
  Block &block = *fiber.block;
  fiber.place = place;
  if (block.arrived == 0)
    block.place = place;
  else if (!same(block.place, place))
    failDivergent(fiber);
  if (++block.arrived == block.alive) {
    releaseBarrier(block);
    return;
  }
  fiber.state = Fiber::State::Block;
  block.waiting.push(fiber);
  runNext(fiber);
}

Exchange &Scheduler::newExchange(Warp &warp) {
  Exchange *exchange = freeExchanges;
  if (exchange != nullptr) {
    freeExchanges = exchange->next;
  } else {
    exchanges.push_back(std::make_unique<Exchange>());
    exchange = exchanges.back().get();
  }
  exchange->arrived = 0;
  exchange->references = 0;
  std::fill(std::begin(exchange->handedOver.arrived), std::end(exchange->handedOver.arrived), 0);
  exchange->waiting.clear();
  exchange->next = warp.pending;
  warp.pending = exchange;
  return *exchange;
}

void Scheduler::dropExchange(Fiber &fiber) {
  Exchange *old = fiber.exchange;
  if (old == nullptr)
    return;
  fiber.exchange = nullptr;
  if (--old->references == 0) {
    old->next = freeExchanges;
    freeExchanges = old;
  }
}

void Scheduler::complete(Warp &warp, Exchange &exchange) {
  for (Exchange **link = &warp.pending; *link != nullptr; link = &(*link)->next)
    if (*link == &exchange) {
      *link = exchange.next;
      break;
    }
  ready.take(exchange.waiting);
}

const __musa_lanes *Scheduler::waitForLanes(Fiber &fiber, Place place, uint32_t mask,
                                            uint32_t lanes, uint64_t value) {
  dropExchange(fiber);
  Block &block = *fiber.block;
  const unsigned rank = fiber.thread.rank;
  Warp &warp = block.warps[rank >> warpShift];
  const unsigned laneInWarp = rank & (warpSize - 1);
  const unsigned group = laneInWarp >> std::countr_zero(lanes); // a power of two, as is warpSize
  const unsigned lane = laneInWarp & (lanes - 1);
  fiber.place = place;
  if (mask != 0 && (mask >> (lane % 32) & 1) == 0)
    failForeignLane(fiber, lane % 32);

  Exchange *exchange = warp.pending;
  while (exchange != nullptr &&
         !(exchange->mask == mask && exchange->lanes == lanes && exchange->group == group &&
           (mask != 0 || same(exchange->place, place))))
    exchange = exchange->next;
  if (exchange == nullptr) {
    exchange = &newExchange(warp);
    exchange->mask = mask;
    exchange->lanes = lanes;
    exchange->group = group;
    exchange->place = place;
    exchange->needed = 0;
    if (mask != 0)
      for (unsigned quarter = group * lanes / 32; quarter < (group * lanes + lanes) / 32; ++quarter)
        exchange->needed += static_cast<uint32_t>(std::popcount(warp.alive[quarter] & mask));
  }
  exchange->handedOver.values[lane] = value;
  exchange->handedOver.arrived[lane / 32] |= 1U << (lane % 32);
  ++exchange->references;
  fiber.exchange = exchange;
  // Without a mask, nobody else can come if all are there.
  const uint32_t needed = mask == 0 && lanes == 32
                              ? static_cast<uint32_t>(std::popcount(warp.alive[laneInWarp / 32]))
                              : exchange->needed;
  if (++exchange->arrived == needed) {
    complete(warp, *exchange);
  } else {
    fiber.state = Fiber::State::Lanes;
    exchange->waiting.push(fiber);
    runNext(fiber);
  }
  return &exchange->handedOver;
}

template <typename Condition> bool Scheduler::completeFirst(Condition condition) {
  for (Block &block : blocks)
    for (Warp &warp : block.warps)
      for (Exchange *exchange = warp.pending; exchange != nullptr; exchange = exchange->next)
        if (condition(warp, *exchange)) {
          complete(warp, *exchange);
          return true;
        }
  return false;
}

/// Lanes that wait for whoever comes: nobody else can, now that no thread can run. Of those of a
/// warp in one file, the ones who are behind go first: they may come to where the others are.
bool Scheduler::completeOpenExchanges() {
  for (Block &block : blocks)
    for (Warp &warp : block.warps) {
      Exchange *chosen = nullptr;
      for (Exchange *exchange = warp.pending; exchange != nullptr; exchange = exchange->next)
        if (exchange->mask == 0 &&
            (chosen == nullptr || (exchange->place.file == chosen->place.file &&
                                   exchange->place.line < chosen->place.line)))
          chosen = exchange;
      if (chosen != nullptr) {
        complete(warp, *chosen);
        return true;
      }
    }
  return false;
}

/// Those of a whole warp: code that was written for 32 lanes does not have all 128 come. Of each
/// 32, all must have come, or none.
bool Scheduler::completeWideExchanges() {
  return completeFirst([this](const Warp &warp, const Exchange &exchange) {
    if (exchange.lanes != warpSize)
      return false;
    for (uint32_t quarter = 0; quarter < warpSize / 32; ++quarter) {
      const uint32_t arrived = exchange.handedOver.arrived[quarter];
      if (arrived != 0 && (warp.alive[quarter] & exchange.mask & ~arrived) != 0)
        return false;
    }
    return true;
  });
}

void Scheduler::waitForTile(Fiber &fiber, Place place, uint32_t size) {
  Block &block = *fiber.block;
  const uint32_t first = fiber.thread.rank & ~(size - 1);
  auto tile = std::find_if(block.tiles.begin(), block.tiles.end(), [=](const TileBarrier &other) {
    return other.first == first && other.size == size;
  });
  if (tile == block.tiles.end())
    tile = block.tiles.insert(tile, TileBarrier{.first = first, .size = size, .waiting = {}});
  fiber.place = place;
  if (++tile->arrived == std::min(size, block.threads - first)) {
    tile->arrived = 0;
    ready.take(tile->waiting);
    return;
  }
  fiber.state = Fiber::State::Tile;
  tile->waiting.push(fiber);
  runNext(fiber);
}

inline void Scheduler::releaseBarrierIfAllArrived(Cluster &cluster) {
  if (cluster.alive == 0 || cluster.arrived != cluster.alive)
    return;
  cluster.arrived = 0;
  cluster.isOdd = !cluster.isOdd;
  ready.take(cluster.waiting);
  idleYields = 0;
}

void Scheduler::arriveAtCluster(Fiber &fiber, Place place) {
  Cluster &cluster = *fiber.block->cluster;
  fiber.place = place;
  if (fiber.hasArrived)
    failArrival(fiber);
  fiber.hasArrived = true;
  fiber.arrivedAtOdd = cluster.isOdd;
  ++cluster.arrived;
  releaseBarrierIfAllArrived(cluster);
}

void Scheduler::waitForCluster(Fiber &fiber, Place place) {
  Cluster &cluster = *fiber.block->cluster;
  fiber.place = place;
  if (!fiber.hasArrived)
    failArrival(fiber);
  fiber.hasArrived = false;
  // Until this thread arrives again, the barrier completes once at most.
  if (fiber.arrivedAtOdd != cluster.isOdd)
    return;
  fiber.state = Fiber::State::Cluster;
  cluster.waiting.push(fiber);
  runNext(fiber);
}

void Scheduler::waitForGrid(Fiber &fiber, Place place) {
  fiber.place = place;
  if (!launch->cooperative)
    failNotCooperative(fiber);
  if (++gridArrived == alive) {
    gridArrived = 0;
    ready.take(waitingForGrid);
    return;
  }
  fiber.state = Fiber::State::Grid;
  waitingForGrid.push(fiber);
  runNext(fiber);
}

void Scheduler::yield(Fiber &fiber) {
  if (++idleYields > yieldsOfThread * alive) {
    idleYields = 0;
    completeOpenExchanges(); // all others only look
    if (source != nullptr && !source->mayGoOn())
      failForever();
  }
  if (ready.empty() && !completeOpenExchanges())
    return;
  ready.push(fiber);
  runNext(fiber);
}

void Scheduler::look() {
  if (++looks <= yieldsOfThread * alive)
    return;
  looks = 0;
  if (source != nullptr && !source->mayGoOn())
    failForever();
}

void Scheduler::finish(Fiber &fiber) {
  idleYields = 0;
  dropExchange(fiber);
  Block &block = *fiber.block;
  fiber.state = Fiber::State::Done;
  --alive;
  --block.alive;
  const unsigned rank = fiber.thread.rank;
  Warp &warp = block.warps[rank >> warpShift];
  const unsigned lane = rank & (warpSize - 1);
  warp.alive[lane / 32] &= ~(1U << (lane % 32));
  for (Exchange *exchange = warp.pending; exchange != nullptr;) {
    Exchange *next = exchange->next;
    if (exchange->mask >> (lane % 32) & 1 && lane / exchange->lanes == exchange->group &&
        exchange->arrived == --exchange->needed)
      complete(warp, *exchange);
    exchange = next;
  }
  if (block.alive > 0 && block.arrived == block.alive)
    releaseBarrier(block);
  Cluster &cluster = *block.cluster;
  --cluster.alive;
  if (fiber.hasArrived && fiber.arrivedAtOdd == cluster.isOdd)
    --cluster.arrived; // it counts as one that has returned
  releaseBarrierIfAllArrived(cluster);
  if (alive > 0 && gridArrived == alive) {
    gridArrived = 0;
    ready.take(waitingForGrid);
  }
  if (alive == 0) {
    switchTo(fiber, home);
  } else {
    runNext(fiber);
  }
}

void Scheduler::abandon() {
  switchTo(*current, home);
  std::abort(); // nobody comes back to an abandoned fiber
}

} // namespace musart

using musart::fiberOf;

void __musa_wait_block(__musa_thread *thread, const char *file, unsigned line) {
  musart::Fiber &fiber = fiberOf(thread);
  fiber.scheduler->waitForBlock(fiber, {file, line});
}

const __musa_lanes *__musa_wait_lanes(__musa_thread *thread, unsigned mask, unsigned lanes,
                                      unsigned long value, const char *file, unsigned line) {
  musart::Fiber &fiber = fiberOf(thread);
  return fiber.scheduler->waitForLanes(fiber, {file, line}, mask, lanes, value);
}

void __musa_wait_tile(__musa_thread *thread, unsigned size, const char *file, unsigned line) {
  musart::Fiber &fiber = fiberOf(thread);
  fiber.scheduler->waitForTile(fiber, {file, line}, size);
}

void __musa_wait_cluster(__musa_thread *thread, const char *file, unsigned line) {
  musart::Fiber &fiber = fiberOf(thread);
  fiber.scheduler->waitForCluster(fiber, {file, line});
}

void __musa_wait_grid(__musa_thread *thread, const char *file, unsigned line) {
  musart::Fiber &fiber = fiberOf(thread);
  fiber.scheduler->waitForGrid(fiber, {file, line});
}

void __musa_wait_yield(__musa_thread *thread) {
  musart::Fiber &fiber = fiberOf(thread);
  fiber.scheduler->yield(fiber);
}

void __musa_wait_look(__musa_thread *thread) { musart::fiberOf(thread).scheduler->look(); }
