//===- analysis/script_requests.h - what a build asks of compilers -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_ANALYSIS_SCRIPT_REQUESTS_H
#define MUSAPORT_ANALYSIS_SCRIPT_REQUESTS_H

#include "llvm/ADT/StringRef.h"

namespace musaport {

/// Whether a build script asks for C++20 or newer: `set(CMAKE_CUDA_STANDARD 20)`, `cxx_std_20`,
/// `-std=c++2a`. What is older, compilers take by default.
bool asksForCxx20(llvm::StringRef script);

/// Whether a build script asks for relocatable device code: `-rdc=true`, `-dc`,
/// `CUDA_SEPARABLE_COMPILATION ON`.
bool asksForRelocatableCode(llvm::StringRef script);

} // namespace musaport

#endif // MUSAPORT_ANALYSIS_SCRIPT_REQUESTS_H
