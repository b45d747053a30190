//===- tree/update_tree.h - a newer port under edits ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A three-way merge of trees: what changed between two ports goes into an output that was edited
// by hand.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_TREE_UPDATE_TREE_H
#define MUSAPORT_TREE_UPDATE_TREE_H

#include "report/report.h"
#include "tree/output_tree.h"

#include "llvm/Support/Error.h"

#include <string>

namespace musaport {

struct UpdateOptions {
  std::string base, theirs;         ///< folders with the ports of the old and of the new source
  std::string oldSource, newSource; ///< as the user calls them
  std::string output;               ///< likewise
  bool write = true;
  bool force = false; ///< where the output was not written from `base`, that counts as an edit
};

/// Brings `output`, which has a manifest, from `base` to `theirs`. A run that was interrupted can
/// be repeated: what has been brought up to date is known by the manifest. Adds to
/// `report.diagnostics`, and sets `report.update`. An llvm::Error means that nothing was written,
/// or not all.
llvm::Error updateTree(OutputTree &output, const UpdateOptions &options, Report &report);

} // namespace musaport

#endif // MUSAPORT_TREE_UPDATE_TREE_H
