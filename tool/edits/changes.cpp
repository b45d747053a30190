//===- edits/changes.cpp ----------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "edits/changes.h"

#include "llvm/ADT/STLExtras.h"

namespace musaport {

std::vector<Change> changesOf(llvm::ArrayRef<Edit> edits, std::vector<Decision> decisions) {
  llvm::stable_sort(decisions, [](const Decision &a, const Decision &b) {
    return std::tie(a.offset, b.end) < std::tie(b.offset, a.end);
  });
  std::vector<Change> changes;
  std::vector<const Decision *> around; // what may contain the next edit, the last to begin on top
  auto next = decisions.begin();
  for (const Edit &edit : edits) {
    const uint32_t end = edit.offset + edit.length;
    for (; next != decisions.end() && next->offset <= edit.offset; ++next)
      around.push_back(&*next);
    while (!around.empty() && around.back()->end < end)
      around.pop_back();
    const Decision *decision = around.empty() ? nullptr : around.back();
    if (!decision && next != decisions.end() && next->offset < end)
      decision = &*next;
    Change &change = changes.emplace_back();
    change.offset = edit.offset;
    change.length = edit.length;
    change.text = edit.text;
    if (decision) {
      change.why = decision->verdict;
      change.library = decision->library;
      change.note = decision->note;
    }
  }
  return changes;
}

} // namespace musaport
