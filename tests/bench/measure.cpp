//===- bench/measure.cpp - time and memory of one command -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs a command with its output thrown away, and prints its wall time, peak memory and exit
// status. A program of its own because a child's peak counts its parent's size at the fork, and
// that of a Python interpreter is larger than what is measured.
//===----------------------------------------------------------------------===//
#include <chrono>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>

int main(int argc, char **argv) {
  if (argc < 2) {
    std::fputs("usage: measure COMMAND [ARGUMENTS]\n", stderr);
    return 2;
  }
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  for (int stream : {0, 1, 2})
    posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_RDWR, 0);

  const auto start = std::chrono::steady_clock::now();
  pid_t child = 0;
  if (int error = posix_spawnp(&child, argv[1], &actions, nullptr, argv + 1, environ)) {
    std::fprintf(stderr, "measure: %s: %s\n", argv[1], std::strerror(error));
    return 2;
  }
  int status = 0;
  rusage usage{};
  wait4(child, &status, 0, &usage);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;

  const int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  std::printf(R"({"seconds": %.6f, "peak_kib": %ld, "status": %d})"
              "\n",
              seconds.count(), usage.ru_maxrss, code);
  return 0;
}
