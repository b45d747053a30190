//===- mudnn_test.h - helpers for tests of muDNN ------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_TESTS_RUN_MUDNN_TEST_H
#define MUSAPORT_TESTS_RUN_MUDNN_TEST_H

#include "check.h"
#include "device_array.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <mudnn.h>
#include <musa_bf16.h>
#include <musa_fp16.h>
#include <random>
#include <type_traits>

namespace dnn = musa::dnn;

#define CHECK_STATUS(call, status) CHECK_EQUAL(static_cast<int>(call), static_cast<int>(status))
#define CHECK_DNN(call) CHECK_STATUS(call, dnn::Status::SUCCESS)
#define CHECK_INVALID(call) CHECK_STATUS(call, dnn::Status::INVALID_PARAMETER)
#define CHECK_NOT_SUPPORTED(call) CHECK_STATUS(call, dnn::Status::NOT_SUPPORTED)

using Dims = std::vector<int64_t>;
using Values = std::vector<double>;
using Type = dnn::Tensor::Type;
using Format = dnn::Tensor::Format;

template <typename T> constexpr Type typeOf = Type::FLOAT;
template <> inline constexpr Type typeOf<double> = Type::DOUBLE;
template <> inline constexpr Type typeOf<__half> = Type::HALF;
template <> inline constexpr Type typeOf<__mt_bfloat16> = Type::BFLOAT16;
template <> inline constexpr Type typeOf<int8_t> = Type::INT8;
template <> inline constexpr Type typeOf<int16_t> = Type::INT16;
template <> inline constexpr Type typeOf<int32_t> = Type::INT32;
template <> inline constexpr Type typeOf<int64_t> = Type::INT64;
template <> inline constexpr Type typeOf<uint8_t> = Type::UINT8;
template <> inline constexpr Type typeOf<uint64_t> = Type::UINT64;
template <> inline constexpr Type typeOf<bool> = Type::BOOL;

/// How exact a result of the type is, relative to its size or 1.
template <typename T>
constexpr double tolerance = std::is_same_v<T, double>          ? 1e-12
                             : std::is_same_v<T, float>         ? 2e-5
                             : std::is_same_v<T, __half>        ? 2e-3
                             : std::is_same_v<T, __mt_bfloat16> ? 1.6e-2
                                                                : 0;

inline int64_t product(const Dims &dims) {
  int64_t result = 1;
  for (int64_t size : dims)
    result *= size;
  return result;
}

inline Dims denseStrides(const Dims &dims) {
  Dims strides(dims.size());
  int64_t stride = 1;
  for (size_t i = dims.size(); i-- > 0; stride *= dims[i])
    strides[i] = stride;
  return strides;
}

/// Those of an array that has its dimensions in this order, from outside.
inline Dims stridesInOrder(const Dims &dims, const std::vector<int> &order) {
  Dims strides(dims.size());
  int64_t stride = 1;
  for (size_t i = dims.size(); i-- > 0; stride *= dims[order[i]])
    strides[order[i]] = stride;
  return strides;
}

/// Calls `body(index, number)` for each element, the last dimension first.
inline void forEach(const Dims &dims, const std::function<void(const Dims &, int64_t)> &body) {
  Dims index(dims.size());
  const int64_t count = product(dims);
  for (int64_t i = 0; i < count; ++i) {
    body(index, i);
    for (size_t d = dims.size(); d-- > 0;) {
      if (++index[d] < dims[d])
        break;
      index[d] = 0;
    }
  }
}

inline int64_t placeOf(const Dims &index, const Dims &strides) {
  int64_t place = 0;
  for (size_t d = 0; d < index.size(); ++d)
    place += index[d] * strides[d];
  return place;
}

template <typename T> double toDouble(T value) {
  if constexpr (std::is_same_v<T, __half>)
    return __half2float(value);
  else if constexpr (std::is_same_v<T, __mt_bfloat16>)
    return __bfloat162float(value);
  else
    return static_cast<double>(value);
}
template <typename T> T fromDouble(double value) {
  if constexpr (std::is_same_v<T, __half>)
    return __float2half(static_cast<float>(value));
  else if constexpr (std::is_same_v<T, __mt_bfloat16>)
    return __float2bfloat16(static_cast<float>(value));
  else
    return static_cast<T>(value);
}

/// What the type makes of numbers.
template <typename T> Values rounded(Values values) {
  for (double &value : values)
    value = toDouble(fromDouble<T>(value));
  return values;
}

inline Values randoms(int64_t count, double from = -2, double to = 2) {
  static std::mt19937 engine(1);
  std::uniform_real_distribution<double> distribution(from, to);
  Values values(count);
  for (double &value : values)
    value = distribution(engine);
  return values;
}

/// Numbers in device memory, with strides; gaps between them hold a mark that must stay.
template <typename T> class Operand {
public:
  Operand(const Dims &dims, const Values &values, const Dims &strides = {},
          Format format = Format::NCHW)
      : dims(dims), strides(strides.empty() ? denseStrides(dims) : strides), format(format) {
    int64_t size = 1;
    for (size_t d = 0; d < dims.size(); ++d)
      size += std::max<int64_t>(dims[d] - 1, 0) * this->strides[d];
    std::vector<Stored> elements(size, mark());
    forEach(dims, [&](const Dims &index, int64_t i) {
      elements[placeOf(index, this->strides)] =
          static_cast<Stored>(fromDouble<T>(values.empty() ? 77 : values[i]));
    });
    memory = std::make_unique<DeviceArray<Stored>>(elements);
  }
  dnn::Tensor tensor() const {
    dnn::Tensor result;
    CHECK_DNN(result.SetType(typeOf<T>));
    CHECK_DNN(result.SetFormat(format));
    CHECK_DNN(result.SetAddr(memory->get()));
    CHECK_DNN(result.SetNdInfo(static_cast<int>(dims.size()), dims.data(), strides.data()));
    return result;
  }

  Values read() const {
    const std::vector<Stored> elements = memory->read();
    std::vector<bool> isElement(elements.size());
    Values values(product(dims));
    forEach(dims, [&](const Dims &index, int64_t i) {
      values[i] = toDouble(static_cast<T>(elements[placeOf(index, strides)]));
      isElement[placeOf(index, strides)] = true;
    });
    for (size_t i = 0; i < elements.size(); ++i)
      CHECK(isElement[i] || toDouble(elements[i]) == toDouble(mark()));
    return values;
  }

private:
  using Stored = std::conditional_t<std::is_same_v<T, bool>, uint8_t, T>;
  static Stored mark() { return fromDouble<Stored>(99); }

  Dims dims, strides;
  Format format;
  std::unique_ptr<DeviceArray<Stored>> memory;
};

/// For what is computed.
template <typename T> class Result : public Operand<T> {
public:
  explicit Result(const Dims &dims, const Dims &strides = {}, Format format = Format::NCHW)
      : Operand<T>(dims, Values(), strides, format) {}
};

inline void checkNear(const Values &actual, const Values &expected, double tolerance,
                      const std::string &what, const char *file, int line) {
  CHECK_EQUAL(actual.size(), expected.size());
  for (size_t i = 0; i < actual.size() && i < expected.size(); ++i) {
    const double size = std::max(1.0, std::abs(expected[i]));
    if (std::abs(actual[i] - expected[i]) <= tolerance * size || actual[i] == expected[i] ||
        (std::isnan(actual[i]) && std::isnan(expected[i])))
      continue;
    std::ostringstream text;
    text << what << ": element " << i << " is " << actual[i] << ", not " << expected[i];
    return check::report(file, line, text.str());
  }
}
#define CHECK_NEAR(actual, expected, tolerance, what)                                              \
  checkNear(actual, expected, tolerance, what, __FILE__, __LINE__)

inline dnn::MemoryMaintainer workspaces() {
  return [](size_t size) {
    void *memory = nullptr;
    CHECK_MUSA(musaMalloc(&memory, size));
    return dnn::MemoryHandler(memory, [](void *p) { musaFree(p); });
  };
}

#endif // MUSAPORT_TESTS_RUN_MUDNN_TEST_H
