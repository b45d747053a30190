//===- rewrite/cuda_names.h - does a name look like CUDA's? -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_REWRITE_CUDA_NAMES_H
#define MUSAPORT_REWRITE_CUDA_NAMES_H

#include "llvm/ADT/StringRef.h"

namespace musaport {

/// True for an identifier of the families that CUDA and its libraries name things by. Such a name
/// that no rule knows gets a remark; it is never edited (docs/rules.md, "Names").
bool looksLikeCuda(llvm::StringRef identifier);

/// The same for the name in an #include.
bool looksLikeCudaHeader(llvm::StringRef name);

} // namespace musaport

#endif // MUSAPORT_REWRITE_CUDA_NAMES_H
