//===- rewrite/number_macros.h - macros that stand for a number -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `#define CC_VOLTA 700`: a comparison of __CUDA_ARCH__ with CC_VOLTA is one with 700.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_REWRITE_NUMBER_MACROS_H
#define MUSAPORT_REWRITE_NUMBER_MACROS_H

#include "source/tokens.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace musaport {

struct NumberMacro {
  std::string name;
  unsigned value = 0; ///< 0 if definitions differ
};

/// The macros of a file that stand for a number that may be an architecture, in order of their
/// names.
std::vector<NumberMacro> findNumberMacros(llvm::StringRef buffer, llvm::ArrayRef<Token> tokens);

} // namespace musaport

#endif // MUSAPORT_REWRITE_NUMBER_MACROS_H
