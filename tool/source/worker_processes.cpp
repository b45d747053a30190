//===- source/worker_processes.cpp ------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "source/worker_processes.h"

#include "source/file_io.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"

#include <algorithm>
#include <array>
#include <csignal>
#include <cstring>
#include <new>

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace musaport {
namespace {

/// Exit statuses of a worker.
constexpr int exitDone = 0, exitOutOfMemory = 3, exitCannotAnswer = 4;

void endWithoutMemory() { _exit(exitOutOfMemory); }

rlim_t hardLimit(__rlimit_resource resource) {
  rlimit limit = {};
  getrlimit(resource, &limit);
  return limit.rlim_max;
}

void setLimit(__rlimit_resource resource, rlim_t value) {
  const rlim_t most = hardLimit(resource);
  const rlimit limit = {std::min(value, most), most};
  setrlimit(resource, &limit);
}

constexpr unsigned bytesOfMegabyte = 1 << 20;

void setLimits(const TaskLimits &limits) {
  setLimit(RLIMIT_CPU, limits.seconds);
  setLimit(RLIMIT_CORE, 0);
  setLimit(RLIMIT_DATA, static_cast<rlim_t>(limits.megabytes) * bytesOfMegabyte);
  std::set_new_handler(endWithoutMemory);
  llvm::install_bad_alloc_error_handler([](void *, const char *, bool) { endWithoutMemory(); });
}

/// The parent decides what a signal from the terminal means.
void leaveSignalsToParent() {
  for (int signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE})
    std::signal(signal, SIG_IGN);
  for (int signal : {SIGSEGV, SIGBUS, SIGABRT, SIGILL, SIGFPE, SIGXCPU})
    std::signal(signal, SIG_DFL);
}

/// Appends what there is. False at the end.
bool readSome(int file, std::string &output) {
  std::array<char, 1 << 16> buffer;
  const ssize_t bytes = read(file, buffer.data(), buffer.size());
  if (bytes < 0)
    return errno == EINTR || errno == EAGAIN;
  output.append(buffer.data(), static_cast<size_t>(bytes));
  return bytes > 0;
}

/// `used`: what the process took.
TaskResult::End endOf(int status, const rusage &used, const TaskLimits &limits) {
  if (WIFEXITED(status))
    return WEXITSTATUS(status) == exitDone          ? TaskResult::End::Done
           : WEXITSTATUS(status) == exitOutOfMemory ? TaskResult::End::OutOfMemory
                                                    : TaskResult::End::Crashed;
  if (WTERMSIG(status) == SIGXCPU)
    return TaskResult::End::OutOfTime;
  if (WTERMSIG(status) != SIGKILL)
    return TaskResult::End::Crashed;
  // The system kills at the hard limit of time, and where no memory is left.
  return used.ru_utime.tv_sec + used.ru_stime.tv_sec + 1 >= static_cast<time_t>(limits.seconds)
             ? TaskResult::End::OutOfTime
             : TaskResult::End::OutOfMemory;
}

} // namespace

WorkerProcesses::WorkerProcesses(unsigned count, TaskLimits asked) : count(count), limits(asked) {
  limits.seconds = static_cast<unsigned>(std::min<rlim_t>(asked.seconds, hardLimit(RLIMIT_CPU)));
  limits.megabytes = static_cast<unsigned>(
      std::min<rlim_t>(asked.megabytes, hardLimit(RLIMIT_DATA) / bytesOfMegabyte));
  setLimit(RLIMIT_NOFILE, RLIM_INFINITY); // what the workers share needs files, too
}

WorkerProcesses::~WorkerProcesses() {
  for (const Running &worker : running) {
    ::kill(worker.process, SIGKILL);
    close(worker.pipe);
  }
  for (const Running &worker : running)
    waitpid(worker.process, nullptr, 0);
}

void WorkerProcesses::runAsWorker(int pipe, llvm::function_ref<std::string()> work) const {
  leaveSignalsToParent();
  setLimits(limits);
  const bool isRead = writeAll(pipe, work()) == 0;
  _exit(isRead ? exitDone : exitCannotAnswer); // what the parent has not flushed is the parent's
}

llvm::Error WorkerProcesses::start(size_t task, llvm::function_ref<std::string()> work) {
  std::array<int, 2> pipe;
  if (pipe2(pipe.data(), O_CLOEXEC) != 0)
    return llvm::createStringError("cannot start a process: " + llvm::Twine(std::strerror(errno)));
  const pid_t parent = getpid();
  const pid_t process = fork();
  if (process == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) // it ended before that
      _exit(exitCannotAnswer);
    runAsWorker(pipe[1], work);
  }
  const int reason = errno;
  close(pipe[1]);
  if (process < 0) {
    close(pipe[0]);
    return llvm::createStringError("cannot start a process: " + llvm::Twine(std::strerror(reason)));
  }
  running.push_back({task, process, pipe[0], {}});
  return llvm::Error::success();
}

/// Of a worker that has closed its pipe.
TaskResult WorkerProcesses::finish(size_t index) {
  Running worker = std::move(running[index]);
  running.erase(running.begin() + static_cast<ptrdiff_t>(index));
  close(worker.pipe);
  int status = 0;
  rusage used = {};
  pid_t ended = 0;
  do
    ended = wait4(worker.process, &status, 0, &used);
  while (ended < 0 && errno == EINTR);
  if (ended < 0) // nobody knows
    return {worker.task, TaskResult::End::Crashed, {}};
  return {worker.task, endOf(status, used, limits), std::move(worker.output)};
}

std::optional<TaskResult> WorkerProcesses::wait() {
  constexpr int pause = 100; // ms; a signal just before the call does not end it
  while (!interrupted()) {
    std::vector<pollfd> pipes;
    pipes.reserve(running.size());
    for (const Running &worker : running)
      pipes.push_back({worker.pipe, POLLIN, 0});
    if (poll(pipes.data(), pipes.size(), pause) <= 0)
      continue;
    for (size_t i = 0; i < pipes.size(); ++i)
      if (pipes[i].revents != 0 && !readSome(running[i].pipe, running[i].output))
        return finish(i);
  }
  return std::nullopt;
}

} // namespace musaport
