//===- edits/merge.cpp - a three-way merge of texts -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "edits/merge.h"

#include "edits/line_diff.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>

using namespace llvm;

namespace musaport {

namespace {

/// Two conflicts with no more common lines than these between them are one; with any number of
/// them that have no letter and no digit, too.
constexpr size_t fewLines = 3;

class Merger {
public:
  Merger(StringRef base, StringRef ours, StringRef theirs, MergeLabels labels)
      : text(ours), base(splitLines(base)), ours(splitLines(ours)), theirs(splitLines(theirs)),
        labels(labels) {}

  Merge run() {
    findRegions();
    uniteConflicts();
    Merge merge;
    for (const Region &region : regions)
      if (region.kind != Region::Kind::Ours)
        addEdit(region, merge);
    return merge;
  }

private:
  /// Lines of `ours` and `theirs` that stand for each other; between two regions both have the
  /// same lines, but for changes that both made.
  struct Region {
    enum class Kind { Ours, Theirs, Conflict } kind;
    size_t oursBegin, oursEnd;
    size_t theirsBegin, theirsEnd;
  };

  void findRegions();
  void addConflict(Region region);
  void uniteConflicts();
  void addEdit(const Region &region, Merge &merge);
  std::string textOf(ArrayRef<StringRef> lines) const { return llvm::join(lines, ""); }
  ArrayRef<StringRef> oursOf(const Region &region) const {
    return ArrayRef(ours).slice(region.oursBegin, region.oursEnd - region.oursBegin);
  }
  ArrayRef<StringRef> theirsOf(const Region &region) const {
    return ArrayRef(theirs).slice(region.theirsBegin, region.theirsEnd - region.theirsBegin);
  }
  std::string marked(const Region &region) const;

  StringRef text; ///< `ours` as a whole
  std::vector<StringRef> base, ours, theirs;
  MergeLabels labels;
  std::vector<Region> regions;
  ptrdiff_t linesAdded = 0; ///< by the edits so far
};

/// Changes that overlap or touch belong together.
void Merger::findRegions() {
  const std::vector<LineChange> ourChanges = diffLines(base, ours);
  const std::vector<LineChange> theirChanges = diffLines(base, theirs);
  ArrayRef<LineChange> ourRest = ourChanges, theirRest = theirChanges;
  // How far a line that neither changed is moved on each side.
  ptrdiff_t ourShift = 0, theirShift = 0;
  while (!ourRest.empty() || !theirRest.empty()) {
    const size_t begin = std::min(ourRest.empty() ? base.size() : ourRest.front().oldBegin,
                                  theirRest.empty() ? base.size() : theirRest.front().oldBegin);
    size_t end = begin;
    Region region{Region::Kind::Conflict, begin + ourShift, 0, begin + theirShift, 0};
    bool weChanged = false, theyChanged = false;
    auto take = [&](ArrayRef<LineChange> &rest, ptrdiff_t &shift) {
      if (rest.empty() || rest.front().oldBegin > end)
        return false;
      end = std::max(end, rest.front().oldEnd);
      shift =
          static_cast<ptrdiff_t>(rest.front().newEnd) - static_cast<ptrdiff_t>(rest.front().oldEnd);
      rest = rest.drop_front();
      return true;
    };
    while (true) {
      const bool weDo = take(ourRest, ourShift), theyDo = take(theirRest, theirShift);
      if (!weDo && !theyDo)
        break;
      weChanged |= weDo;
      theyChanged |= theyDo;
    }
    region.oursEnd = end + ourShift;
    region.theirsEnd = end + theirShift;
    if (weChanged && theyChanged) {
      addConflict(region);
    } else {
      region.kind = weChanged ? Region::Kind::Ours : Region::Kind::Theirs;
      regions.push_back(region);
    }
  }
}

/// What both changed in the same way is no conflict.
void Merger::addConflict(Region region) {
  const ArrayRef<StringRef> ourLines = oursOf(region), theirLines = theirsOf(region);
  for (const LineChange &change : diffLines(ourLines, theirLines))
    regions.push_back({Region::Kind::Conflict, region.oursBegin + change.oldBegin,
                       region.oursBegin + change.oldEnd, region.theirsBegin + change.newBegin,
                       region.theirsBegin + change.newEnd});
}

void Merger::uniteConflicts() {
  std::vector<Region> united;
  for (const Region &region : regions) {
    auto isPlain = [](StringRef line) { return llvm::none_of(line, llvm::isAlnum); };
    if (!united.empty() && united.back().kind == Region::Kind::Conflict &&
        region.kind == Region::Kind::Conflict) {
      Region &before = united.back();
      const size_t between = region.oursBegin - before.oursEnd;
      if (between <= fewLines ||
          llvm::all_of(ArrayRef(ours).slice(before.oursEnd, between), isPlain)) {
        before.oursEnd = region.oursEnd;
        before.theirsEnd = region.theirsEnd;
        continue;
      }
    }
    united.push_back(region);
  }
  regions = std::move(united);
}

std::string Merger::marked(const Region &region) const {
  // As the line before, or else the first one, ends.
  const size_t model = region.oursBegin == 0 ? 0 : region.oursBegin - 1;
  const StringRef lineEnd = model < ours.size() && ours[model].ends_with("\r\n") ? "\r\n" : "\n";
  std::string result;
  auto add = [&](StringRef part) {
    result += part;
    if (!part.empty() && !part.ends_with("\n"))
      result += lineEnd;
  };
  add(("<<<<<<< " + labels.ours + lineEnd).str());
  add(textOf(oursOf(region)));
  add(("=======" + lineEnd).str());
  add(textOf(theirsOf(region)));
  add((">>>>>>> " + labels.theirs + lineEnd).str());
  return result;
}

void Merger::addEdit(const Region &region, Merge &merge) {
  const bool isConflict = region.kind == Region::Kind::Conflict;
  if (isConflict)
    merge.conflicts.push_back(1 + region.oursBegin + linesAdded);
  Edit edit;
  edit.offset =
      region.oursBegin < ours.size() ? ours[region.oursBegin].data() - text.data() : text.size();
  edit.length = textOf(oursOf(region)).size();
  edit.text = isConflict ? marked(region) : textOf(theirsOf(region));
  linesAdded += static_cast<ptrdiff_t>(splitLines(edit.text).size()) -
                static_cast<ptrdiff_t>(region.oursEnd - region.oursBegin);
  merge.edits.push_back(std::move(edit));
}

} // namespace

Merge mergeTexts(StringRef base, StringRef ours, StringRef theirs, MergeLabels labels) {
  return Merger(base, ours, theirs, labels).run();
}

} // namespace musaport
