//===- libraries/conversion.h - elements whose type is a value ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_LIBRARIES_CONVERSION_H
#define MUSAPORT_LIBRARIES_CONVERSION_H

#include "library_types.h"

#include <cstddef>

namespace musaport {

/// Bytes; 0 for a type that the libraries do not compute with.
size_t sizeOf(musaDataType_t type);

/// Whether a number of this type is computed with as a float that has been rounded.
bool isNarrow(musaDataType_t type);

/// Element `index` of an array of a narrow type or of floats.
float loadFloat(const void *array, musaDataType_t type, ptrdiff_t index);
void storeFloat(void *array, musaDataType_t type, ptrdiff_t index, float value);

/// `count` of them, one after the other.
void loadFloats(const void *from, musaDataType_t type, size_t count, float *to);
void storeFloats(const float *from, size_t count, void *to, musaDataType_t type);

} // namespace musaport

#endif // MUSAPORT_LIBRARIES_CONVERSION_H
