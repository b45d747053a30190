//===- tree/update_tree.h - updates an edited port --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A three-way merge of trees: applies the changes between two ports to an output that was edited by
// hand.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_TREE_UPDATE_TREE_H
#define MUSAPORT_TREE_UPDATE_TREE_H

#include "report/report.h"
#include "tree/output_tree.h"

#include "llvm/Support/Error.h"

#include <string>

namespace musaport {

struct UpdateOptions {
  std::string base, theirs;         ///< folders with the ports of the old and the new source
  std::string oldSource, newSource; ///< as the user named them
  std::string output;               ///< likewise
  bool write = true;
  bool force = false; ///< treat files that do not come from `base` as edited
};

/// Updates `output`, which has a manifest, from `base` to `theirs`. An interrupted run can be
/// repeated: the manifest records what is up to date. Adds to `report.diagnostics` and sets
/// `report.update`. An llvm::Error means that some or all files were not written.
llvm::Error updateTree(OutputTree &output, const UpdateOptions &options, Report &report);

} // namespace musaport

#endif // MUSAPORT_TREE_UPDATE_TREE_H
