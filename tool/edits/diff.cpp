//===- edits/diff.cpp - edits as a unified diff ---------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The edits say which lines change, so there is nothing to search: a change is a run of touched
// lines, a hunk is the changes that share context.
//===----------------------------------------------------------------------===//
#include "edits/edit.h"
#include "edits/line_diff.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <vector>

using namespace llvm;

namespace musaport {

namespace {

constexpr size_t contextLines = 3;

/// The old lines [begin, end) become `newLines`.
struct Change {
  size_t begin = 0, end = 0;
  std::vector<std::string> newLines;
};

class Differ {
public:
  Differ(StringRef buffer, ArrayRef<Edit> edits) : buffer(buffer), lines(splitLines(buffer)) {
    findChanges(edits);
  }
  bool empty() const { return changes.empty(); }
  void print(raw_ostream &out) const;

private:
  /// The line that holds the byte at `offset`; the last one for the end of the buffer.
  size_t lineOf(size_t offset) const {
    auto after =
        llvm::upper_bound(lines, buffer.data() + offset,
                          [](const char *place, StringRef line) { return place < line.data(); });
    return after == lines.begin() ? 0 : after - lines.begin() - 1;
  }
  size_t offsetOf(size_t line) const {
    return line < lines.size() ? lines[line].data() - buffer.data() : buffer.size();
  }
  void findChanges(ArrayRef<Edit> edits);
  void addChange(ArrayRef<Edit> edits, size_t begin, size_t end);
  void printHunk(raw_ostream &out, ArrayRef<Change> hunk, ptrdiff_t shift) const;

  StringRef buffer;
  std::vector<StringRef> lines;
  std::vector<Change> changes; ///< with at least one unchanged line between two
};

void Differ::findChanges(ArrayRef<Edit> edits) {
  while (!edits.empty()) {
    size_t first = lineOf(edits.front().offset), last = first, count = 0;
    while (count < edits.size() && lineOf(edits[count].offset) <= last) {
      // The first byte behind the edit counts: taking a newline away changes the next line.
      last = lineOf(static_cast<size_t>(edits[count].offset) + edits[count].length);
      ++count;
    }
    addChange(edits.take_front(count), first, std::min(last + 1, lines.size()));
    edits = edits.drop_front(count);
  }
}

/// Adds what `edits`, all within the lines [begin, end), change of these lines.
void Differ::addChange(ArrayRef<Edit> edits, size_t begin, size_t end) {
  size_t start = offsetOf(begin);
  std::vector<Edit> local(edits);
  for (Edit &edit : local)
    edit.offset -= start;
  std::string text = applyEdits(buffer.slice(start, offsetOf(end)), local);
  std::vector<StringRef> allNewLines = splitLines(text);
  ArrayRef<StringRef> newLines = allNewLines;
  while (begin < end && !newLines.empty() && lines[begin] == newLines.front()) {
    ++begin;
    newLines = newLines.drop_front();
  }
  while (begin < end && !newLines.empty() && lines[end - 1] == newLines.back()) {
    --end;
    newLines = newLines.drop_back();
  }
  if (begin == end && newLines.empty())
    return;
  if (changes.empty() || changes.back().end < begin)
    changes.push_back({begin, begin, {}});
  changes.back().end = end;
  llvm::append_range(changes.back().newLines, newLines);
}

void Differ::print(raw_ostream &out) const {
  ptrdiff_t shift = 0; // of new line numbers against old ones
  for (ArrayRef<Change> rest = changes; !rest.empty();) {
    size_t count = 1;
    while (count < rest.size() && rest[count].begin - rest[count - 1].end <= 2 * contextLines)
      ++count;
    printHunk(out, rest.take_front(count), shift);
    for (const Change &change : rest.take_front(count))
      shift += change.newLines.size() - (change.end - change.begin);
    rest = rest.drop_front(count);
  }
}

void printLine(raw_ostream &out, char mark, StringRef line) {
  out << mark << line;
  if (!line.ends_with("\n"))
    out << "\n\\ No newline at end of file\n";
}

void printRange(raw_ostream &out, char mark, size_t begin, size_t count) {
  // Of no lines the line before is named.
  out << mark << (count == 0 ? begin : begin + 1);
  if (count != 1)
    out << ',' << count;
}

void Differ::printHunk(raw_ostream &out, ArrayRef<Change> hunk, ptrdiff_t shift) const {
  size_t begin = hunk.front().begin - std::min(hunk.front().begin, contextLines);
  size_t end = std::min(hunk.back().end + contextLines, lines.size());
  size_t newCount = end - begin;
  for (const Change &change : hunk)
    newCount += change.newLines.size() - (change.end - change.begin);
  out << "@@ ";
  printRange(out, '-', begin, end - begin);
  out << ' ';
  printRange(out, '+', begin + shift, newCount);
  out << " @@\n";

  size_t line = begin;
  for (const Change &change : hunk) {
    for (; line < change.begin; ++line)
      printLine(out, ' ', lines[line]);
    for (; line < change.end; ++line)
      printLine(out, '-', lines[line]);
    for (StringRef newLine : change.newLines)
      printLine(out, '+', newLine);
  }
  for (; line < end; ++line)
    printLine(out, ' ', lines[line]);
}

/// As git writes a name that would not survive as it is.
std::string quoteName(StringRef name) {
  auto isPlain = [](char c) {
    return c != '"' && c != '\\' && c != 0x7f && static_cast<unsigned char>(c) >= 0x20;
  };
  if (llvm::all_of(name, isPlain))
    return name.str();
  std::string result = "\"";
  for (char c : name) {
    unsigned char byte = c;
    if (isPlain(c))
      result += c;
    else if (c == '"' || c == '\\')
      (result += '\\') += c;
    else
      for (char digit :
           {'\\', char('0' + byte / 64), char('0' + byte / 8 % 8), char('0' + byte % 8)})
        result += digit;
  }
  return result + '"';
}

} // namespace

std::string unifiedDiff(StringRef oldName, StringRef newName, StringRef buffer,
                        ArrayRef<Edit> edits) {
  Differ differ(buffer, edits);
  if (differ.empty() && oldName == newName)
    return "";
  std::string result;
  raw_string_ostream out(result);
  std::string oldPath = quoteName(("a/" + oldName).str());
  std::string newPath = quoteName(("b/" + newName).str());
  out << "diff --git " << oldPath << ' ' << newPath << '\n';
  if (oldName != newName)
    out << "rename from " << quoteName(oldName) << "\nrename to " << quoteName(newName) << '\n';
  if (!differ.empty()) {
    // The tab ends a name that has spaces; elsewhere diff(1) puts a time behind it.
    out << "--- " << oldPath << (oldName.contains(' ') ? "\t" : "") << '\n';
    out << "+++ " << newPath << (newName.contains(' ') ? "\t" : "") << '\n';
    differ.print(out);
  }
  return result;
}

} // namespace musaport
