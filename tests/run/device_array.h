//===- device_array.h - a vector's copy in device memory --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_TESTS_RUN_DEVICE_ARRAY_H
#define MUSAPORT_TESTS_RUN_DEVICE_ARRAY_H

#include "check.h"

#include <vector>

template <typename T> class DeviceArray {
public:
  explicit DeviceArray(const std::vector<T> &values) : count(values.size()) {
    CHECK_MUSA(musaMalloc(&memory, (count > 0 ? count : 1) * sizeof(T)));
    CHECK_MUSA(musaMemcpy(memory, values.data(), count * sizeof(T), musaMemcpyHostToDevice));
  }
  DeviceArray(const DeviceArray &) = delete;
  ~DeviceArray() { musaFree(memory); }
  T *get() const { return memory; }
  std::vector<T> read() const {
    std::vector<T> result(count);
    CHECK_MUSA(musaDeviceSynchronize());
    CHECK_MUSA(musaMemcpy(result.data(), memory, count * sizeof(T), musaMemcpyDeviceToHost));
    return result;
  }

private:
  T *memory = nullptr;
  size_t count;
};

#endif // MUSAPORT_TESTS_RUN_DEVICE_ARRAY_H
