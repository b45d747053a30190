//===- edits/name_remark.h - what to report about a name --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sources, scripts and Python files use the same words to report a name that means something else
// on the other side or has no counterpart there.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_EDITS_NAME_REMARK_H
#define MUSAPORT_EDITS_NAME_REMARK_H

#include "report/diagnostic.h"
#include "rules/rule_set.h"

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace musaport {

struct NameRemark {
  llvm::StringRef id; ///< of the diagnostic
  Severity severity = Severity::Warning;
  std::string message;
};

/// What to tell the user about `name`, which `rule` turns into `to`, or leaves out if `to` is
/// empty. Nullopt if the rule's status requires no remark.
std::optional<NameRemark> remarkOnName(const Rule &rule, llvm::StringRef name, llvm::StringRef to,
                                       Direction direction);

/// For reports: why a name stays, if `rule` does not edit it.
std::string reasonToStay(const Rule &rule, Direction direction);

} // namespace musaport

#endif // MUSAPORT_EDITS_NAME_REMARK_H
