//===- libraries/fft/layout.cpp --------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "layout.h"

namespace musaport::fft {
namespace {

/// `extents` with room for a row's complex numbers in `real` times as many real ones.
Layout paddedRows(const Shape &shape, int real) {
  Extents extents = shape.n;
  ptrdiff_t &last = extents[shape.rank - 1];
  last = real * (last / 2 + 1);
  return contiguous(shape.rank, extents);
}

Extents stored(const Shape &shape, bool isHalf) {
  Extents extents = shape.n;
  if (isHalf)
    extents[shape.rank - 1] = extents[shape.rank - 1] / 2 + 1;
  return extents;
}

} // namespace

Extents Shape::inputExtents() const { return stored(*this, types.kind == Kind::complexToReal); }
Extents Shape::outputExtents() const { return stored(*this, types.kind == Kind::realToComplex); }

Problem::Sides Problem::sides(bool isInPlace) const {
  if (given)
    return *given;
  if (isInPlace && shape.types.kind == Kind::realToComplex)
    return {paddedRows(shape, 2), paddedRows(shape, 1)};
  if (isInPlace && shape.types.kind == Kind::complexToReal)
    return {paddedRows(shape, 1), paddedRows(shape, 2)};
  return {contiguous(shape.rank, shape.inputExtents()),
          contiguous(shape.rank, shape.outputExtents())};
}

Layout embedded(int rank, const Extents &embed, ptrdiff_t stride, ptrdiff_t distance) {
  Layout layout;
  layout.distance = distance;
  for (int i = rank - 1; i >= 0; --i) {
    layout.strides[i] = stride;
    stride *= embed[i];
  }
  return layout;
}

Layout contiguous(int rank, const Extents &extents) {
  ptrdiff_t count = 1;
  for (int i = 0; i < rank; ++i)
    count *= extents[i];
  return embedded(rank, extents, 1, count);
}

} // namespace musaport::fft
