//===- musa_port/device/saturating_cast.h - from floating point to integers --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSA_PORT_DEVICE_SATURATING_CAST_H
#define MUSA_PORT_DEVICE_SATURATING_CAST_H

#include "musa_port/device/keywords.h"

/// Converts `x` towards zero. A value out of range becomes the nearest Integer. A NaN becomes what
/// a GPU gives: 0 for float to at most 32 bits, otherwise only the highest bit set.
template <typename Integer, typename Float>
__host__ __device__ inline Integer __musa_saturating_cast(Float x) {
  constexpr int size = 8 * sizeof(Integer);
  if (__builtin_isnan(x))
    return static_cast<Integer>(sizeof(Float) == 4 && size < 64 ? 0 : 1ull << (size - 1));
  constexpr bool isSigned = static_cast<Integer>(-1) < Integer(1);
  constexpr int bits = size - isSigned;
  constexpr auto most = static_cast<Integer>(~0ull >> (64 - bits));
  constexpr Float end = 2 * static_cast<Float>(1ull << (bits - 1)); // one more than the largest
  if (x >= end)
    return most;
  if (x <= (isSigned ? -end : Float(0)))
    return static_cast<Integer>(isSigned ? ~most : Integer(0));
  return static_cast<Integer>(x);
}

#endif // MUSA_PORT_DEVICE_SATURATING_CAST_H
