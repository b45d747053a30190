//===- source/worker_processes.cpp ------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "source/worker_processes.h"

#include "source/file_io.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"

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

void setLimits(const TaskLimits &limits) {
  constexpr unsigned grace = 2; // a process that ignores the signal at the soft limit is killed
  const rlimit time = {limits.seconds, limits.seconds + grace};
  setrlimit(RLIMIT_CPU, &time);
  const rlimit noCore = {0, 0};
  setrlimit(RLIMIT_CORE, &noCore);
  const rlim_t bytes = static_cast<rlim_t>(limits.megabytes) << 20;
  const rlimit memory = {bytes, bytes};
  setrlimit(RLIMIT_DATA, &memory);
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

bool writeAll(int file, llvm::StringRef bytes) {
  while (!bytes.empty()) {
    const ssize_t written = write(file, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR)
      continue;
    if (written <= 0)
      return false;
    bytes = bytes.drop_front(static_cast<size_t>(written));
  }
  return true;
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

TaskResult::End endOf(int status) {
  if (WIFEXITED(status))
    return WEXITSTATUS(status) == exitDone          ? TaskResult::End::Done
           : WEXITSTATUS(status) == exitOutOfMemory ? TaskResult::End::OutOfMemory
                                                    : TaskResult::End::Crashed;
  if (WTERMSIG(status) == SIGXCPU)
    return TaskResult::End::OutOfTime;
  // Nobody else kills: it is the system, which has no memory left.
  return WTERMSIG(status) == SIGKILL ? TaskResult::End::OutOfMemory : TaskResult::End::Crashed;
}

} // namespace

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
  const bool isRead = writeAll(pipe, work());
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
  while (waitpid(worker.process, &status, 0) < 0 && errno == EINTR) {
  }
  return {worker.task, endOf(status), std::move(worker.output)};
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
