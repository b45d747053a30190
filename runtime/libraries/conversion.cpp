//===- libraries/conversion.cpp --------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "conversion.h"

#include "muComplex.h"
#include "musa_bf16.h"
#include "musa_fp16.h"
#include "musa_fp8.h"

#include <type_traits>

namespace musaport {
namespace {

/// Calls `action` with a null pointer to the type.
template <typename Action> auto withType(musaDataType_t type, Action action) {
  switch (type) {
  case MUSA_R_16F:
    return action(static_cast<__half *>(nullptr));
  case MUSA_R_16BF:
    return action(static_cast<__mt_bfloat16 *>(nullptr));
  case MUSA_R_8F_E4M3:
    return action(static_cast<__mt_fp8_e4m3 *>(nullptr));
  case MUSA_R_8F_E5M2:
    return action(static_cast<__mt_fp8_e5m2 *>(nullptr));
  default:
    return action(static_cast<float *>(nullptr));
  }
}

float widen(__half value) { return __half2float(value); }
float widen(__mt_bfloat16 value) { return __bfloat162float(value); }
float widen(float value) { return value; }
template <typename T> float widen(T value) { return static_cast<float>(value); }

template <typename T> T narrow(float value) {
  if constexpr (std::is_same_v<T, __half>)
    return __float2half_rn(value);
  else if constexpr (std::is_same_v<T, __mt_bfloat16>)
    return __float2bfloat16_rn(value);
  else
    return static_cast<T>(value);
}

} // namespace

size_t sizeOf(musaDataType_t type) {
  switch (type) {
  case MUSA_R_8I:
  case MUSA_R_8F_E4M3:
  case MUSA_R_8F_E5M2:
    return 1;
  case MUSA_R_16F:
  case MUSA_R_16BF:
    return 2;
  case MUSA_R_32F:
  case MUSA_R_32I:
    return 4;
  case MUSA_R_64F:
  case MUSA_C_32F:
    return 8;
  case MUSA_C_64F:
    return 16;
  default:
    return 0;
  }
}

bool isNarrow(musaDataType_t type) {
  return type == MUSA_R_16F || type == MUSA_R_16BF || type == MUSA_R_8F_E4M3 ||
         type == MUSA_R_8F_E5M2;
}

void loadFloats(const void *from, musaDataType_t type, size_t count, float *to) {
  withType(type, [=](auto *null) {
    const auto *elements = static_cast<const std::remove_pointer_t<decltype(null)> *>(from);
    for (size_t i = 0; i < count; ++i)
      to[i] = widen(elements[i]);
  });
}

void storeFloats(const float *from, size_t count, void *to, musaDataType_t type) {
  withType(type, [=](auto *null) {
    using T = std::remove_pointer_t<decltype(null)>;
    auto *elements = static_cast<T *>(to);
    for (size_t i = 0; i < count; ++i)
      elements[i] = narrow<T>(from[i]);
  });
}

float loadFloat(const void *array, musaDataType_t type, ptrdiff_t index) {
  float result = 0;
  loadFloats(static_cast<const char *>(array) + index * static_cast<ptrdiff_t>(sizeOf(type)), type,
             1, &result);
  return result;
}

void storeFloat(void *array, musaDataType_t type, ptrdiff_t index, float value) {
  storeFloats(&value, 1, static_cast<char *>(array) + index * static_cast<ptrdiff_t>(sizeOf(type)),
              type);
}

} // namespace musaport
