//===- cub_test.h - device arrays and two-phase calls for the tests of CUB and Thrust --*- C++
//-*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_TESTS_RUN_CUB_TEST_H
#define MUSAPORT_TESTS_RUN_CUB_TEST_H

#include "check.h"

#include <string>
#include <vector>

/// An array in device memory.
template <typename T> class Device {
public:
  explicit Device(size_t n) : count(n) { CHECK_MUSA(musaMalloc(&items, sizeof(T) * (n + 1))); }
  explicit Device(const std::vector<T> &values) : Device(values.size()) {
    CHECK_MUSA(musaMemcpy(items, values.data(), sizeof(T) * count, musaMemcpyHostToDevice));
  }
  ~Device() { CHECK_MUSA(musaFree(items)); }
  Device(const Device &) = delete;
  Device &operator=(const Device &) = delete;
  operator T *() { return items; }
  std::vector<T> host() const { return host(count); }
  std::vector<T> host(size_t n) const {
    std::vector<T> values(n);
    CHECK_MUSA(musaDeviceSynchronize());
    CHECK_MUSA(musaMemcpy(values.data(), items, sizeof(T) * n, musaMemcpyDeviceToHost));
    return values;
  }
  T one() const { return host(1)[0]; }

private:
  T *items = nullptr;
  size_t count;
};

/// Calls `call(memory, bytes)` twice: for the size of the temporary storage, then to run.
template <typename Call> void twoPhases(Call call) {
  size_t bytes = 0;
  CHECK_MUSA(call(nullptr, bytes));
  CHECK(bytes > 0);
  Device<char> memory(bytes);
  CHECK_MUSA(call(static_cast<char *>(memory), bytes));
}

inline const std::vector<int> &testSizes() {
  static const std::vector<int> sizes = {0, 1, 2, 31, 257, 4096, 4097, 10007, 300001};
  return sizes;
}

/// A reproducible sequence of n numbers in [0, limit).
inline std::vector<int> numbers(int n, int limit, unsigned seed = 1) {
  std::vector<int> result(static_cast<size_t>(n));
  for (int &value : result) {
    seed = seed * 1664525U + 1013904223U;
    value = static_cast<int>((seed >> 8) % static_cast<unsigned>(limit));
  }
  return result;
}

#endif // MUSAPORT_TESTS_RUN_CUB_TEST_H
