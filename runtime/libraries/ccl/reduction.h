//===- libraries/ccl/reduction.h - sums of ranks' elements --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_LIBRARIES_CCL_REDUCTION_H
#define MUSAPORT_LIBRARIES_CCL_REDUCTION_H

#include "mccl.h"

#include <cstddef>
#include <vector>

namespace musaport::ccl {

/// Bytes; 0 if there is no such type.
size_t sizeOf(mcclDataType_t type);

/// A number of the type that is computed with.
union Factor {
  float narrow; ///< half, bfloat16
  float single;
  double twice;
  unsigned long long integer;
};
/// One element.
Factor factorAt(const void *scalar, mcclDataType_t type);

struct Source {
  const std::byte *data;
  Factor factor; ///< if the reduction has them
};

struct Destination {
  std::byte *data;
  bool isPastCaches; ///< as copyResult() has it
};

struct Reduction {
  mcclDataType_t type;
  mcclRedOp_t operation; ///< one of the predefined
  bool hasFactors = false;
};

/// Combines the sources' elements in the order of the sources, and writes the results to all
/// destinations. These may be the sources. Half and bfloat16 are computed as floats, and rounded
/// once; integers wrap around.
void reduce(const Reduction &reduction, const std::vector<Source> &sources, size_t count,
            const std::vector<Destination> &destinations);

} // namespace musaport::ccl

#endif // MUSAPORT_LIBRARIES_CCL_REDUCTION_H
