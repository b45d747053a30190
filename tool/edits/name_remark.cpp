//===- edits/name_remark.cpp ------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "edits/name_remark.h"

using llvm::StringRef;

namespace musaport {

std::optional<NameRemark> remarkOnName(const Rule &rule, StringRef name, StringRef to,
                                       Direction direction) {
  const std::string quoted = "'" + name.str() + "' ";
  if (rule.status == Status::Unsupported)
    return NameRemark{"musa-unsupported-api", Severity::Error,
                      quoted + "has no counterpart in " + targetSide(direction).title.str()};
  // A note on a name that nobody has verified says what may differ.
  if (rule.status != Status::Differs && (rule.status != Status::Unverified || rule.note.empty()))
    return std::nullopt;
  const std::string becomes = to.empty() ? "is left out" : "becomes '" + to.str() + "'";
  return NameRemark{"musa-api-differs", Severity::Warning, quoted + becomes + ", which differs"};
}

std::string reasonToStay(const Rule &rule, Direction direction) {
  const std::string reason = rule.status == Status::Keep
                                 ? "kept"
                                 : "no " + targetSide(direction).title.str() + " counterpart";
  return reason + ": " + rule.note.str();
}

} // namespace musaport
