//===- plain.cpp - axpy as a C++ loop, alone and with OpenMP -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "measure.h"

namespace {

[[gnu::noinline]] void axpy(float a, const float *x, float *y, int n) {
  for (int i = 0; i < n; ++i)
    y[i] += a * x[i];
}

[[gnu::noinline]] void axpyOpenMp(float a, const float *x, float *y, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    y[i] += a * x[i];
}

} // namespace

int main() {
  using namespace measure;
  std::vector<float> x(axpyElements, 1);
  std::vector<float> y(axpyElements, 2);
  print("axpy", axpyElements, [&] { axpy(2, x.data(), y.data(), axpyElements); });
  print("axpy with OpenMP", axpyElements, [&] { axpyOpenMp(2, x.data(), y.data(), axpyElements); });
  print("axpy in cache", size_t{cachedElements} * cachedRepeats, [&] {
    for (int i = 0; i < cachedRepeats; ++i)
      axpy(2, x.data(), y.data(), cachedElements);
  });
  return 0;
}
