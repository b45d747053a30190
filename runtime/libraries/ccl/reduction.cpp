//===- libraries/ccl/reduction.cpp -----------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "reduction.h"

#include "conversion.h"
#include "copy.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace musaport::ccl {
namespace {

/// Elements that are computed before they are written: they stay in the first cache.
constexpr size_t block = 2048;

/// Calls `action` with a number of the type that elements of `type` are computed with.
template <typename Action> auto withType(mcclDataType_t type, Action action) {
  switch (type) {
  case mcclInt8:
    return action(int8_t{});
  case mcclUint8:
    return action(uint8_t{});
  case mcclInt32:
    return action(int32_t{});
  case mcclUint32:
    return action(uint32_t{});
  case mcclInt64:
    return action(int64_t{});
  case mcclUint64:
    return action(uint64_t{});
  case mcclFloat64:
    return action(double{});
  default:
    return action(float{});
  }
}

bool isNarrow(mcclDataType_t type) { return type == mcclFloat16 || type == mcclBfloat16; }
musaDataType_t narrowType(mcclDataType_t type) {
  return type == mcclFloat16 ? MUSA_R_16F : MUSA_R_16BF;
}

template <typename T> T valueOf(Factor factor) {
  if constexpr (std::is_same_v<T, float>)
    return factor.single;
  else if constexpr (std::is_same_v<T, double>)
    return factor.twice;
  else
    return static_cast<T>(factor.integer);
}

/// What integers are added and multiplied as: these wrap around.
template <typename T, bool = std::is_integral_v<T>> struct Wrapping {
  using Type = T;
};
template <typename T> struct Wrapping<T, true> {
  using Type = std::make_unsigned_t<T>;
};
template <typename T> T add(T a, T b) {
  using U = typename Wrapping<T>::Type;
  return static_cast<T>(static_cast<U>(a) + static_cast<U>(b));
}
template <typename T> T multiply(T a, T b) {
  using U = std::conditional_t<sizeof(T) == 1, unsigned, typename Wrapping<T>::Type>;
  return static_cast<T>(static_cast<U>(a) * static_cast<U>(b));
}
/// A NaN is left out, if the other is none.
template <typename T> T larger(T a, T b) { return a > b || b != b ? a : b; }
template <typename T> T smaller(T a, T b) { return a < b || b != b ? a : b; }

/// `sums` may be one of the others.
template <typename T, typename Combine>
void combine(const T *a, const T *b, T *sums, size_t count, Combine two) {
  for (size_t i = 0; i < count; ++i)
    sums[i] = two(a[i], b[i]);
}

template <typename T>
void combine(mcclRedOp_t operation, const T *a, const T *b, T *sums, size_t count) {
  switch (operation) {
  case mcclProd:
    return combine(a, b, sums, count, multiply<T>);
  case mcclMax:
    return combine(a, b, sums, count, larger<T>);
  case mcclMin:
    return combine(a, b, sums, count, smaller<T>);
  default:
    return combine(a, b, sums, count, add<T>);
  }
}

/// `count` elements from `first` on, as numbers of T: where they are, or in `room`.
template <typename T>
const T *load(const Reduction &reduction, const Source &source, size_t first, size_t count,
              T *room) {
  const std::byte *data = source.data + first * sizeOf(reduction.type);
  if constexpr (std::is_same_v<T, float>)
    if (isNarrow(reduction.type)) {
      loadFloats(data, narrowType(reduction.type), count, room);
      data = reinterpret_cast<const std::byte *>(room);
    }
  const auto *elements = reinterpret_cast<const T *>(data);
  if (!reduction.hasFactors)
    return elements;
  const T factor = valueOf<T>(source.factor);
  for (size_t i = 0; i < count; ++i)
    room[i] = multiply(elements[i], factor);
  return room;
}

template <typename T>
void reduceBlock(const Reduction &reduction, const std::vector<Source> &sources, size_t first,
                 size_t count, const std::vector<Destination> &destinations) {
  std::array<T, block> sums, room, other;
  const T *until = load(reduction, sources[0], first, count, room.data());
  for (size_t s = 1; s < sources.size(); ++s) {
    combine(reduction.operation, until, load(reduction, sources[s], first, count, other.data()),
            sums.data(), count);
    until = sums.data();
  }
  if (sources.size() == 1)
    std::copy_n(until, count, sums.data());
  if (reduction.operation == mcclAvg)
    for (size_t i = 0; i < count; ++i)
      sums[i] = static_cast<T>(sums[i] / static_cast<T>(sources.size()));
  const void *results = sums.data();
  if constexpr (std::is_same_v<T, float>)
    if (isNarrow(reduction.type)) {
      storeFloats(sums.data(), count, room.data(), narrowType(reduction.type));
      results = room.data();
    }
  const size_t width = sizeOf(reduction.type);
  for (const Destination &destination : destinations)
    copyResult(destination.data + first * width, results, count * width, destination.isPastCaches);
}

} // namespace

size_t sizeOf(mcclDataType_t type) {
  if (type < 0 || type >= mcclNumTypes)
    return 0;
  return isNarrow(type) ? 2 : withType(type, [](auto number) { return sizeof number; });
}

Factor factorAt(const void *scalar, mcclDataType_t type) {
  Factor result = {};
  if (isNarrow(type))
    loadFloats(scalar, narrowType(type), 1, &result.narrow);
  else
    std::memcpy(&result, scalar, sizeOf(type));
  return result;
}

void reduce(const Reduction &reduction, const std::vector<Source> &sources, size_t count,
            const std::vector<Destination> &destinations) {
  withType(reduction.type, [&](auto number) {
    for (size_t first = 0; first < count; first += block)
      reduceBlock<decltype(number)>(reduction, sources, first, std::min(block, count - first),
                                    destinations);
  });
}

} // namespace musaport::ccl
