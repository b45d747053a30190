//===- host/exec/moving_pages.h - pages that may not be written for a moment -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_HOST_EXEC_MOVING_PAGES_H
#define MUSAPORT_HOST_EXEC_MOVING_PAGES_H

#include <atomic>
#include <cstddef>

namespace musart {

/// Announces, as long as it lives, pages that are made read-only for a moment. The fault of a write
/// to them means only that the writer has to try again: the handler of faults returns. After that
/// moment the pages are readable and writable, so no other write to them faults.
class MovingPages {
public:
  MovingPages(const char *begin, size_t bytes);
  ~MovingPages();
  MovingPages(const MovingPages &) = delete;
  MovingPages &operator=(const MovingPages &) = delete;

  /// For handlers of signals.
  static bool contain(const void *address);

private:
  struct Place;
  static std::atomic<Place *> places; ///< the first of a list
  static Place *takePlace();
  Place *const place;
};

} // namespace musart

#endif // MUSAPORT_HOST_EXEC_MOVING_PAGES_H
