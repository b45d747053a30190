//===- source/parallel.cpp -------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "source/parallel.h"

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

namespace musaport {

void forEachInParallel(size_t count, unsigned threads,
                       llvm::function_ref<void(unsigned thread, size_t index)> work) {
  threads = static_cast<unsigned>(std::clamp<size_t>(count, 1, std::max(1U, threads)));
  std::vector<std::atomic<size_t>> next(threads);
  auto stretchEnd = [&](size_t stretch) { return (stretch + 1) * count / threads; };
  for (unsigned stretch = 0; stretch < threads; ++stretch)
    next[stretch] = stretch * count / threads;
  auto run = [&](unsigned thread) {
    for (unsigned i = 0; i < threads; ++i) {
      const unsigned stretch = (thread + i) % threads;
      for (size_t index = next[stretch]++; index < stretchEnd(stretch); index = next[stretch]++)
        work(thread, index);
    }
  };
  std::vector<std::thread> others;
  for (unsigned thread = 1; thread < threads; ++thread)
    others.emplace_back(run, thread);
  run(0);
  for (std::thread &other : others)
    other.join();
}

} // namespace musaport
