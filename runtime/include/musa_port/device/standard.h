//===- musa_port/device/standard.h - C's and C++'s headers for device code --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a .mu file may use without an include, as a .cu file may under nvcc, in host and in device
// code. Their functions run in device code as they are: the host's C library has them.
//===----------------------------------------------------------------------===//
#ifndef MUSA_PORT_DEVICE_STANDARD_H
#define MUSA_PORT_DEVICE_STANDARD_H

#include "musa_port/device/keywords.h"

// Whatever else of the C++ library the headers below include stays host code, because other parts
// of the library overload those functions. constexpr functions work on both sides anyway.
#include <cstddef>
#include <limits>
#include <type_traits>

#pragma clang force_cuda_host_device begin
#include <stdlib.h>
#pragma clang force_cuda_host_device end

// Some of these include Clang's own <new>, which calls malloc() and free() in device code.
#include <array>
#include <utility>

#pragma clang force_cuda_host_device begin
#include <cmath>
#include <cstdlib>
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#pragma clang force_cuda_host_device end

// Clang's own, with operators for device code on top of malloc() and free().
#include <new>

#include <assert.h>
#include <time.h>

#endif // MUSA_PORT_DEVICE_STANDARD_H
