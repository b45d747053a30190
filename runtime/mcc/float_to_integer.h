//===- mcc/float_to_integer.h - conversions beyond the range ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_MCC_FLOAT_TO_INTEGER_H
#define MUSAPORT_MCC_FLOAT_TO_INTEGER_H

namespace llvm {
class Module;
} // namespace llvm

namespace musaport {

/// Gives conversions of floating-point numbers to integers, and lrint(), lround() and their kin,
/// the result that a GPU gives where C++ and x86 give none: a number beyond the integer's range
/// becomes the nearest integer that it has. A conversion to less than 32 bits is one to 32 bits,
/// of which the lowest remain. A NaN becomes 0 as an integer of 32 bits from a float, and the
/// integer with only the highest bit set from a double or in 64 bits. Source: an NVIDIA H200, by
/// CUDA 13.0; of MUSA's GPUs nothing is published. Runs on Clang's code before it is optimized.
void saturateConversions(llvm::Module &module);

} // namespace musaport

#endif // MUSAPORT_MCC_FLOAT_TO_INTEGER_H
