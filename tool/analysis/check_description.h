//===- analysis/check_description.h - describes a check ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_ANALYSIS_CHECK_DESCRIPTION_H
#define MUSAPORT_ANALYSIS_CHECK_DESCRIPTION_H

#include "llvm/ADT/StringRef.h"

#include <memory>

namespace musaport {

class Check;
struct CheckContext;

/// One check: something to report about code that the user has to decide.
struct CheckDescription {
  llvm::StringRef id;      ///< docs/reference/diagnostics/ID.md explains it
  llvm::StringRef summary; ///< the one-sentence summary of that page
  /// Null if the port itself finds it, without Clang's AST.
  std::unique_ptr<Check> (*make)(llvm::StringRef id, const CheckContext &context);
  bool isOfEveryPort = false; ///< runs in every port, not only with --analyze
};

} // namespace musaport

#endif // MUSAPORT_ANALYSIS_CHECK_DESCRIPTION_H
