//===- edits/merge.h - a three-way merge of texts ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_EDITS_MERGE_H
#define MUSAPORT_EDITS_MERGE_H

#include "edits/edit.h"

#include "llvm/ADT/StringRef.h"

#include <cstddef>
#include <vector>

namespace musaport {

/// What stands behind the markers of a conflict.
struct MergeLabels {
  llvm::StringRef ours, theirs;
};

struct Merge {
  std::vector<Edit> edits;       ///< that make `ours` the merged text
  std::vector<size_t> conflicts; ///< the lines of the merged text, from 1, that begin one
};

/// Brings what changed from `base` to `theirs` into `ours`, as `git merge-file` does: both sides'
/// changes are taken where at least one line that neither changed lies between them. Where they
/// touch and are not the same, both stand in the text between <<<<<<<, ======= and >>>>>>>.
/// Lines keep their endings; the markers get those of `ours`. Texts have less than 4 GiB.
Merge mergeTexts(llvm::StringRef base, llvm::StringRef ours, llvm::StringRef theirs,
                 MergeLabels labels);

} // namespace musaport

#endif // MUSAPORT_EDITS_MERGE_H
