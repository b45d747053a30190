//===- rules/cuda_architecture.cpp ------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "rules/cuda_architecture.h"

#include "clang/Basic/Cuda.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace musaport {
namespace {

bool isKnown(unsigned capability) {
  return clang::StringToOffloadArch("sm_" + std::to_string(capability)) !=
         clang::OffloadArch::UNKNOWN;
}

} // namespace

unsigned cudaArchitectureFrom(unsigned number) {
  constexpr unsigned beyond = 200; // what Clang knows
  for (unsigned capability = (number + 9) / 10; capability < beyond; ++capability)
    if (isKnown(capability))
      return capability * 10;
  return number;
}

unsigned cudaArchitectureUpTo(unsigned number) {
  for (unsigned capability = number / 10; capability > 0; --capability)
    if (isKnown(capability))
      return capability * 10;
  return number;
}

} // namespace musaport
