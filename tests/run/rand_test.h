//===- rand_test.h - helpers for the tests of murand_kernel.h ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_TESTS_RUN_RAND_TEST_H
#define MUSAPORT_TESTS_RUN_RAND_TEST_H

#include "check.h"

#include <murand_kernel.h>

#include <cmath>
#include <cstring>
#include <string>
#include <vector>

template <typename T, typename F> __global__ void callEach(T *out, int n, F f) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n)
    out[i] = f(i);
}

/// Calls f(0) to f(n - 1) in a kernel, one call per thread, and returns the results.
template <typename T, typename F> std::vector<T> onDevice(int n, F f) {
  T *memory = nullptr;
  CHECK_MUSA(musaMalloc(&memory, sizeof(T) * n));
  callEach<<<(n + 127) / 128, 128>>>(memory, n, f);
  CHECK_MUSA(musaDeviceSynchronize());
  std::vector<T> result(n);
  CHECK_MUSA(musaMemcpy(result.data(), memory, sizeof(T) * n, musaMemcpyDeviceToHost));
  CHECK_MUSA(musaFree(memory));
  return result;
}

/// As onDevice(), but calls f on the host too. The results must agree in every bit.
template <typename T, typename F> std::vector<T> onBoth(int n, F f) {
  const std::vector<T> result = onDevice<T>(n, f);
  int wrong = 0;
  for (int i = 0; i < n; ++i) {
    const T expected = f(i);
    wrong += std::memcmp(&result[i], &expected, sizeof(T)) != 0;
  }
  CHECK_EQUAL(wrong, 0);
  return result;
}

/// cuRAND's numbers for seed 1234, as NVIDIA's CUDALibrarySamples print them for the host API.
/// They are in the documented order: number i is the first of subsequence i (XORWOW, MRG32k3a), or
/// one of four of subsequence i / 4 (Philox). The normal numbers have mean 1 and deviation 2, and
/// two neighbours form a pair.
struct Published {
  float uniform[10], normal[10], logNormal[10];
};
static const Published publishedXorwow = {{0.145468f, 0.820181f, 0.550399f, 0.294830f, 0.914733f,
                                           0.868979f, 0.321921f, 0.782857f, 0.011302f, 0.285450f},
                                          {2.561947f, -2.603156f, 0.438303f, 2.127093f, -1.022666f,
                                           1.828079f, 3.916651f, -0.124273f, 0.702847f, 0.209629f},
                                          {12.961029f, 0.074040f, 1.550074f, 8.390443f, 0.359635f,
                                           6.221920f, 50.231937f, 0.883139f, 2.019494f, 1.233221f}};
static const Published publishedMrg32k3a = {
    {0.786752f, 0.152112f, 0.934182f, 0.986567f, 0.988028f, 0.304493f, 0.926525f, 0.432048f,
     0.346986f, 0.840585f},
    {0.278692f, -0.182563f, -2.437073f, -0.803224f, 1.687799f, 1.267587f, 1.275932f, 1.179040f,
     0.875920f, 1.284532f},
    {1.321401f, 0.833133f, 0.087416f, 0.447883f, 5.407566f, 3.552269f, 3.582037f, 3.251252f,
     2.401084f, 3.612976f}};
static const Published publishedPhilox = {{0.127208f, 0.853469f, 0.265649f, 0.796055f, 0.816736f,
                                           0.324165f, 0.781055f, 0.058918f, 0.543999f, 0.923496f},
                                          {-2.232981f, 3.458311f, -2.121081f, 1.929243f, 2.136910f,
                                           0.428207f, 1.508686f, 2.310768f, -0.020449f, 2.956819f},
                                          {0.107208f, 31.763277f, 0.119902f, 6.884295f, 8.473219f,
                                           1.534504f, 4.520785f, 10.082164f, 0.979758f,
                                           19.236683f}};

/// Compares in the six digits that the samples print.
inline void checkPrinted(float value, float printed) {
  CHECK(std::fabs(value - printed) < 1e-6f + 2e-7f * std::fabs(printed));
}

#endif // MUSAPORT_TESTS_RUN_RAND_TEST_H
