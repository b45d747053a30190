//===- crash_recovery.cpp ------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "crash_recovery.h"

#include "llvm/Support/CrashRecoveryContext.h"

#include <csignal>
#include <mutex>
#include <vector>

namespace musaport {
namespace {

/// LLVM's handlers run on the stack that has crashed; where that is full, they need another one.
void enableHandlers() {
  llvm::CrashRecoveryContext::Enable();
  for (int signal : {SIGSEGV, SIGBUS}) {
    struct sigaction action = {};
    sigaction(signal, nullptr, &action);
    action.sa_flags |= SA_ONSTACK;
    sigaction(signal, &action, nullptr);
  }
}

/// This thread's stack for signals.
class SignalStack {
public:
  SignalStack() : bytes(static_cast<size_t>(SIGSTKSZ) + (64 << 10)) {
    stack_t stack = {};
    stack.ss_sp = bytes.data();
    stack.ss_size = bytes.size();
    sigaltstack(&stack, &before);
  }
  SignalStack(const SignalStack &) = delete;
  SignalStack &operator=(const SignalStack &) = delete;
  ~SignalStack() { sigaltstack(&before, nullptr); }

private:
  std::vector<char> bytes;
  stack_t before = {};
};

} // namespace

bool runRecovering(llvm::function_ref<void()> work) {
  static std::once_flag once;
  std::call_once(once, enableHandlers);
  const SignalStack stack;
  return llvm::CrashRecoveryContext().RunSafely(work);
}

} // namespace musaport
