//===- libraries/fft/callbacks.h - device functions that load and store --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_LIBRARIES_FFT_CALLBACKS_H
#define MUSAPORT_LIBRARIES_FFT_CALLBACKS_H

#include "layout.h"
#include "mufftXt.h"

namespace musaport::fft {

/// What a plan's caller has set for one side.
struct Callback {
  mufftXtCallbackType type = MUFFT_CB_UNDEFINED;
  void *function = nullptr; ///< of the device
  void *callerInfo = nullptr;
  size_t sharedSize = 0; ///< bytes of shared memory

  explicit operator bool() const { return function != nullptr; }
};

constexpr size_t maxSharedSize = 16 << 10; // as cuFFT's

/// Those of one side's array, in it and in a copy of it.
struct Elements {
  Extents extents{};
  Layout layout;
  ptrdiff_t batch = 1;

  Elements(const Shape &shape, const Extents &extents, const Layout &layout);
  /// How many elements an array of them has, with those between them.
  ptrdiff_t span() const;
};

/// A kernel that calls a load callback for each element of `array`, and writes the results to the
/// same places of `copy`; and one that calls a store callback for each element of `copy`.
musaError_t load(const Callback &callback, const Elements &elements, void *array, void *copy,
                 musaStream_t stream);
musaError_t store(const Callback &callback, const Elements &elements, void *array, void *copy,
                  musaStream_t stream);

} // namespace musaport::fft

#endif // MUSAPORT_LIBRARIES_FFT_CALLBACKS_H
