//===- host/exec/moving_pages.cpp -------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "exec/moving_pages.h"

#include <atomic>
#include <cstdint>

namespace musart {

// A handler of signals reads the list, so it has no lock, and a place is never freed, but used
// again.
struct MovingPages::Place {
  std::atomic<bool> isTaken = true;
  std::atomic<uintptr_t> begin = 0;
  std::atomic<uintptr_t> end = 0;
  Place *next = nullptr;
};

namespace {
std::atomic<void *> head = nullptr; // of places
}

MovingPages::MovingPages(const char *begin, size_t bytes)
    : place([] {
        auto *first = static_cast<Place *>(head.load());
        for (Place *one = first; one != nullptr; one = one->next)
          if (!one->isTaken.exchange(true))
            return one;
        auto *made = new Place;
        made->next = first;
        for (void *expected = first; !head.compare_exchange_weak(expected, made);)
          made->next = static_cast<Place *>(expected);
        return made;
      }()) {
  place->begin = reinterpret_cast<uintptr_t>(begin);
  place->end = place->begin + bytes;
}

MovingPages::~MovingPages() {
  place->end = 0;
  place->isTaken = false;
}

bool MovingPages::contain(const void *address) {
  const auto key = reinterpret_cast<uintptr_t>(address);
  for (const auto *one = static_cast<const Place *>(head.load()); one != nullptr; one = one->next)
    if (key >= one->begin && key < one->end)
      return true;
  return false;
}

} // namespace musart
