//===- libraries/fft/several_devices.h - transforms of data on several devices --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_LIBRARIES_FFT_SEVERAL_DEVICES_H
#define MUSAPORT_LIBRARIES_FFT_SEVERAL_DEVICES_H

#include "layout.h"

namespace musaport::fft {

/// Those from complex to complex numbers, of floats or doubles, one signal behind the other.
bool isForSeveralDevices(const Problem &problem);

} // namespace musaport::fft

#endif // MUSAPORT_LIBRARIES_FFT_SEVERAL_DEVICES_H
