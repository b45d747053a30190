//===- edits/name_remark.h - what is said of a name -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A name that means something else on the other side, or has no counterpart there, is reported in
// the same words in sources, scripts and Python files.
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

/// What a person has to know of `name`, which becomes `to` by `rule`, or is left out if that is
/// empty; none if the rule's status asks for no remark.
std::optional<NameRemark> remarkOnName(const Rule &rule, llvm::StringRef name, llvm::StringRef to,
                                       Direction direction);

/// Why a name stays that `rule` does not edit: for reports.
std::string reasonToStay(const Rule &rule, Direction direction);

} // namespace musaport

#endif // MUSAPORT_EDITS_NAME_REMARK_H
