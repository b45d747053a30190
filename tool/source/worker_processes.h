//===- source/worker_processes.h - tasks in their own processes -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_SOURCE_WORKER_PROCESSES_H
#define MUSAPORT_SOURCE_WORKER_PROCESSES_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace musaport {

/// What one task may use.
struct TaskLimits {
  unsigned seconds = 600; ///< of processor time
  unsigned megabytes = 4096;
};

struct TaskResult {
  enum class End : uint8_t { Done, Crashed, OutOfTime, OutOfMemory };
  size_t task = 0;
  End end = End::Done;
  std::string output; ///< what the task returned, if it is done
};

/// Runs tasks in processes that are copies of this one, so that a crash, or a limit that is
/// exceeded, costs one task. Start tasks while this process has one thread: a copy has no others.
class WorkerProcesses {
public:
  /// `count`: how many run at a time.
  WorkerProcesses(unsigned count, TaskLimits asked);
  WorkerProcesses(const WorkerProcesses &) = delete;
  WorkerProcesses &operator=(const WorkerProcesses &) = delete;
  /// Kills those that still run.
  ~WorkerProcesses();

  /// Those of a task: what was asked for, or less if this process may have no more.
  const TaskLimits &taskLimits() const { return limits; }

  bool isFull() const { return running.size() >= count; }
  bool isIdle() const { return running.empty(); }

  /// Calls `work` in a process of its own.
  llvm::Error start(size_t task, llvm::function_ref<std::string()> work);
  /// Waits for one of the tasks to end. nullopt if the user has interrupted this run.
  std::optional<TaskResult> wait();

private:
  struct Running {
    size_t task = 0;
    int process = 0;
    int pipe = -1;
    std::string output;
  };
  [[noreturn]] void runAsWorker(int pipe, llvm::function_ref<std::string()> work) const;
  TaskResult finish(size_t index);

  unsigned count;
  TaskLimits limits;
  std::vector<Running> running;
};

} // namespace musaport

#endif // MUSAPORT_SOURCE_WORKER_PROCESSES_H
