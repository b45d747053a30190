//===- host/exec/scheduler_failures.cpp -------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What stops a launch, and what is said of it.
//===----------------------------------------------------------------------===//
#include "exec/barrier_report.h"
#include "exec/scheduler.h"

namespace musart {

// No frame of a fiber that is abandoned may own anything: nobody would destroy it. So messages are
// made by functions that return before the fiber is left.

void Scheduler::failStuck() {
  setFailure(KernelFailure::Kind::Deadlock, describeWaiting(), nullptr);
  abandon();
}

void Scheduler::failForever() {
  setFailure(KernelFailure::Kind::Deadlock,
             "its blocks wait for blocks that have not begun, and there is no room for the threads "
             "of more blocks; launch fewer blocks, or smaller ones",
             nullptr);
  abandon();
}

void Scheduler::failDivergent(const Fiber &fiber) {
  setFailure(KernelFailure::Kind::Divergence, divergenceText(fiber.place, fiber.block->place),
             &fiber);
  abandon();
}

void Scheduler::failForeignLane(const Fiber &fiber, unsigned lane) {
  setFailure(KernelFailure::Kind::Divergence,
             "exchanges values between lanes at " + text(fiber.place) +
                 ", but its mask lacks its own lane, " + std::to_string(lane),
             &fiber);
  abandon();
}

void Scheduler::failArrival(const Fiber &fiber) {
  setFailure(KernelFailure::Kind::Divergence,
             fiber.hasArrived ? "arrives at its cluster's barrier at " + text(fiber.place) +
                                    ", but has not waited for it since it last did"
                              : "waits for its cluster at " + text(fiber.place) +
                                    ", but has not arrived at the cluster's barrier",
             &fiber);
  abandon();
}

void Scheduler::failNotCooperative(const Fiber &fiber) {
  setFailure(KernelFailure::Kind::Deadlock,
             "waits for its grid at " + text(fiber.place) +
                 ", which needs a cooperative launch (musaLaunchCooperativeKernel)",
             &fiber);
  abandon();
}

bool Scheduler::checkReturned(const Block &block) {
  const unsigned returned = block.threads - block.alive;
  if (strict)
    setFailure(KernelFailure::Kind::Divergence, returnedText(block.place, returned, block.threads),
               nullptr);
  else
    warnReturned(*launch->kernel, block.place, returned, block.threads);
  return !strict;
}

void Scheduler::fail(KernelFailure::Kind kind, const char *what, const Fiber *fiber) {
  setFailure(kind, what, fiber);
  abandon();
}

std::string Scheduler::describe(const Fiber &fiber) const {
  return "block " + text(fiber.thread.block_idx) + ", thread " + text(fiber.thread.thread_idx);
}

std::string Scheduler::failureText(const Fiber *fiber, const std::string &what) const {
  std::string result = "kernel '" + demangle(launch->kernel->name) + "'";
  if (fiber != nullptr)
    result += ", " + describe(*fiber);
  return result + ": " + what;
}

/// Who waits for what: the first of each, and how many there are.
std::string Scheduler::describeWaiting() const {
  struct Group {
    Fiber::State state;
    const char *what;
    const Fiber *first = nullptr;
  };
  Group groups[] = {{Fiber::State::Block, "the block"},
                    {Fiber::State::Lanes, "lanes of the warp"},
                    {Fiber::State::Tile, "its tile"},
                    {Fiber::State::Cluster, "its cluster"},
                    {Fiber::State::Grid, "the grid"}};
  size_t waiting = 0;
  for (const Block &block : blocks)
    for (unsigned i = 0; i < block.threads; ++i) {
      const Fiber &fiber = block.fibers[i];
      waiting += fiber.state != Fiber::State::Done;
      for (Group &group : groups)
        if (group.first == nullptr && group.state == fiber.state)
          group.first = &fiber;
    }
  std::string result = "no thread can run:";
  for (const Group &group : groups)
    if (group.first != nullptr)
      result += "\n  " + describe(*group.first) + " waits for " + group.what + " at " +
                text(group.first->place);
  return result + "\n  " + std::to_string(waiting) + " threads wait in all";
}

void Scheduler::setFailure(KernelFailure::Kind kind, const std::string &what, const Fiber *fiber) {
  failure = {kind, failureText(fiber, what)};
}

} // namespace musart
