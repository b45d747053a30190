//===- checks/check_table.h - the table of all checks -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The only list of what musa-port can report, by ID. A new check is one new row.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_CHECKS_CHECK_TABLE_H
#define MUSAPORT_CHECKS_CHECK_TABLE_H

#include "analysis/check_description.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <vector>

namespace musaport {

/// All checks, sorted by ID.
llvm::ArrayRef<CheckDescription> allChecks();

/// The checks that `globs` selects, such as "*,-musa-types*": the last glob that matches an ID
/// decides, and a leading - deselects. Fails on an invalid glob, or one that matches no check.
llvm::Expected<std::vector<const CheckDescription *>> selectChecks(llvm::StringRef globs);

/// A diagnostic that no check reports: about the tool's own files, or about what a run could not
/// do.
struct ToolDiagnostic {
  llvm::StringRef id;
  llvm::StringRef summary;
  bool isOfSource = false; ///< about a source; line filters and baselines apply as to findings
};
llvm::ArrayRef<ToolDiagnostic> toolDiagnostics();

} // namespace musaport

#endif // MUSAPORT_CHECKS_CHECK_TABLE_H
