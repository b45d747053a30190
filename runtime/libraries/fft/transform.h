//===- libraries/fft/transform.h - transforms by FFTW -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_LIBRARIES_FFT_TRANSFORM_H
#define MUSAPORT_LIBRARIES_FFT_TRANSFORM_H

#include "layout.h"

#include <memory>

namespace musaport::fft {

/// What a transform is made for: one for each of these.
struct Usage {
  bool isInverse = false; ///< means something for transforms from complex to complex numbers
  bool isInPlace = false;
  bool isAligned = false; ///< both arrays, as FFTW's vector code wants it

  Usage(const void *input, const void *output, bool isInverse);
  auto operator<=>(const Usage &) const = default;
};

/// Transforms a batch, as often as wanted and in several threads at once.
class Transform {
public:
  Transform() = default;
  Transform(const Transform &) = delete;
  Transform &operator=(const Transform &) = delete;
  virtual ~Transform() = default;
  virtual void execute(void *input, void *output) const = 0;
};

/// Arrays must be those that `usage` says. Null if there is no way to do it, or no memory.
std::unique_ptr<const Transform> makeTransform(const Problem &problem, const Usage &usage);

} // namespace musaport::fft

#endif // MUSAPORT_LIBRARIES_FFT_TRANSFORM_H
