//===- host/exec/moving_pages.cpp -------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "exec/moving_pages.h"

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

std::atomic<MovingPages::Place *> MovingPages::places = nullptr;

MovingPages::Place *MovingPages::takePlace() {
  for (Place *one = places; one != nullptr; one = one->next)
    if (!one->isTaken.exchange(true))
      return one;
  auto *made = new Place;
  made->next = places;
  while (!places.compare_exchange_weak(made->next, made)) {
  }
  return made;
}

MovingPages::MovingPages(const char *begin, size_t bytes) : place(takePlace()) {
  place->begin = reinterpret_cast<uintptr_t>(begin);
  place->end = place->begin + bytes;
}

MovingPages::~MovingPages() {
  place->end = 0;
  place->isTaken = false;
}

bool MovingPages::contain(const void *address) {
  const auto key = reinterpret_cast<uintptr_t>(address);
  for (const Place *one = places; one != nullptr; one = one->next)
    if (key >= one->begin && key < one->end)
      return true;
  return false;
}

} // namespace musart
