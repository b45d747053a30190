//===- host/compiler/mcc_process.cpp ----------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "compiler/mcc_process.h"

#include "compiler/temporary_folder.h"

#include <cerrno>
#include <csignal>
#include <dlfcn.h>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace fs = std::filesystem;

namespace musart {
namespace {

/// PREFIX/bin/mcc, for PREFIX/lib/libmusart.so; libraries for tests are in a folder below that.
fs::path findCompiler() {
  Dl_info own;
  std::error_code failure;
  if (dladdr(reinterpret_cast<const void *>(&findCompiler), &own) == 0)
    return {};
  const fs::path folder = fs::canonical(own.dli_fname, failure).parent_path();
  for (const fs::path &lib : {folder, folder.parent_path()})
    if (const fs::path found = lib.parent_path() / "bin" / "mcc"; fs::exists(found, failure))
      return found;
  return {};
}

/// Looked for as the library is loaded: its name may be relative, and the program go elsewhere.
const fs::path compiler = findCompiler();

} // namespace

const fs::path &compilerPath() { return compiler; }

bool runCommand(const std::vector<std::string> &command, const fs::path &log) {
  std::vector<char *> arguments;
  arguments.reserve(command.size() + 1);
  for (const std::string &word : command)
    arguments.push_back(const_cast<char *>(word.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, log.c_str(), O_WRONLY | O_CREAT, 0600);
  posix_spawn_file_actions_adddup2(&files, STDOUT_FILENO, STDERR_FILENO);
  // Not with the signals that the program ignores or blocks.
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  sigset_t signals;
  sigfillset(&signals);
  posix_spawnattr_setsigdefault(&attributes, &signals);
  sigemptyset(&signals);
  posix_spawnattr_setsigmask(&attributes, &signals);
  pid_t process = 0;
  const int failure =
      posix_spawn(&process, arguments[0], &files, &attributes, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&files);
  posix_spawnattr_destroy(&attributes);
  if (failure != 0) {
    TemporaryFolder::write(
        log, "cannot run '" + command[0] +
                 "': " + std::error_code(failure, std::generic_category()).message() + "\n");
    return false;
  }
  int status = 0;
  while (waitpid(process, &status, 0) < 0)
    if (errno != EINTR) // the program has waited for it, or wants no children: see what was made
      return true;
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

} // namespace musart
