//===- host/exec/sanitizers.h - which sanitizers there are, and what they are told of fibers --*-
// C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_HOST_EXEC_SANITIZERS_H
#define MUSAPORT_HOST_EXEC_SANITIZERS_H

#include "exec/fiber.h"

#include <memory>
#include <vector>

namespace musart {

/// AddressSanitizer or ThreadSanitizer is in the program.
bool underAddressSanitizer();
bool underThreadSanitizer();

/// AddressSanitizer and ThreadSanitizer follow what happens on a stack, so they have to know of
/// every switch. They are part of the program, if at all: libmusart finds out when it runs.
class SwitchAnnouncer {
public:
  /// Null if the program has no sanitizer that wants to know.
  static std::unique_ptr<SwitchAnnouncer> create();
  ~SwitchAnnouncer();
  SwitchAnnouncer(const SwitchAnnouncer &) = delete;
  SwitchAnnouncer &operator=(const SwitchAnnouncer &) = delete;

  /// Fibers 0 to count - 1 start anew, on these stacks. What their old frames had poisoned is
  /// clean.
  void start(const FiberStacks &stacks, size_t count);
  /// Stack `home` is the CPU thread's own.
  static constexpr size_t home = ~size_t{0};
  /// Immediately before the switch, and first thing on the other side of it.
  /// ThreadSanitizer pairs entries and exits of functions on one stack: this one enters on one
  /// and exits on another, so it must not be counted.
  [[clang::disable_sanitizer_instrumentation]] void leave(size_t from, size_t to);
  void arrive(size_t at);

private:
  SwitchAnnouncer() = default;

  struct Stack {
    const void *bottom = nullptr;
    size_t size = 0;
    void *fake = nullptr;  ///< AddressSanitizer's, while the stack is left
    void *fiber = nullptr; ///< ThreadSanitizer's
  };
  [[clang::disable_sanitizer_instrumentation]] Stack &at(size_t i) {
    return i == home ? own : stacks[i];
  }

  std::vector<Stack> stacks;
  Stack own;
  size_t previous = home; ///< who switched last
};

} // namespace musart

#endif // MUSAPORT_HOST_EXEC_SANITIZERS_H
