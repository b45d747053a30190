//===- musa_port/device/control.h - traps, clocks, hints ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSA_PORT_DEVICE_CONTROL_H
#define MUSA_PORT_DEVICE_CONTROL_H

#include "musa_port/device/standard.h"
#include "musa_port/device/sync.h"
#include "musa_port/host/failing.h"

// The C library's assert() calls this when its condition is false.
extern "C" [[noreturn]] __device__ __forceinline__ void
__assert_fail(const char *expression, const char *file, unsigned line,
              const char *function) noexcept {
  __musa_assert_fail(__musa_self(), expression, file, line, function);
}

[[noreturn]] __device__ __forceinline__ void __trap(__MUSA_PLACE) {
  __musa_trap(__musa_self(), __file, __line);
}
// A host function may have it where __MUSA_ARCH__ is defined, and nobody calls that.
[[noreturn]] __host__ __forceinline__ void __trap() { ::abort(); }
extern "C" [[noreturn]] __device__ __forceinline__ void abort() noexcept {
  __musa_trap(__musa_self(), nullptr, 0);
}
namespace std {
template <class... Arguments>
[[noreturn]] __device__ void __throw_out_of_range_fmt(const char *, Arguments...) {
  __trap(nullptr, 0);
}
} // namespace std
__device__ __forceinline__ void __brkpt(__MUSA_PLACE) { __trap(__file, __line); }
__device__ __forceinline__ void __prof_trigger(int) {}

/// Lets other threads run and ignores the duration: nothing here needs a timed wait.
__device__ __forceinline__ void __nanosleep(unsigned) { __musa_wait_yield(__musa_self()); }

__device__ __forceinline__ long long clock64() {
  return static_cast<long long>(__builtin_readcyclecounter());
}
__device__ __forceinline__ clock_t clock() noexcept {
  return static_cast<clock_t>(__builtin_readcyclecounter());
}

#define __assume(condition) __builtin_assume(condition)

#endif // MUSA_PORT_DEVICE_CONTROL_H
