//===- libraries/sparse/elements.h - types of elements ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_LIBRARIES_SPARSE_ELEMENTS_H
#define MUSAPORT_LIBRARIES_SPARSE_ELEMENTS_H

#include "library_types.h"
#include "muComplex.h"
#include "musa_bf16.h"
#include "musa_fp16.h"

#include <complex>
#include <type_traits>

namespace musaport::sparse {

/// How the host computes with an element; C is the API's type of it, or `Computed` itself.
template <typename C> struct Element {
  using Computed = C;
};
template <> struct Element<__half> {
  using Computed = float;
};
template <> struct Element<__mt_bfloat16> {
  using Computed = float;
};
template <> struct Element<muComplex> {
  using Computed = std::complex<float>;
};
template <> struct Element<muDoubleComplex> {
  using Computed = std::complex<double>;
};
template <typename T> using ComputedType = typename Element<std::remove_const_t<T>>::Computed;

template <typename T> ComputedType<T> load(const T &element) {
  if constexpr (std::is_same_v<T, __half>)
    return __half2float(element);
  else if constexpr (std::is_same_v<T, __mt_bfloat16>)
    return __bfloat162float(element);
  else
    return element;
}

template <typename T> void store(T &element, const ComputedType<T> &value) {
  if constexpr (std::is_same_v<T, __half>)
    element = __float2half_rn(value);
  else if constexpr (std::is_same_v<T, __mt_bfloat16>)
    element = __float2bfloat16_rn(value);
  else
    element = value;
}

template <typename E> E conjugatedIf(bool isConjugated, const E &value) {
  if constexpr (std::is_floating_point_v<E>)
    return value;
  else
    return isConjugated ? std::conj(value) : value;
}

/// Calls `action` with a null pointer to the type of elements in memory.
template <typename Action> void withElements(musaDataType_t type, Action action) {
  switch (type) {
  case MUSA_R_16F:
    return action(static_cast<__half *>(nullptr));
  case MUSA_R_16BF:
    return action(static_cast<__mt_bfloat16 *>(nullptr));
  case MUSA_R_32F:
    return action(static_cast<float *>(nullptr));
  case MUSA_R_64F:
    return action(static_cast<double *>(nullptr));
  case MUSA_C_32F:
    return action(static_cast<std::complex<float> *>(nullptr));
  case MUSA_C_64F:
    return action(static_cast<std::complex<double> *>(nullptr));
  default:
    return;
  }
}

/// Whether withElements() knows it.
inline bool isElementType(musaDataType_t type) {
  bool isKnown = false;
  withElements(type, [&](auto *) { isKnown = true; });
  return isKnown;
}

template <typename T> constexpr musaDataType_t typeOf = MUSA_R_32F;
template <> inline constexpr musaDataType_t typeOf<double> = MUSA_R_64F;
template <> inline constexpr musaDataType_t typeOf<muComplex> = MUSA_C_32F;
template <> inline constexpr musaDataType_t typeOf<muDoubleComplex> = MUSA_C_64F;

} // namespace musaport::sparse

#endif // MUSAPORT_LIBRARIES_SPARSE_ELEMENTS_H
