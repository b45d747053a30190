//===- failing_new.h - memory that runs out when a test says so --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Replaces operator new, in the libraries of MUSA too. For one file of a program.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_TESTS_RUN_FAILING_NEW_H
#define MUSAPORT_TESTS_RUN_FAILING_NEW_H

#include <cstdlib>
#include <new>

/// Of this thread, until one fails. After that, or if it is -1, none fails.
inline thread_local int allocationsLeft = -1;

void *operator new(std::size_t size) {
  if (allocationsLeft >= 0 && allocationsLeft-- == 0)
    throw std::bad_alloc();
  if (void *memory = std::malloc(size > 0 ? size : 1))
    return memory;
  throw std::bad_alloc();
}
void operator delete(void *memory) noexcept { std::free(memory); }
void operator delete(void *memory, std::size_t) noexcept { std::free(memory); }

/// Calls when the first allocation fails, when the second one does, and so on until none fails.
template <typename Call, typename Check> void withFailingAllocations(Call call, Check check) {
  for (int allocations = 0;; ++allocations) {
    allocationsLeft = allocations;
    const auto result = call();
    const bool hasFailed = allocationsLeft < 0;
    allocationsLeft = -1;
    check(result, hasFailed);
    if (!hasFailed)
      return;
  }
}

#endif // MUSAPORT_TESTS_RUN_FAILING_NEW_H
