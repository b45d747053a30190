//===- program.h - runs a program on the device and with OpenMP --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_TESTS_BENCH_PROGRAMS_PROGRAM_H
#define MUSAPORT_TESTS_BENCH_PROGRAMS_PROGRAM_H

#include "median_time.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <vector>

namespace program {

constexpr int rounds = 3;

inline void require(cudaError_t error) {
  if (error == cudaSuccess)
    return;
  std::fprintf(stderr, "error: %s\n", cudaGetErrorString(error));
  std::exit(EXIT_FAILURE);
}

/// Memory of the device.
template <typename T> class DeviceArray {
public:
  explicit DeviceArray(size_t count) : size(count) {
    require(cudaMalloc(&data, count * sizeof(T)));
    require(cudaMemset(data, 0, count * sizeof(T)));
  }
  explicit DeviceArray(const std::vector<T> &values) : size(values.size()) {
    require(cudaMalloc(&data, size * sizeof(T)));
    require(cudaMemcpy(data, values.data(), size * sizeof(T), cudaMemcpyHostToDevice));
  }
  DeviceArray(const DeviceArray &) = delete;
  DeviceArray &operator=(const DeviceArray &) = delete;
  ~DeviceArray() { cudaFree(data); }

  T *get() const { return data; }
  std::vector<T> values() const {
    std::vector<T> result(size);
    require(cudaMemcpy(result.data(), data, size * sizeof(T), cudaMemcpyDeviceToHost));
    return result;
  }
  void copyFrom(const DeviceArray &other) {
    require(cudaMemcpy(data, other.data, size * sizeof(T), cudaMemcpyDeviceToDevice));
  }

private:
  T *data = nullptr;
  size_t size;
};

/// Numbers that look random, and are the same in each run.
class Numbers {
public:
  unsigned next() {
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state;
  }
  /// In [0, 1).
  float uniform() { return static_cast<float>(next() >> 8) / (1 << 24); }

  std::vector<float> uniform(size_t count) {
    std::vector<float> result(count);
    for (float &value : result)
      value = uniform();
    return result;
  }

private:
  unsigned state = 2463534242;
};

/// The greatest difference, as a part of the greatest value; NaN if there is one.
template <typename T>
double difference(const std::vector<T> &values, const std::vector<T> &expected) {
  double most = 0;
  double scale = 0;
  for (size_t i = 0; i < expected.size(); ++i) {
    const double distance = std::abs(static_cast<double>(values[i]) - expected[i]);
    if (std::isnan(distance))
      return distance;
    most = std::max(most, distance);
    scale = std::max(scale, std::abs(static_cast<double>(expected[i])));
  }
  return scale > 0 ? most / scale : most;
}

/// Measures both ways to compute the same, and prints the milliseconds of each. Returns main()'s
/// result: a failure if `device` and `host` differ by more than `tolerance` of the greatest value.
template <typename T, typename OnDevice, typename OnHost>
int compare(const OnDevice &onDevice, const OnHost &onHost, const DeviceArray<T> &device,
            const std::vector<T> &host, double tolerance) {
  const double deviceTime = medianTime<std::milli>(rounds, [&] {
    onDevice();
    require(cudaGetLastError());
    require(cudaDeviceSynchronize());
  });
  const double hostTime = medianTime<std::milli>(rounds, onHost);
  const double error = difference(device.values(), host);
  if (!(error <= tolerance)) {
    std::fprintf(stderr, "error: the results differ by %g, and %g is allowed\n", error, tolerance);
    return EXIT_FAILURE;
  }
  std::printf("%.4f %.4f\n", deviceTime, hostTime);
  return EXIT_SUCCESS;
}

} // namespace program

#endif // MUSAPORT_TESTS_BENCH_PROGRAMS_PROGRAM_H
