//===- host/model/memory_word.cpp -------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "model/memory_word.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <thread>
#include <type_traits>

namespace musart {
namespace {

template <typename Word> bool isMet(const WordAccess &access) {
  const Word word = __atomic_load_n(static_cast<const Word *>(access.address), __ATOMIC_ACQUIRE);
  const Word value = static_cast<Word>(access.value);
  switch (access.kind) {
  case WordAccess::Kind::WaitAtLeast:
    return static_cast<std::make_signed_t<Word>>(word - value) >= 0;
  case WordAccess::Kind::WaitEqual:
    return word == value;
  case WordAccess::Kind::WaitAnd:
    return (word & value) != 0;
  case WordAccess::Kind::WaitNor:
    return static_cast<Word>(~(word | value)) != 0;
  default:
    return true;
  }
}

template <typename Word> void write(const WordAccess &access) {
  __atomic_store_n(static_cast<Word *>(access.address), static_cast<Word>(access.value),
                   __ATOMIC_RELEASE);
}

/// A value that nobody writes any more would keep the program from ending, which waits for its
/// streams.
const std::atomic<bool> &programEnds() {
  static std::atomic<bool> result = false;
  static const int registered = std::atexit([] { result = true; });
  (void)registered;
  return result;
}

/// Whoever writes the word does not know who waits for it.
WordOutcome wait(const WordAccess &access, const std::function<bool()> &stop) {
  constexpr int looksBeforeSleep = 64;
  constexpr std::chrono::microseconds longest{500};
  const std::atomic<bool> &ends = programEnds();
  std::chrono::microseconds pause{10};
  for (int looks = 0;; ++looks) {
    const bool isLast = ends.load();
    if (access.is64 ? isMet<uint64_t>(access) : isMet<uint32_t>(access))
      return WordOutcome::Done;
    if (isLast)
      return WordOutcome::ProgramEnds;
    if (stop())
      return WordOutcome::Stopped;
    if (looks < looksBeforeSleep) {
      std::this_thread::yield();
      continue;
    }
    std::this_thread::sleep_for(pause);
    pause = std::min(2 * pause, longest);
  }
}

} // namespace

WordOutcome perform(const WordAccess &access, const std::function<bool()> &stop) {
  switch (access.kind) {
  case WordAccess::Kind::Write:
    access.is64 ? write<uint64_t>(access) : write<uint32_t>(access);
    return WordOutcome::Done;
  case WordAccess::Kind::Barrier:
    std::atomic_thread_fence(std::memory_order_seq_cst);
    return WordOutcome::Done;
  default:
    return wait(access, stop);
  }
}

} // namespace musart
