//===- rand/quasi.h - generators of quasirandom numbers ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_RAND_QUASI_H
#define MUSAPORT_RAND_QUASI_H

#include "generator.h"

#pragma GCC visibility push(hidden)

namespace murand_bulk {

/// Sobol' sequences of 32 bits or of 64. Null if there is no memory.
murandGenerator_st *createSobol32(bool onHost);
murandGenerator_st *createSobol64(bool onHost);

} // namespace murand_bulk

#pragma GCC visibility pop

#endif // MUSAPORT_RAND_QUASI_H
