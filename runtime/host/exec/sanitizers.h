//===- host/exec/sanitizers.h - tells sanitizers about fibers ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_HOST_EXEC_SANITIZERS_H
#define MUSAPORT_HOST_EXEC_SANITIZERS_H

#include "exec/fiber.h"

#include <memory>
#include <vector>

namespace musart {

/// Whether the program is built with AddressSanitizer.
bool underAddressSanitizer();
bool underThreadSanitizer();

/// AddressSanitizer and ThreadSanitizer track each stack, so they have to be told about every
/// switch. If present, they are part of the program, so libmusart detects them at run time.
class SwitchAnnouncer {
public:
  /// Null if the program has no such sanitizer.
  static std::unique_ptr<SwitchAnnouncer> create();
  ~SwitchAnnouncer();
  SwitchAnnouncer(const SwitchAnnouncer &) = delete;
  SwitchAnnouncer &operator=(const SwitchAnnouncer &) = delete;

  /// Fibers 0 to count - 1 restart on these stacks. Removes the poison that their old frames left.
  void start(const FiberStacks &stacks, size_t count);
  /// The number of the CPU thread's own stack.
  static constexpr size_t home = ~size_t{0};
  /// leave() is called immediately before a switch, arrive() first thing after it. ThreadSanitizer
  /// pairs entries and exits of functions per stack. leave() is entered on one stack and left on
  /// another, so it must not be instrumented.
  [[clang::disable_sanitizer_instrumentation]] void leave(size_t from, size_t to);
  void arrive(size_t at);

private:
  SwitchAnnouncer() = default;

  struct Stack {
    const void *bottom = nullptr;
    size_t size = 0;
    void *fake = nullptr;  ///< AddressSanitizer's fake stack, while the stack is not running
    void *fiber = nullptr; ///< ThreadSanitizer's fiber
  };
  [[clang::disable_sanitizer_instrumentation]] Stack &at(size_t i) {
    return i == home ? own : stacks[i];
  }

  std::vector<Stack> stacks;
  Stack own;
  size_t previous = home; ///< the stack that switched last
};

} // namespace musart

#endif // MUSAPORT_HOST_EXEC_SANITIZERS_H
