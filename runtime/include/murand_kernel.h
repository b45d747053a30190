//===- murand_kernel.h - random numbers in kernels ----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cuRAND's device API. docs/reference/murand.md says which numbers equal CUDA's, and how we know.
//===----------------------------------------------------------------------===//
#ifndef MURAND_KERNEL_H_
#define MURAND_KERNEL_H_

#include "murand.h"
#include "musa_port/rand/constants.h"
#include "musa_port/rand/mrg32k3a.h"
#include "musa_port/rand/normal.h"
#include "musa_port/rand/philox.h"
#include "musa_port/rand/poisson.h"
#include "musa_port/rand/sobol.h"
#include "musa_port/rand/uniform.h"
#include "musa_port/rand/xorwow.h"

#endif // MURAND_KERNEL_H_
