//===- source/child_process.h - runs another program ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_SOURCE_CHILD_PROCESS_H
#define MUSAPORT_SOURCE_CHILD_PROCESS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/Program.h"

#include <chrono>
#include <memory>
#include <string>

namespace musaport {

/// A child process that reads a text and writes another one while its caller does other things.
/// Both texts are temporary files, so neither process ever blocks on the other.
class ChildProcess {
public:
  /// Starts `command`, whose first element is the program's path, with `input` as standard input.
  static llvm::Expected<ChildProcess> start(llvm::ArrayRef<std::string> command,
                                            llvm::StringRef input);
  ChildProcess(ChildProcess &&other) noexcept;
  ChildProcess &operator=(ChildProcess &&) = delete;
  /// Kills the program if finish() was not called.
  ~ChildProcess();

  struct Result {
    int status = 0; ///< the exit status; negative if the program did not exit by itself
    std::string output, errors;
  };
  /// The status if a script's interpreter does not exist.
  static constexpr int notFound = -1;

  /// Waits until the program exits. Kills the program and fails if it writes nothing for `patience`
  /// or if this run is interrupted.
  llvm::Expected<Result> finish(std::chrono::milliseconds patience);

private:
  struct Files;
  explicit ChildProcess(std::unique_ptr<Files> files);
  void kill();

  std::unique_ptr<Files> files;
  llvm::sys::ProcessInfo process;
};

} // namespace musaport

#endif // MUSAPORT_SOURCE_CHILD_PROCESS_H
