//===- source/shared_once.h - bytes that one process makes for all -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_SOURCE_SHARED_ONCE_H
#define MUSAPORT_SOURCE_SHARED_ONCE_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"

#include <string>

namespace musaport {

/// Memory that this process shares with copies of it that are forked later. The first process that
/// needs the bytes makes them; the others wait, and read them. Nothing is left when all have ended.
class SharedOnce {
public:
  static llvm::Expected<SharedOnce> create();
  SharedOnce(SharedOnce &&other) noexcept : file(std::exchange(other.file, -1)) {}
  SharedOnce &operator=(SharedOnce &&) = delete;
  ~SharedOnce();

  /// The bytes, which stay where they are until this process ends. `make` is called if no process
  /// has made them yet. Empty if they cannot be made: a process that tried has died of it.
  llvm::StringRef get(llvm::function_ref<std::string()> make) const;

private:
  explicit SharedOnce(int file) : file(file) {}

  int file;
};

} // namespace musaport

#endif // MUSAPORT_SOURCE_SHARED_ONCE_H
