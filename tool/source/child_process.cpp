//===- source/child_process.cpp - runs another program --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "source/child_process.h"

#include "source/file_io.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"

#include <csignal>
#include <thread>

using llvm::StringRef;

namespace musaport {

struct ChildProcess::Files {
  struct Temporary {
    llvm::SmallString<128> path;
    llvm::FileRemover remover;

    std::error_code create() {
      std::error_code code = llvm::sys::fs::createTemporaryFile("musa-port-child", "txt", path);
      if (!code)
        remover.setFile(path);
      return code;
    }
  } input, output, errors;
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
  auto files = std::make_unique<Files>();
  for (Files::Temporary *file : {&files->input, &files->output, &files->errors})
    if (std::error_code code = file->create())
      return llvm::createStringError(code, "cannot make a temporary file: %s",
                                     code.message().c_str());
  ChildProcess child(std::move(files));
  if (llvm::Error error = writeFileAtomically(child.files->input.path, input, 0600))
    return std::move(error);
  const llvm::SmallVector<StringRef, 8> words(command.begin(), command.end());
  const std::optional<StringRef> redirects[] = {child.files->input.path.str(),
                                                child.files->output.path.str(),
                                                child.files->errors.path.str()};
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
    if (!llvm::sys::fs::file_size(files->output.path, size) && size != written) {
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
    llvm::Expected<std::string> bytes = readFile(file->path);
    if (!bytes)
      return bytes.takeError();
    *text = std::move(*bytes);
  }
  return result;
}

} // namespace musaport
