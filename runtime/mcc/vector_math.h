//===- mcc/vector_math.h - mathematics as vectors ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_MCC_VECTOR_MATH_H
#define MUSAPORT_MCC_VECTOR_MATH_H

namespace llvm {
class Function;
} // namespace llvm

namespace musaport {

/// Makes a function's calls of <math.h> those of libmusart that are there as vectors, too, and says
/// so to the vectoriser. One number gets the same result either way. Does nothing for a CPU that
/// lacks AVX2. Returns whether it has changed anything.
bool callVectorFunctions(llvm::Function &function);

} // namespace musaport

#endif // MUSAPORT_MCC_VECTOR_MATH_H
