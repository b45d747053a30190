//===- host/device/failure.cpp - how device code aborts its kernel -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "musa_port/host/failing.h"

#include "exec/execution.h"

#include <cstdarg>
#include <cstdio>
#include <cstdlib>

namespace {

/// What is said of a failure; nobody comes back to the stack of the thread that failed, so it is
/// not there.
thread_local char message[1024];

[[noreturn, gnu::format(printf, 3, 4)]] void
end(__musa_thread *thread, musart::KernelFailure::Kind kind, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(message, sizeof message, format, arguments);
  va_end(arguments);
  if (musart::Execution *execution = musart::Execution::running(); execution != nullptr)
    execution->fail(*thread, kind, message);
  // Code for the device that nobody launched.
  std::fprintf(stderr, "musa: %s\n", message);
  std::abort();
}

} // namespace

using Kind = musart::KernelFailure::Kind;

void __musa_assert_fail(__musa_thread *thread, const char *expression, const char *file,
                        unsigned line, const char *function) {
  // The words that CUDA's programs look for.
  std::fprintf(stderr, "%s:%u: %s: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion `%s` failed.\n",
               file, line, function, thread->block_idx.x, thread->block_idx.y, thread->block_idx.z,
               thread->thread_idx.x, thread->thread_idx.y, thread->thread_idx.z, expression);
  end(thread, Kind::Assert, "assertion `%s` failed at %s:%u", expression, file, line);
}

void __musa_trap(__musa_thread *thread, const char *file, unsigned line) {
  if (file == nullptr)
    end(thread, Kind::Trap, "called abort()");
  end(thread, Kind::Trap, "trap at %s:%u", file, line);
}

void __musa_fail(__musa_thread *thread, const char *what, const char *file, unsigned line) {
  end(thread, Kind::Trap, "%s at %s:%u", what, file, line);
}
