//===- libraries/dnn/elements.cpp ------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "elements.h"

#include "musa_bf16.h"
#include "musa_fp16.h"
#include "musa_fp8.h"

#include <cmath>
#include <limits>
#include <type_traits>

namespace musaport::dnn {
namespace {

/// A QINT8.
struct Quantized {
  int8_t value;
};

float widen(__half value) { return __half2float(value); }
float widen(__mt_bfloat16 value) { return __bfloat162float(value); }
float widen(__mt_fp8_e4m3 value) { return static_cast<float>(value); }
float widen(__mt_fp8_e5m2 value) { return static_cast<float>(value); }
template <typename T> T widen(T value) { return value; }

/// Real numbers lose what is behind the point. What is too large becomes the next that there is,
/// and NaN becomes 0; smaller types than int64_t then get the lowest bits.
template <typename T, typename C> T integer(C value) {
  if constexpr (std::is_integral_v<C>) {
    return static_cast<T>(value);
  } else if constexpr (std::is_same_v<T, uint64_t>) {
    if (!(value > -1))
      return static_cast<uint64_t>(value > -9.2e18 ? static_cast<int64_t>(value) : 0);
    return value < static_cast<C>(18446744073709551616.0) ? static_cast<uint64_t>(value)
                                                          : std::numeric_limits<uint64_t>::max();
  } else {
    constexpr C limit = static_cast<C>(9223372036854775808.0);
    if (std::isnan(value))
      return 0;
    if (value >= limit)
      return static_cast<T>(std::numeric_limits<int64_t>::max());
    if (value < -limit)
      return static_cast<T>(std::numeric_limits<int64_t>::min());
    return static_cast<T>(static_cast<int64_t>(value));
  }
}

template <typename T, typename C> T narrow(C value) {
  if constexpr (std::is_same_v<T, __half>)
    return __float2half_rn(static_cast<float>(value));
  else if constexpr (std::is_same_v<T, __mt_bfloat16>)
    return __float2bfloat16_rn(static_cast<float>(value));
  else if constexpr (std::is_same_v<T, bool>)
    return value != 0;
  else if constexpr (std::is_integral_v<T>)
    return integer<T>(value);
  else if constexpr (std::is_floating_point_v<T>)
    return static_cast<T>(value);
  else
    return static_cast<T>(static_cast<float>(value)); // fp8
}

/// Calls `action` with a null pointer to the type of elements in memory.
template <typename Action> void withType(Type type, Action action) {
  switch (type) {
// NOLINTBEGIN(bugprone-macro-parentheses): the arguments are names
#define CASE(type, T)                                                                              \
  case Type::type:                                                                                 \
    return action(static_cast<T *>(nullptr));
    CASE(HALF, __half)
    CASE(FLOAT, float)
    CASE(DOUBLE, double)
    CASE(BFLOAT16, __mt_bfloat16)
    CASE(INT8, int8_t)
    CASE(INT16, int16_t)
    CASE(INT32, int32_t)
    CASE(INT64, int64_t)
    CASE(UINT8, uint8_t)
    CASE(UINT16, uint16_t)
    CASE(UINT32, uint32_t)
    CASE(UINT64, uint64_t)
    CASE(BOOL, bool)
    CASE(QINT8, Quantized)
    CASE(FP8_E4M3, __mt_fp8_e4m3)
    CASE(FP8_E5M2, __mt_fp8_e5m2)
#undef CASE
    // NOLINTEND(bugprone-macro-parentheses)
  }
}

/// A byte that is not 0 is true, whichever it is.
template <typename T> using Stored = std::conditional_t<std::is_same_v<T, bool>, uint8_t, T>;

template <typename T, typename C> C loaded(const View &view, Stored<T> element) {
  if constexpr (std::is_same_v<T, Quantized>)
    return static_cast<C>(view.scale * static_cast<float>(element.value));
  else if constexpr (std::is_same_v<T, bool>)
    return static_cast<C>(element != 0);
  else if constexpr (std::is_integral_v<C>)
    return narrow<C>(widen(element));
  else
    return static_cast<C>(widen(element));
}

template <typename T, typename C> Stored<T> stored(const View &view, C value) {
  if constexpr (std::is_same_v<T, Quantized>)
    return {static_cast<int8_t>(
        std::clamp(std::nearbyint(static_cast<float>(value) / view.scale), -128.0F, 127.0F))};
  else
    return static_cast<Stored<T>>(narrow<T>(value));
}

} // namespace

template <typename C>
void load(const View &view, int64_t offset, int64_t stride, int64_t count, C *to) {
  withType(view.type, [&](auto *null) {
    using T = std::remove_pointer_t<decltype(null)>;
    const auto *elements = static_cast<const Stored<T> *>(view.data) + offset;
    if (stride == 1)
      for (int64_t i = 0; i < count; ++i)
        to[i] = loaded<T, C>(view, elements[i]);
    else
      for (int64_t i = 0; i < count; ++i)
        to[i] = loaded<T, C>(view, elements[i * stride]);
  });
}

template <typename C>
void store(const View &view, int64_t offset, int64_t stride, int64_t count, const C *from) {
  withType(view.type, [&](auto *null) {
    using T = std::remove_pointer_t<decltype(null)>;
    auto *elements = static_cast<Stored<T> *>(view.data) + offset;
    for (int64_t i = 0; i < count; ++i)
      elements[i * stride] = stored<T>(view, from[i]);
  });
}

template <typename C> void loadAll(const View &view, C *to) {
  View dense = view;
  dense.strides = denseStrides(view.dims);
  Loop<2>({&dense, &view}).run([&](const auto &at, const auto &strides, int64_t count) {
    // `dense` is the array's own order, so its pieces follow each other.
    load(view, at[1], strides[1], count, to + at[0]);
  });
}

template <typename C> void storeAll(const View &view, const C *from) {
  View dense = view;
  dense.strides = denseStrides(view.dims);
  Loop<2>({&dense, &view}).run([&](const auto &at, const auto &strides, int64_t count) {
    store(view, at[1], strides[1], count, from + at[0]);
  });
}

// NOLINTBEGIN(bugprone-macro-parentheses): the argument is a type
#define INSTANTIATE(C)                                                                             \
  template void load<C>(const View &, int64_t, int64_t, int64_t, C *);                             \
  template void store<C>(const View &, int64_t, int64_t, int64_t, const C *);                      \
  template void loadAll<C>(const View &, C *);                                                     \
  template void storeAll<C>(const View &, const C *);
INSTANTIATE(float)
INSTANTIATE(double)
INSTANTIATE(int64_t)
INSTANTIATE(uint64_t)
// NOLINTEND(bugprone-macro-parentheses)

void clear(const View &view) {
  if (!view.isThere())
    return;
  const std::array<float, Loop<1>::piece> zeros{};
  Loop<1>({&view}).run([&](const auto &at, const auto &strides, int64_t count) {
    store(view, at[0], strides[0], count, zeros.data());
  });
}

Computation computationOf(std::initializer_list<Type> types) {
  const auto has = [&](auto is) { return std::any_of(types.begin(), types.end(), is); };
  if (has([](Type type) { return type == Type::DOUBLE; }))
    return Computation::doubles;
  if (has([](Type type) { return !isInteger(type); }))
    return Computation::floats;
  return has([](Type type) { return type == Type::UINT64; }) ? Computation::unsignedIntegers
                                                             : Computation::integers;
}

} // namespace musaport::dnn
