//===- source/child_process.cpp - runs another program --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "source/child_process.h"

#include "source/file_io.h"
#include "source/locked_folder.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/FileSystem.h"

#include <csignal>
#include <thread>

using llvm::StringRef;

namespace musaport {

struct ChildProcess::Files {
  explicit Files(LockedFolder folder)
      : folder(std::move(folder)), input(this->folder.path() + "/input"),
        output(this->folder.path() + "/output"), errors(this->folder.path() + "/errors") {}

  LockedFolder folder;
  std::string input, output, errors;
};

ChildProcess::ChildProcess(std::unique_ptr<Files> files) : files(std::move(files)) {}

ChildProcess::ChildProcess(ChildProcess &&other) noexcept
    : files(std::move(other.files)), process(std::exchange(other.process, {})) {}

ChildProcess::~ChildProcess() { kill(); }

void ChildProcess::kill() {
  if (process.Pid == llvm::sys::ProcessInfo::InvalidPid)
    return;
  ::kill(process.Pid, SIGKILL);
  llvm::sys::Wait(process, std::nullopt);
  process = {};
}

llvm::Expected<ChildProcess> ChildProcess::start(llvm::ArrayRef<std::string> command,
                                                 StringRef input) {
  llvm::Expected<LockedFolder> folder = LockedFolder::makeInTemporary("musa-port-child");
  if (!folder)
    return llvm::createStringError("cannot make a temporary folder: " +
                                   llvm::toString(folder.takeError()));
  ChildProcess child(std::make_unique<Files>(std::move(*folder)));
  for (auto [file, text] :
       {std::pair(&child.files->input, input), std::pair(&child.files->output, StringRef()),
        std::pair(&child.files->errors, StringRef())})
    if (llvm::Error error = writeNewFile(*file, text, 0600))
      return std::move(error);
  const llvm::SmallVector<StringRef, 8> words(command.begin(), command.end());
  const std::optional<StringRef> redirects[] = {child.files->input, child.files->output,
                                                child.files->errors};
  std::string message;
  bool failed = false;
  child.process = llvm::sys::ExecuteNoWait(words[0], words, std::nullopt, redirects,
                                           /*MemoryLimit=*/0, &message, &failed);
  if (failed || child.process.Pid == llvm::sys::ProcessInfo::InvalidPid)
    return llvm::createStringError("cannot start '" + command[0] + "': " + message);
  return std::move(child);
}

llvm::Expected<ChildProcess::Result> ChildProcess::finish(std::chrono::milliseconds patience) {
  using Clock = std::chrono::steady_clock;
  Clock::time_point lastSign = Clock::now();
  uint64_t written = 0;
  std::chrono::milliseconds pause{1};
  llvm::sys::ProcessInfo ended;
  for (;;) {
    ended = llvm::sys::Wait(process, 0u, nullptr, nullptr, /*Polling=*/true);
    if (ended.Pid != llvm::sys::ProcessInfo::InvalidPid)
      break;
    uint64_t size = written;
    if (!llvm::sys::fs::file_size(files->output, size) && size != written) {
      written = size;
      lastSign = Clock::now();
    }
    if (interrupted()) {
      kill();
      return llvm::createStringError("interrupted");
    }
    if (Clock::now() - lastSign > patience) {
      kill();
      return llvm::createStringError("it did nothing for " + llvm::Twine(patience.count() / 1000) +
                                     " seconds and was stopped");
    }
    std::this_thread::sleep_for(pause);
    pause = std::min(2 * pause, std::chrono::milliseconds(20));
  }
  process = {};
  Result result;
  result.status = ended.ReturnCode;
  for (auto [file, text] :
       {std::pair(&files->output, &result.output), std::pair(&files->errors, &result.errors)}) {
    llvm::Expected<std::string> bytes = readFile(*file);
    if (!bytes)
      return bytes.takeError();
    *text = std::move(*bytes);
  }
  return result;
}

} // namespace musaport
