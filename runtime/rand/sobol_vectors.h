//===- rand/sobol_vectors.h - direction vectors of Sobol' sequences --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_RAND_SOBOL_VECTORS_H
#define MUSAPORT_RAND_SOBOL_VECTORS_H

#include <murand.h>

#pragma GCC visibility push(hidden)

namespace murand_bulk {

constexpr unsigned sobolMaximumDimensions = 20000;

/// sobol_table.py writes these: a primitive polynomial, its coefficients as bits, and where its
/// initial numbers begin, of which it has as many as its degree. The first dimension has one.
struct SobolDimension {
  unsigned polynomial, firstNumber;
};
extern const SobolDimension sobolDimensions[sobolMaximumDimensions];
extern const unsigned sobolInitialNumbers[];

/// Those of all dimensions, one behind the other. The first call computes them, or throws if there
/// is no memory.
murandDirectionVectors32_t *sobolVectors32();
murandDirectionVectors64_t *sobolVectors64();

} // namespace murand_bulk

#pragma GCC visibility pop

#endif // MUSAPORT_RAND_SOBOL_VECTORS_H
