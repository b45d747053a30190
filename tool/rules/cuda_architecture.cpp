//===- rules/cuda_architecture.cpp ------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "rules/cuda_architecture.h"

#include "clang/Basic/Cuda.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace musaport {

unsigned cudaArchitectureFrom(unsigned number) {
  constexpr unsigned beyond = 200; // what Clang knows
  for (unsigned capability = (number + 9) / 10; capability < beyond; ++capability)
    if (clang::StringToOffloadArch("sm_" + std::to_string(capability)) !=
        clang::OffloadArch::UNKNOWN)
      return capability * 10;
  return number;
}

} // namespace musaport
