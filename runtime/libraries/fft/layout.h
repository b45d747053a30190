//===- libraries/fft/layout.h - what is transformed, and where it is --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_LIBRARIES_FFT_LAYOUT_H
#define MUSAPORT_LIBRARIES_FFT_LAYOUT_H

#include "library_types.h"

#include <array>
#include <cstddef>
#include <optional>

namespace musaport::fft {

constexpr int maxRank = 3;
using Extents = std::array<ptrdiff_t, maxRank>;

enum class Kind { complexToComplex, realToComplex, complexToReal };

struct Types {
  Kind kind = Kind::complexToComplex;
  musaDataType_t real = MUSA_R_32F; ///< of real numbers, and of the parts of complex ones

  bool operator==(const Types &) const = default;
};

/// Signals of `n`, `rank` numbers of it, in the order of memory, the last one the fastest.
struct Shape {
  Types types;
  int rank = 1;
  Extents n{};
  ptrdiff_t batch = 1;

  bool isInputComplex() const { return types.kind != Kind::realToComplex; }
  bool isOutputComplex() const { return types.kind != Kind::complexToReal; }
  /// Those of the last dimension that are stored: half of them on the complex side of a real
  /// signal.
  Extents inputExtents() const;
  Extents outputExtents() const;
};

/// Where one side's elements are, in elements.
struct Layout {
  Extents strides{};
  ptrdiff_t distance = 0; ///< from signal to signal
};

/// Both sides of a plan. The layouts of one that leaves them open follow from the shape, and from
/// whether the transform is in place.
struct Problem {
  Shape shape;
  struct Sides {
    Layout input;
    Layout output;
  };
  std::optional<Sides> given;

  Sides sides(bool isInPlace) const;
};

/// That of an array of `embed`, of which elements `stride` apart are used.
Layout embedded(int rank, const Extents &embed, ptrdiff_t stride, ptrdiff_t distance);

/// Signals one after the other.
Layout contiguous(int rank, const Extents &extents);

} // namespace musaport::fft

#endif // MUSAPORT_LIBRARIES_FFT_LAYOUT_H
