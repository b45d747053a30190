//===- edits/line_diff.cpp - which lines changed --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Patience diff: lines that both sides have exactly once are matched, in the longest order that
// they have in common, and then what lies between them in the same way. Where there is no such
// line, Myers' greedy search looks for the shortest way. Both are bounded, so that the cost
// grows with the number of lines and not with its square.
//===----------------------------------------------------------------------===//
#include "edits/line_diff.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>

using namespace llvm;

namespace musaport {

std::vector<StringRef> splitLines(StringRef text) {
  std::vector<StringRef> lines;
  while (!text.empty()) {
    size_t size = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.push_back(text.take_front(size));
    text = text.drop_front(size);
  }
  return lines;
}

namespace {

/// How often what lies between unique lines is searched for further ones.
constexpr unsigned maxDepth = 16;
/// Lines added and taken away that the greedy search tries to explain; beyond that, all lines
/// count as changed.
constexpr ptrdiff_t maxSteps = 256;

class LineDiffer {
public:
  LineDiffer(ArrayRef<StringRef> oldLines, ArrayRef<StringRef> newLines)
      : oldIds(number(oldLines)), newIds(number(newLines)), oldKept(oldIds.size()),
        newKept(newIds.size()), uses(numbers.size()) {}

  std::vector<LineChange> run() {
    compare({0, oldIds.size(), 0, newIds.size()}, maxDepth);
    return slideDown(collect());
  }

private:
  struct Match {
    size_t oldLine, newLine;
  };
  struct Uses {
    uint32_t inOld = 0, inNew = 0;
    size_t oldLine = 0, newLine = 0;
  };

  std::vector<uint32_t> number(ArrayRef<StringRef> lines) {
    std::vector<uint32_t> ids;
    ids.reserve(lines.size());
    for (StringRef line : lines)
      ids.push_back(numbers.try_emplace(line, numbers.size()).first->second);
    return ids;
  }

  void keep(size_t oldLine, size_t newLine) { oldKept[oldLine] = newKept[newLine] = true; }
  void compare(LineChange range, unsigned depth);
  std::vector<Match> uniqueLines(const LineChange &range);
  void searchGreedily(const LineChange &range);
  std::vector<LineChange> collect() const;
  std::vector<LineChange> slideDown(ArrayRef<LineChange> changes) const;

  DenseMap<StringRef, uint32_t> numbers; ///< equal lines have equal numbers
  std::vector<uint32_t> oldIds, newIds;
  std::vector<bool> oldKept, newKept; ///< the lines that are common, in the same order in both
  std::vector<Uses> uses;             ///< by number; scratch of uniqueLines()
};

void LineDiffer::compare(LineChange range, unsigned depth) {
  while (range.oldBegin < range.oldEnd && range.newBegin < range.newEnd &&
         oldIds[range.oldBegin] == newIds[range.newBegin])
    keep(range.oldBegin++, range.newBegin++);
  while (range.oldBegin < range.oldEnd && range.newBegin < range.newEnd &&
         oldIds[range.oldEnd - 1] == newIds[range.newEnd - 1])
    keep(--range.oldEnd, --range.newEnd);
  if (range.oldBegin == range.oldEnd || range.newBegin == range.newEnd)
    return;
  const std::vector<Match> unique = depth == 0 ? std::vector<Match>() : uniqueLines(range);
  if (unique.empty())
    return searchGreedily(range);
  LineChange between = range;
  for (const Match &match : unique) {
    keep(match.oldLine, match.newLine);
    between.oldEnd = match.oldLine;
    between.newEnd = match.newLine;
    compare(between, depth - 1);
    between.oldBegin = match.oldLine + 1;
    between.newBegin = match.newLine + 1;
  }
  between.oldEnd = range.oldEnd;
  between.newEnd = range.newEnd;
  compare(between, depth - 1);
}

/// The lines of `range` that both sides have once, as many as are in the same order in both.
std::vector<LineDiffer::Match> LineDiffer::uniqueLines(const LineChange &range) {
  for (size_t i = range.oldBegin; i < range.oldEnd; ++i) {
    ++uses[oldIds[i]].inOld;
    uses[oldIds[i]].oldLine = i;
  }
  for (size_t i = range.newBegin; i < range.newEnd; ++i) {
    ++uses[newIds[i]].inNew;
    uses[newIds[i]].newLine = i;
  }
  // The longest increasing sequence: tails[n] ends the best one of n + 1 matches.
  std::vector<Match> matches;
  std::vector<size_t> tails, previous;
  for (size_t i = range.oldBegin; i < range.oldEnd; ++i) {
    const Uses &use = uses[oldIds[i]];
    if (use.inOld != 1 || use.inNew != 1)
      continue;
    auto place = llvm::lower_bound(tails, use.newLine, [&](size_t match, size_t newLine) {
      return matches[match].newLine < newLine;
    });
    previous.push_back(place == tails.begin() ? SIZE_MAX : *std::prev(place));
    if (place == tails.end())
      tails.push_back(matches.size());
    else
      *place = matches.size();
    matches.push_back({i, use.newLine});
  }
  for (size_t i = range.oldBegin; i < range.oldEnd; ++i)
    uses[oldIds[i]] = {};
  for (size_t i = range.newBegin; i < range.newEnd; ++i)
    uses[newIds[i]] = {};
  std::vector<Match> result;
  if (!tails.empty())
    for (size_t i = tails.back(); i != SIZE_MAX; i = previous[i])
      result.push_back(matches[i]);
  std::reverse(result.begin(), result.end());
  return result;
}

/// Myers, "An O(ND) Difference Algorithm and Its Variations": after each step, how far every
/// diagonal (old line - new line) is reached; then the way back.
void LineDiffer::searchGreedily(const LineChange &range) {
  const auto oldSize = static_cast<ptrdiff_t>(range.oldEnd - range.oldBegin);
  const auto newSize = static_cast<ptrdiff_t>(range.newEnd - range.newBegin);
  // reached[step][(diagonal + step) / 2]: an old line; every second diagonal can be reached.
  std::vector<std::vector<ptrdiff_t>> reached;
  // Whether the step to `diagonal` is one down, of a new line; and the old line where it ends.
  auto isDown = [&](ptrdiff_t step, ptrdiff_t diagonal) {
    const std::vector<ptrdiff_t> &before = reached[step - 1];
    const ptrdiff_t index = (diagonal + step) / 2;
    return diagonal == -step || (diagonal != step && before[index - 1] < before[index]);
  };
  auto startOf = [&](ptrdiff_t step, ptrdiff_t diagonal) -> ptrdiff_t {
    if (step == 0)
      return 0;
    const ptrdiff_t index = (diagonal + step) / 2;
    return isDown(step, diagonal) ? reached[step - 1][index] : reached[step - 1][index - 1] + 1;
  };
  for (ptrdiff_t step = 0; step <= maxSteps; ++step) {
    std::vector<ptrdiff_t> row(step + 1);
    for (ptrdiff_t diagonal = -step; diagonal <= step; diagonal += 2) {
      ptrdiff_t oldLine = startOf(step, diagonal);
      while (oldLine < oldSize && oldLine - diagonal < newSize &&
             oldIds[range.oldBegin + oldLine] == newIds[range.newBegin + oldLine - diagonal])
        ++oldLine;
      row[(diagonal + step) / 2] = oldLine;
    }
    reached.push_back(std::move(row));
    const ptrdiff_t last = oldSize - newSize;
    if (std::abs(last) > step || (last + step) % 2 != 0 ||
        reached[step][(last + step) / 2] < oldSize)
      continue;
    ptrdiff_t oldLine = oldSize;
    for (ptrdiff_t diagonal = last; step >= 0; --step) {
      for (const ptrdiff_t start = startOf(step, diagonal); oldLine > start; --oldLine)
        keep(range.oldBegin + oldLine - 1, range.newBegin + oldLine - 1 - diagonal);
      if (step > 0) {
        const bool down = isDown(step, diagonal);
        oldLine -= down ? 0 : 1;
        diagonal += down ? 1 : -1;
      }
    }
    return;
  }
}

std::vector<LineChange> LineDiffer::collect() const {
  std::vector<LineChange> changes;
  size_t oldLine = 0, newLine = 0;
  while (oldLine < oldKept.size() || newLine < newKept.size()) {
    LineChange change{oldLine, oldLine, newLine, newLine};
    while (change.oldEnd < oldKept.size() && !oldKept[change.oldEnd])
      ++change.oldEnd;
    while (change.newEnd < newKept.size() && !newKept[change.newEnd])
      ++change.newEnd;
    if (change.oldBegin != change.oldEnd || change.newBegin != change.newEnd)
      changes.push_back(change);
    oldLine = change.oldEnd + 1;
    newLine = change.newEnd + 1;
  }
  return changes;
}

/// Where a line was added beside an equal one it cannot be told which of the two is new. Two
/// versions of one text agree only if the answer is always the same: the last.
std::vector<LineChange> LineDiffer::slideDown(ArrayRef<LineChange> changes) const {
  std::vector<LineChange> result;
  for (; !changes.empty(); changes = changes.drop_front()) {
    LineChange change = changes.front();
    while (true) {
      const bool isLast = changes.size() == 1;
      const size_t limit = isLast ? oldIds.size() : changes[1].oldBegin;
      auto canSlide = [&] {
        if (change.oldEnd == limit)
          return false;
        if (change.oldBegin == change.oldEnd)
          return newIds[change.newBegin] == newIds[change.newEnd];
        return change.newBegin == change.newEnd && oldIds[change.oldBegin] == oldIds[change.oldEnd];
      };
      while (canSlide())
        change = {change.oldBegin + 1, change.oldEnd + 1, change.newBegin + 1, change.newEnd + 1};
      if (isLast || change.oldEnd != limit)
        break;
      changes = changes.drop_front();
      change.oldEnd = changes.front().oldEnd;
      change.newEnd = changes.front().newEnd;
    }
    result.push_back(change);
  }
  return result;
}

} // namespace

std::vector<LineChange> diffLines(ArrayRef<StringRef> oldLines, ArrayRef<StringRef> newLines) {
  return LineDiffer(oldLines, newLines).run();
}

} // namespace musaport
