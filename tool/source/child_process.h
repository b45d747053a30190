//===- source/child_process.h - another program at work ---------*- C++ -*-===//
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

/// A program that reads all of a text and writes another one, while its caller does other things.
/// Both are temporary files, so that neither side ever waits for the other.
class ChildProcess {
public:
  /// Starts `command`, of which the first is the program's path, with `input` as standard input.
  static llvm::Expected<ChildProcess> start(llvm::ArrayRef<std::string> command,
                                            llvm::StringRef input);
  ChildProcess(ChildProcess &&other) noexcept;
  ChildProcess &operator=(ChildProcess &&) = delete;
  /// Ends the program if finish() was not called.
  ~ChildProcess();

  struct Result {
    int status = 0; ///< as the program exited; negative if it did not
    std::string output, errors;
  };
  /// The status of a script whose interpreter is not there.
  static constexpr int notFound = -1;

  /// Waits for the end. An error if the program writes nothing for as long as `patience`, or this
  /// run is interrupted: then the program is ended.
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
