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

/// Where in the program's source a thread waits.
struct Place {
  const char *file = nullptr;
  unsigned line = 0;
};

/// One cache line for what device code reads, and one for what a switch reads and writes.
struct alignas(64) Fiber {
  /// First, so that the pointer that device code has is a pointer to the fiber.
  __musa_thread thread;
  void *stack = nullptr; ///< where to resume, while the fiber is suspended
  Fiber *next = nullptr; ///< in the only queue that the fiber is in
  Scheduler *scheduler = nullptr;
  Block *block = nullptr;
  Exchange *exchange = nullptr; ///< the last exchange with other lanes
  Place place;                  ///< where it last waited
  enum class State : uint8_t {
    Ready,
    Block,
    Lanes,
    Tile,
    Cluster,
    Grid,
    Done
  } state = State::Ready;
  bool hasArrived = false;   ///< at its cluster's barrier, and has not waited for it
  bool arrivedAtOdd = false; ///< what that barrier's `isOdd` was then
};
static_assert(sizeof(Fiber) == 128);

/// A FIFO queue of fibers; allocates no memory.
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
  /// Appends all of `other`.
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

/// Memory for the stacks of fibers, each with an inaccessible guard page below it. All threads of a
/// block wait at the same depth of their stacks, so stacks are spaced such that equal depths map to
/// different cache sets: with stacks 64 KiB apart, a barrier takes three times as long.
class FiberStacks {
public:
  /// `bytes`: the size of each stack; rounded up.
  explicit FiberStacks(size_t bytes);
  FiberStacks(const FiberStacks &) = delete;
  FiberStacks &operator=(const FiberStacks &) = delete;
  ~FiberStacks();

  struct Stack {
    char *bottom = nullptr; ///< lowest address
    char *top = nullptr;
    size_t size() const { return static_cast<size_t>(top - bottom); }
  };
  /// Allocates `count` stacks. If the system has too little memory, or too few mappings for the
  /// guard pages, returns false and leaves no stacks.
  bool reserve(size_t count);
  void release();
  size_t count() const { return stacks; }
  /// Whether the guard pages take from the number of mappings that the process may have.
  bool takeMappings() const { return splitsMapping; }
  Stack operator[](size_t i) const;
  /// The size of each stack without its guard page.
  size_t bytes() const;
  /// The index of the stack whose guard page contains `address`; count() if there is none.
  size_t guardOf(const void *address) const;

private:
  size_t stackBytes; ///< of one stack, guard page included
  char *memory = nullptr;
  size_t stacks = 0;
  bool splitsMapping = false;
};

} // namespace musart

#endif // MUSAPORT_HOST_EXEC_FIBER_H
