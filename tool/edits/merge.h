//===- edits/merge.h - a three-way merge of texts ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_EDITS_MERGE_H
#define MUSAPORT_EDITS_MERGE_H

#include "edits/edit.h"

#include "llvm/ADT/StringRef.h"

#include <cstddef>
#include <vector>

namespace musaport {

/// The labels after the conflict markers.
struct MergeLabels {
  llvm::StringRef ours, theirs;
};

struct Merge {
  std::vector<Edit> edits;       ///< turn `ours` into the merged text
  std::vector<size_t> conflicts; ///< lines of the merged text, from 1, where a conflict begins
};

/// Applies the changes from `base` to `theirs` to `ours`, as `git merge-file` does. Changes of both
/// sides are taken if at least one line that neither changed lies between them. If they touch and
/// differ, both versions go into the text between <<<<<<<, ======= and >>>>>>>. Lines keep their
/// endings; the markers use those of `ours`. Each text must be smaller than 4 GiB.
Merge mergeTexts(llvm::StringRef base, llvm::StringRef ours, llvm::StringRef theirs,
                 MergeLabels labels);

} // namespace musaport

#endif // MUSAPORT_EDITS_MERGE_H
