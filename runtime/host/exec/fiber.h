//===- host/exec/fiber.h - a device thread that can wait --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_HOST_EXEC_FIBER_H
#define MUSAPORT_HOST_EXEC_FIBER_H

#include "musa_port/host/thread.h"

#include <cstddef>
#include <cstdint>

namespace musart {

class Scheduler;
struct Block;
struct Exchange;

/// Where a thread waits, as the program's source says it.
struct Place {
  const char *file = nullptr;
  unsigned line = 0;
};

/// A line of the cache for what device code reads, and one for what a switch reads and writes.
struct alignas(64) Fiber {
  /// First, so that the pointer that device code has is a pointer to the fiber.
  __musa_thread thread;
  void *stack = nullptr; ///< where it continues, while it does not run
  Fiber *next = nullptr; ///< in the one queue that it is in
  Scheduler *scheduler = nullptr;
  Block *block = nullptr;
  Exchange *exchange = nullptr; ///< of the last exchange with other lanes
  Place place;                  ///< of the last wait
  enum class State : uint8_t { Ready, Block, Lanes, Tile, Grid, Done } state = State::Ready;
};
static_assert(sizeof(Fiber) == 128);

/// Fibers in the order in which they came; takes no memory.
class FiberQueue {
public:
  bool empty() const { return first == nullptr; }
  Fiber *front() const { return first; }
  void push(Fiber &fiber) {
    fiber.next = nullptr;
    if (first == nullptr)
      first = &fiber;
    else
      last->next = &fiber;
    last = &fiber;
  }
  Fiber &pop() {
    Fiber &fiber = *first;
    first = fiber.next;
    return fiber;
  }
  /// All of `other` behind what is here.
  void take(FiberQueue &other) {
    if (other.first == nullptr)
      return;
    if (first == nullptr)
      first = other.first;
    else
      last->next = other.first;
    last = other.last;
    other.first = nullptr;
  }
  void clear() { first = nullptr; }

private:
  Fiber *first = nullptr;
  Fiber *last = nullptr;
};

/// Memory for the stacks of fibers, each with a page below it that must not be touched. All threads
/// of a block wait at the same depth of their stacks, so the distances between stacks are such that
/// the same depth is in other sets of the caches: with stacks 64 KiB apart a barrier costs three
/// times as much.
class FiberStacks {
public:
  /// `bytes`: of each, rounded up.
  explicit FiberStacks(size_t bytes);
  FiberStacks(const FiberStacks &) = delete;
  FiberStacks &operator=(const FiberStacks &) = delete;
  ~FiberStacks();

  struct Stack {
    char *bottom = nullptr; ///< lowest address
    char *top = nullptr;
    size_t size() const { return static_cast<size_t>(top - bottom); }
  };
  /// Makes room for `count` stacks. False if the system gives no memory, or too few mappings to
  /// guard them; there is none then.
  bool reserve(size_t count);
  size_t count() const { return stacks; }
  Stack operator[](size_t i) const;
  /// Of each, without the guard page.
  size_t bytes() const;
  /// The stack whose guard page `address` is in; count() if none.
  size_t guardOf(const void *address) const;

private:
  void release();

  size_t stackBytes; ///< of one stack, guard page included
  char *memory = nullptr;
  size_t stacks = 0;
};

} // namespace musart

#endif // MUSAPORT_HOST_EXEC_FIBER_H
