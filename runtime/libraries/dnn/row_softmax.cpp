//===- libraries/dnn/row_softmax.cpp ----------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// oneDNN's softmax keeps no logarithm of the sum. Its exponentials are those of vectors, and the
// loops here are written so that the compiler makes vectors of them.
//===----------------------------------------------------------------------===//
#include "row_softmax.h"

#include "onednn.h"
#include "partial_sums.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>

namespace musaport::dnn {
namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();

/// Minus infinity for an empty row; NaN if an element is one, or infinity, whose softmax is NaN.
float largestOf(const float *row, int64_t columns) {
  std::array<float, partialSums> largest;
  largest.fill(-infinity);
  std::array<int32_t, partialSums> isStrange{};
  forEachPart(columns, [&](int64_t k, int64_t i) {
    largest[k] = row[i] > largest[k] ? row[i] : largest[k];
    isStrange[k] |= row[i] < infinity ? 0 : 1;
  });
  if (std::accumulate(isStrange.begin(), isStrange.end(), 0, std::bit_or()) != 0)
    return std::numeric_limits<float>::quiet_NaN();
  return *std::max_element(largest.begin(), largest.end());
}

void exponentials(float *x, int64_t count) {
  if (count == 0)
    return;
  const Descriptor all({count}, dnnl::memory::data_type::f32, dnnl::memory::dims{1});
  const Primitive primitive(dnnl::eltwise_forward::primitive_desc(
      engine(), dnnl::prop_kind::forward_inference, dnnl::algorithm::eltwise_exp, all, all, 0, 0,
      attributes()));
  dnnl::memory memory(all, engine(), x);
  primitive.run({{DNNL_ARG_SRC, memory}, {DNNL_ARG_DST, memory}});
}

/// What is subtracted before the exponentials are taken: minus infinity would make NaN of itself.
float shiftOf(float value) { return value == -infinity ? 0 : value; }

} // namespace

void softmaxRows(float *matrix, int64_t rows, int64_t columns, float *logSums) {
  for (int64_t r = 0; r < rows; ++r) {
    float *row = matrix + r * columns;
    logSums[r] = largestOf(row, columns);
    const float shift = shiftOf(logSums[r]);
    for (int64_t i = 0; i < columns; ++i)
      row[i] -= shift;
  }
  exponentials(matrix, rows * columns);
  for (int64_t r = 0; r < rows; ++r) {
    float *row = matrix + r * columns;
    if (std::isnan(logSums[r])) { // of which oneDNN may have made a number
      std::fill_n(row, columns, logSums[r]);
      continue;
    }
    const double sum = sumOf(columns, [&](int64_t i) { return row[i]; });
    if (sum == 0) // all is masked
      continue;
    const auto factor = static_cast<float>(1 / sum);
    for (int64_t i = 0; i < columns; ++i)
      row[i] *= factor;
    logSums[r] = static_cast<float>(shiftOf(logSums[r]) + std::log(sum));
  }
}

void softmaxRowsAgain(float *matrix, int64_t rows, int64_t columns, const float *logSums) {
  for (int64_t r = 0; r < rows; ++r) {
    float *row = matrix + r * columns;
    const float shift = shiftOf(logSums[r]);
    for (int64_t i = 0; i < columns; ++i)
      row[i] -= shift;
  }
  exponentials(matrix, rows * columns);
  for (int64_t r = 0; r < rows; ++r)
    if (std::isnan(logSums[r]))
      std::fill_n(matrix + r * columns, columns, logSums[r]);
}

void softmaxRowsGradient(const float *softmax, float *gradients, int64_t rows, int64_t columns) {
  for (int64_t r = 0; r < rows; ++r) {
    const float *y = softmax + r * columns;
    float *dy = gradients + r * columns;
    const auto sum = static_cast<float>(
        sumOf(columns, [&](int64_t i) { return static_cast<double>(y[i]) * dy[i]; }));
    for (int64_t i = 0; i < columns; ++i)
      dy[i] = y[i] * (dy[i] - sum);
  }
}

} // namespace musaport::dnn
