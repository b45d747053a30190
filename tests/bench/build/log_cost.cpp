//===- bench/build/log_cost.cpp - what one command costs --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   log_cost LOG NAME COMMAND [ARGUMENTS]
//
// Runs a command of the build, or a test, and appends a line to LOG: the processor's seconds that
// it and its children took, the seconds that went by, and NAME, with tabs between them.
//===----------------------------------------------------------------------===//
#include <chrono>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <spawn.h>
#include <string>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static double seconds(const timeval &time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

int main(int argc, char **argv) {
  if (argc < 4) {
    std::fputs("usage: log_cost LOG NAME COMMAND [ARGUMENTS]\n", stderr);
    return 2;
  }
  const auto start = std::chrono::steady_clock::now();
  pid_t child = 0;
  if (int error = posix_spawnp(&child, argv[3], nullptr, nullptr, argv + 3, environ)) {
    std::fprintf(stderr, "log_cost: %s: %s\n", argv[3], std::strerror(error));
    return 2;
  }
  int status = 0;
  rusage usage{};
  wait4(child, &status, 0, &usage);
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;

  char numbers[64];
  std::snprintf(numbers, sizeof numbers, "%.3f\t%.3f\t",
                seconds(usage.ru_utime) + seconds(usage.ru_stime), wall.count());
  const std::string line = std::string(numbers) + argv[2] + "\n";
  // One write of a line: others append at the same time.
  const int log = open(argv[1], O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0644);
  if (log < 0 || write(log, line.data(), line.size()) != static_cast<ssize_t>(line.size())) {
    std::fprintf(stderr, "log_cost: %s: %s\n", argv[1], std::strerror(errno));
    return 2;
  }
  close(log);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
