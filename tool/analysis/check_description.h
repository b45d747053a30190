//===- analysis/check_description.h - which check, and of what --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_ANALYSIS_CHECK_DESCRIPTION_H
#define MUSAPORT_ANALYSIS_CHECK_DESCRIPTION_H

#include "llvm/ADT/StringRef.h"

#include <memory>

namespace musaport {

class Check;
struct CheckContext;

/// A check that there is: something that is said of code, and that a person has to decide.
struct CheckDescription {
  llvm::StringRef id;      ///< docs/reference/diagnostics/ID.md explains it
  llvm::StringRef summary; ///< one sentence, that of its page
  /// Null if what ports names finds it, without Clang's AST.
  std::unique_ptr<Check> (*make)(llvm::StringRef id, const CheckContext &context);
  bool isOfEveryPort = false; ///< and not of --analyze and `musa-port check` alone
};

} // namespace musaport

#endif // MUSAPORT_ANALYSIS_CHECK_DESCRIPTION_H
