//===- kill_at_change.cpp - ends a program behind a change of the file system -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// kill_at_change NUMBER COUNT_FILE PROGRAM [ARGUMENT...]
//
// Runs the program and kills it behind its change number NUMBER of the file system. If it comes to
// its end, COUNT_FILE gets the number of all changes, and the exit status is the program's. Its
// threads count, and the programs that it starts do not. By ptrace, since musa-port is static.
//===----------------------------------------------------------------------===//
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <map>
#include <set>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

constexpr int cannotTrace = 77;

bool isChange(uint64_t number, const uint64_t *arguments) {
  static const std::set<uint64_t> always = {
      SYS_mkdir,    SYS_mkdirat, SYS_rmdir,     SYS_unlink,  SYS_unlinkat, SYS_rename,
      SYS_renameat, SYS_symlink, SYS_symlinkat, SYS_link,    SYS_linkat,   SYS_renameat2,
      SYS_chmod,    SYS_fchmod,  SYS_ftruncate, SYS_truncate};
  if (number == SYS_write || number == SYS_pwrite64 || number == SYS_writev)
    return arguments[0] > STDERR_FILENO;
  if (number == SYS_open)
    return (arguments[1] & (O_CREAT | O_TRUNC)) != 0;
  if (number == SYS_openat)
    return (arguments[2] & (O_CREAT | O_TRUNC)) != 0;
  return always.count(number) != 0;
}

[[noreturn]] void fail(const char *what) {
  std::fprintf(stderr, "kill_at_change: %s: %s\n", what, std::strerror(errno));
  std::exit(cannotTrace);
}

/// Lets the stopped thread go on to its next system call or signal.
void goOn(pid_t thread, int signal) {
  ptrace(PTRACE_SYSCALL, thread, nullptr, static_cast<long>(signal));
}

} // namespace

int main(int count, char **words) {
  if (count < 4)
    return 2;
  const long killAt = std::atol(words[1]);
  const pid_t program = fork();
  if (program == 0) {
    if (ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) != 0)
      fail("ptrace");
    raise(SIGSTOP);
    execv(words[3], words + 3);
    fail(words[3]);
  }
  int status = 0;
  if (program < 0 || waitpid(program, &status, 0) < 0 || !WIFSTOPPED(status))
    fail("the program does not start");
  if (ptrace(PTRACE_SETOPTIONS, program, nullptr,
             PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACECLONE | PTRACE_O_TRACEEXEC |
                 PTRACE_O_EXITKILL) != 0)
    fail("ptrace");
  goOn(program, 0);

  std::map<pid_t, bool> changing; // by thread: whether the call that it is in is a change
  long changes = 0;
  while (true) {
    const pid_t thread = waitpid(-1, &status, __WALL);
    if (thread < 0)
      fail("waitpid");
    if (WIFEXITED(status) || WIFSIGNALED(status)) {
      if (thread == program)
        break;
      continue;
    }
    int signal = WSTOPSIG(status);
    if (signal == (SIGTRAP | 0x80)) {
      __ptrace_syscall_info info = {};
      ptrace(PTRACE_GET_SYSCALL_INFO, thread, sizeof info, &info);
      if (info.op == PTRACE_SYSCALL_INFO_ENTRY) {
        changing[thread] = isChange(info.entry.nr, info.entry.args);
      } else if (info.op == PTRACE_SYSCALL_INFO_EXIT && changing[thread] && !info.exit.is_error) {
        changing[thread] = false;
        if (++changes == killAt)
          kill(program, SIGKILL);
      }
      signal = 0;
    } else if (status >> 16 != 0 || signal == SIGSTOP) {
      signal = 0; // an event of ptrace, or a new thread's first stop
    }
    goOn(thread, signal);
  }
  if (WIFSIGNALED(status)) {
    signal(WTERMSIG(status), SIG_DFL);
    raise(WTERMSIG(status));
  }
  if (std::FILE *file = std::fopen(words[2], "w")) {
    std::fprintf(file, "%ld", changes);
    std::fclose(file);
  }
  return WEXITSTATUS(status);
}
