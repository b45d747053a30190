//===- musa_port/rand/qualifiers.h - how murand's functions are declared --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cuRAND's device functions are for kernels only. These also work on the host, and give the same
// numbers there.
//===----------------------------------------------------------------------===//
#ifndef MUSA_PORT_RAND_QUALIFIERS_H
#define MUSA_PORT_RAND_QUALIFIERS_H

#include "musa_port/host/math_library.h"
#include "musa_runtime.h"
#include <math.h>

#define __MURAND inline __host__ __device__

#endif // MUSA_PORT_RAND_QUALIFIERS_H
