//===- checks/check_table.h - which checks there are ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one list of what musa-port may say, by ID. A new check is one row in it.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_CHECKS_CHECK_TABLE_H
#define MUSAPORT_CHECKS_CHECK_TABLE_H

#include "analysis/check_description.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <vector>

namespace musaport {

/// All, by ID.
llvm::ArrayRef<CheckDescription> allChecks();

/// Those that `globs` selects, "*,-musa-types*" for example: of the globs that fit an ID the last
/// one counts, and - before one takes away. An error names a glob that is none, or that fits no
/// check.
llvm::Expected<std::vector<const CheckDescription *>> selectChecks(llvm::StringRef globs);

/// The IDs and pages of what is no check: of the tool's own files, and of what a run could not do.
struct ToolDiagnostic {
  llvm::StringRef id;
  llvm::StringRef summary;
  bool isOfSource = false; ///< about a source, which lines and baselines select like a finding
};
llvm::ArrayRef<ToolDiagnostic> toolDiagnostics();

} // namespace musaport

#endif // MUSAPORT_CHECKS_CHECK_TABLE_H
