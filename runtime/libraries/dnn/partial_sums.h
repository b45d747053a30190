//===- libraries/dnn/partial_sums.h - sums that become vectors --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The compiler may not change the order of a sum of floating-point numbers. With one partial sum
// for each element of a vector, it makes vectors of the loop as it stands.
#ifndef MUSAPORT_LIBRARIES_DNN_PARTIAL_SUMS_H
#define MUSAPORT_LIBRARIES_DNN_PARTIAL_SUMS_H

#include <array>
#include <cstdint>
#include <numeric>

namespace musaport::dnn {

constexpr int64_t partialSums = 16;

/// Calls `body(part, index)` for each index below `count`, `part` being below partialSums.
template <typename Body> void forEachPart(int64_t count, Body body) {
  int64_t i = 0;
  for (; i + partialSums <= count; i += partialSums)
    for (int64_t part = 0; part < partialSums; ++part)
      body(part, i + part);
  for (int64_t part = 0; i + part < count; ++part)
    body(part, i + part);
}

/// Of `element(index)` for each index below `count`.
template <typename Element> double sumOf(int64_t count, Element element) {
  std::array<double, partialSums> sums{};
  forEachPart(count, [&](int64_t part, int64_t i) { sums[part] += element(i); });
  return std::accumulate(sums.begin(), sums.end(), 0.0);
}

} // namespace musaport::dnn

#endif // MUSAPORT_LIBRARIES_DNN_PARTIAL_SUMS_H
