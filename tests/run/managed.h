//===- managed.h - an array in managed memory -------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_TESTS_RUN_MANAGED_H
#define MUSAPORT_TESTS_RUN_MANAGED_H

#include "check.h"

/// `count` values, which begin as T().
template <typename T> struct Managed {
  explicit Managed(size_t count) {
    CHECK_MUSA(musaMallocManaged(&data, count * sizeof(T)));
    for (size_t i = 0; i < count; ++i)
      data[i] = T();
  }
  ~Managed() { musaFree(data); }
  Managed(const Managed &) = delete;
  Managed &operator=(const Managed &) = delete;
  T &operator[](size_t i) { return data[i]; }
  T *data = nullptr;
};

#endif // MUSAPORT_TESTS_RUN_MANAGED_H
