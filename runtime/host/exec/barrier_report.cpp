//===- host/exec/barrier_report.cpp -----------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "exec/barrier_report.h"

#include <cstdio>
#include <cstring>
#include <mutex>
#include <set>

namespace musart {

std::string text(Place place) {
  return place.file == nullptr ? std::string("an unknown place")
                               : place.file + (":" + std::to_string(place.line));
}

bool same(Place a, Place b) {
  if (a.line != b.line || a.file == nullptr || b.file == nullptr)
    return a.line == b.line && a.file == b.file;
  return a.file == b.file || std::strcmp(a.file, b.file) == 0;
}

std::string divergenceText(Place own, Place others) {
  return "waits for its block at " + text(own) + ", while other threads of the block wait at " +
         text(others);
}

std::string returnedText(Place place, unsigned returned, unsigned threads) {
  return "a thread waits for its block at " + text(place) + ", but " + std::to_string(returned) +
         " of the block's " + std::to_string(threads) + " threads have returned";
}

void warnReturned(const __musa_kernel &kernel, Place place, unsigned returned, unsigned threads) {
  struct Warned {
    std::mutex mutex;
    std::set<std::pair<const __musa_kernel *, unsigned>> places;
  };
  static auto *warned = new Warned; // kernels may run while the program exits
  const std::lock_guard lock(warned->mutex);
  if (warned->places.emplace(&kernel, place.line).second)
    std::fprintf(stderr, "musa: warning: kernel '%s': %s\n", demangle(kernel.name).c_str(),
                 returnedText(place, returned, threads).c_str());
}

} // namespace musart
