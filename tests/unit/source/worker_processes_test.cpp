// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "source/worker_processes.h"

#include "source/shared_once.h"

#include <gtest/gtest.h>

#include <array>
#include <csignal>
#include <functional>
#include <list>
#include <map>

#include <unistd.h>

namespace musaport {
namespace {

using End = TaskResult::End;

/// Without end, and so that no compiler leaves it out.
void spin() {
  for (volatile bool goesOn = true; goesOn;) {
  }
}

/// How deep it is; never, if there is no bottom.
int depth(int levels, volatile char *above = nullptr) { // NOLINT(misc-no-recursion)
  volatile char frame[1024];
  frame[0] = above != nullptr ? above[0] : 0;
  return levels == 0 ? frame[0] : depth(levels - 1, frame) + 1 + frame[0];
}

/// Memory that is used, and never enough.
void allocate() {
  std::list<std::string> all;
  for (;;)
    all.emplace_back(1 << 20, 'x');
}

std::map<size_t, TaskResult> runAll(const std::vector<std::function<std::string()>> &tasks,
                                    unsigned count, TaskLimits limits = {}) {
  WorkerProcesses workers(count, limits);
  std::map<size_t, TaskResult> results;
  size_t next = 0;
  while (next < tasks.size() || !workers.isIdle()) {
    for (; next < tasks.size() && !workers.isFull(); ++next)
      llvm::cantFail(workers.start(next, tasks[next]));
    std::optional<TaskResult> result = workers.wait();
    if (!result)
      break;
    const size_t task = result->task;
    results.emplace(task, std::move(*result));
  }
  return results;
}

TEST(WorkerProcesses, PassOnWhatTasksReturn) {
  int changed = 0;
  std::vector<std::function<std::string()>> tasks;
  constexpr size_t count = 20;
  tasks.reserve(count);
  for (size_t i = 0; i < count; ++i)
    tasks.emplace_back([&changed, i] {
      ++changed;
      return std::string(i * 100'000, static_cast<char>('a' + i));
    });
  const std::map<size_t, TaskResult> results = runAll(tasks, 3);
  ASSERT_EQ(results.size(), tasks.size());
  for (const auto &[i, result] : results) {
    EXPECT_EQ(result.end, End::Done);
    EXPECT_EQ(result.output, std::string(i * 100'000, static_cast<char>('a' + i)));
  }
  EXPECT_EQ(changed, 0); // only in the copies
}

TEST(WorkerProcesses, ACrashCostsOneTask) {
  const std::map<size_t, TaskResult> results = runAll({
                                                          [] { return std::to_string(depth(-1)); },
                                                          [] {
                                                            std::raise(SIGSEGV);
                                                            return std::string();
                                                          },
                                                          []() -> std::string { std::abort(); },
                                                          [] { return std::string("done"); },
                                                      },
                                                      2);
  for (size_t i : {0, 1, 2})
    EXPECT_EQ(results.at(i).end, End::Crashed) << i;
  EXPECT_EQ(results.at(3).end, End::Done);
  EXPECT_EQ(results.at(3).output, "done");
}

TEST(WorkerProcesses, LimitsOfTimeAndMemoryCostOneTask) {
  const std::map<size_t, TaskResult> results = runAll({
                                                          [] {
                                                            spin();
                                                            return std::string();
                                                          },
                                                          [] {
                                                            allocate();
                                                            return std::string();
                                                          },
                                                          [] { return std::string("done"); },
                                                      },
                                                      3, {.seconds = 1, .megabytes = 512});
  EXPECT_EQ(results.at(0).end, End::OutOfTime);
  EXPECT_EQ(results.at(1).end, End::OutOfMemory);
  EXPECT_EQ(results.at(2).end, End::Done);
}

TEST(WorkerProcesses, EndWithTheirOwner) {
  std::array<int, 2> pipe;
  ASSERT_EQ(::pipe(pipe.data()), 0);
  {
    WorkerProcesses workers(1, {});
    llvm::cantFail(workers.start(0, [] {
      spin();
      return std::string();
    }));
    EXPECT_TRUE(workers.isFull());
  }
  close(pipe[1]);
  char byte;
  EXPECT_EQ(read(pipe[0], &byte, 1), 0); // nobody has the other end any more
  close(pipe[0]);
}

TEST(SharedOnce, OneProcessMakesTheBytesForAll) {
  const SharedOnce shared = llvm::cantFail(SharedOnce::create());
  constexpr size_t size = 3'000'000;
  const std::function<std::string()> task = [&] {
    bool hasMade = false;
    const llvm::StringRef got = shared.get([&] {
      hasMade = true;
      usleep(100'000); // others come meanwhile
      return std::string(size, 'x');
    });
    return std::string(hasMade ? "made " : "got ") +
           (got == std::string(size, 'x') ? "all" : "others");
  };
  size_t made = 0;
  for (const auto &[i, result] : runAll({task, task, task, task, task}, 3)) {
    made += result.output == "made all";
    EXPECT_TRUE(result.output == "made all" || result.output == "got all") << result.output;
  }
  EXPECT_EQ(made, 1U);
  EXPECT_EQ(shared.get([]() -> std::string { return "again"; }), std::string(size, 'x'));
}

TEST(SharedOnce, WhatAProcessDiesOfIsNotTriedAgain) {
  const SharedOnce shared = llvm::cantFail(SharedOnce::create());
  const auto results = runAll(
      {[&]() -> std::string { return shared.get([]() -> std::string { std::abort(); }).str(); }},
      1);
  EXPECT_EQ(results.at(0).end, End::Crashed);
  EXPECT_EQ(shared.get([]() -> std::string { return "again"; }), "");
}

} // namespace
} // namespace musaport
