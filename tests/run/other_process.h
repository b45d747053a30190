//===- other_process.h - a program that starts itself again ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_TESTS_RUN_OTHER_PROCESS_H
#define MUSAPORT_TESTS_RUN_OTHER_PROCESS_H

#include "check.h"

#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

/// Files of the other process: numbers that no other file has.
constexpr int fromParent = 200, toParent = 201;

template <typename T> void send(int file, const T &what) {
  CHECK_EQUAL(write(file, &what, sizeof what), ssize_t{sizeof what});
}
template <typename T> T receive(int file) {
  T result = {};
  CHECK_EQUAL(read(file, &result, sizeof result), ssize_t{sizeof result});
  return result;
}

/// This program once more, with an argument `child` and two pipes to it.
struct OtherProcess {
  int in = -1, out = -1;
  pid_t id = -1;

  OtherProcess() {
    int there[2], back[2];
    CHECK(pipe(there) == 0 && pipe(back) == 0);
    id = fork();
    if (id == 0) {
      dup2(there[0], fromParent);
      dup2(back[1], toParent);
      for (const int file : {there[0], there[1], back[0], back[1]})
        close(file);
      execl("/proc/self/exe", "other_process", "child", static_cast<char *>(nullptr));
      _exit(127);
    }
    in = there[1];
    out = back[0];
    close(there[0]);
    close(back[1]);
  }
  bool succeeds() const {
    int status = -1;
    CHECK_EQUAL(waitpid(id, &status, 0), id);
    return WIFEXITED(status) && WEXITSTATUS(status) == EXIT_SUCCESS;
  }
};

#endif // MUSAPORT_TESTS_RUN_OTHER_PROCESS_H
