//===- report/summary.cpp - the final summary -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "report/report.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"

#include <algorithm>
#include <set>

using namespace llvm;

namespace musaport {

namespace {

/// Of a list that --verbose shows whole.
constexpr size_t shortList = 10;

std::string counted(uint64_t count, StringRef noun, StringRef plural = "") {
  std::string result = std::to_string(count) + " ";
  if (count == 1)
    return result + noun.str();
  return result + (plural.empty() ? noun.str() + "s" : plural.str());
}

std::string placeText(const Place &place) {
  std::string result = place.file;
  if (place.line != 0)
    result += ":" + std::to_string(place.line);
  if (place.line != 0 && place.column != 0)
    result += ":" + std::to_string(place.column);
  return result;
}

/// A name as long as the longest of `range` is not needed to keep columns; a few long ones may
/// stick out.
template <typename Range, typename Name> size_t columnWidth(const Range &range, Name name) {
  size_t width = 0;
  for (const auto &item : range)
    width = std::max<size_t>(width, StringRef(name(item)).size());
  return std::min<size_t>(width, 40);
}

class SummaryPrinter {
public:
  SummaryPrinter(raw_ostream &out, const Report &report, bool verbose)
      : out(out), report(report), verbose(verbose) {}

  void print() {
    printTitle();
    if (report.update) {
      printUpdate();
    } else {
      printFiles();
      printEdits();
      printSkipped();
      printUnverified();
      printRemaining();
    }
    printDiagnostics();
    printPointers();
  }

private:
  void heading(StringRef text) {
    out.changeColor(raw_ostream::SAVEDCOLOR, /*Bold=*/true);
    out << left_justify(text, 12);
    out.resetColor();
  }

  /// Calls `printItem` for the items to be shown and says how many are not.
  template <typename Range, typename Printer> void list(const Range &range, Printer printItem) {
    size_t shown = verbose || range.size() <= shortList ? range.size() : shortList;
    for (const auto &item : llvm::make_range(range.begin(), range.begin() + shown))
      printItem(item);
    if (shown < range.size())
      out << "    and " << range.size() - shown << " more, see --verbose or --report\n";
  }

  void printTitle();
  void printUpdate();
  void printFiles();
  void printEdits();
  void printSkipped();
  void printUnverified();
  void printRemaining();
  void printDiagnostics();
  void printPointers();

  raw_ostream &out;
  const Report &report;
  bool verbose;
};

void SummaryPrinter::printTitle() {
  heading(report.update ? "Update" : "Port");
  if (report.update)
    out << forTerminal(report.output + ": " + llvm::join(report.sources, " -> "));
  else
    out << forTerminal(llvm::join(report.sources, " "));
  if (!report.update && !report.output.empty())
    out << " -> " << forTerminal(report.output);
  out << " (" << report.architecture << ")\n";
}

void SummaryPrinter::printUpdate() {
  heading("Files");
  SmallVector<std::string> parts;
  auto add = [&](uint64_t count, StringRef text) {
    if (count != 0)
      parts.push_back((Twine(count) + " " + text).str());
  };
  add(report.update->updated, "updated");
  add(report.update->merged, "merged");
  add(report.update->added, "added");
  add(report.update->removed, "removed");
  add(report.update->conflicted, "with a conflict");
  out << (parts.empty() ? "none to change" : llvm::join(parts, ", ")) << '\n';
}

void SummaryPrinter::printFiles() {
  SmallVector<std::string> parts;
  parts.push_back(std::to_string(report.filesPorted) + " ported");
  auto add = [&](uint64_t count, const Twine &text) {
    if (count != 0)
      parts.push_back((Twine(count) + " " + text).str());
  };
  add(report.filesUnchanged, "without a change");
  add(report.filesCopied, "copied");
  add(report.links, report.links == 1 ? "link" : "links");
  add(report.renamed.size(), "renamed");
  add(report.skipped.size(), "skipped");
  add(report.excluded, "left out");
  // Of a first port all are.
  const uint64_t all =
      report.filesPorted + report.filesUnchanged + report.filesCopied + report.links;
  if (!report.output.empty() && report.filesWritten < all)
    parts.push_back(std::to_string(report.filesWritten) + " written");
  heading("Files");
  out << llvm::join(parts, ", ") << '\n';
  if (verbose)
    for (const RenamedFile &file : report.renamed)
      out << "    " << forTerminal(file.from + " -> " + file.to) << '\n';
}

void SummaryPrinter::printEdits() {
  heading("Edits");
  out << report.edits;
  SmallVector<std::string> parts;
  if (report.includesRewritten != 0)
    parts.push_back(counted(report.includesRewritten, "include"));
  if (report.guardsTranslated != 0)
    parts.push_back(counted(report.guardsTranslated, "guard"));
  if (!parts.empty())
    out << ", of these " << llvm::join(parts, " and ");
  out << '\n';
  size_t width =
      columnWidth(report.libraries, [](const LibraryCount &library) { return library.library; });
  for (const LibraryCount &library : report.libraries) {
    out << format_decimal(library.edits, 8) << "  ";
    SmallVector<std::string> remarks;
    if (library.unverified != 0)
      remarks.push_back(std::to_string(library.unverified) + " unverified");
    if (library.differs != 0)
      remarks.push_back(std::to_string(library.differs) + " with a difference");
    if (remarks.empty())
      out << library.library << '\n';
    else
      out << left_justify(library.library, width) << "  " << llvm::join(remarks, ", ") << '\n';
  }
}

void SummaryPrinter::printSkipped() {
  if (report.skipped.empty())
    return;
  heading("Skipped");
  out << counted(report.skipped.size(), "file") << '\n';
  list(report.skipped, [&](const SkippedFile &file) {
    out << "    " << forTerminal(file.path + ": " + file.reason) << '\n';
  });
}

void SummaryPrinter::printUnverified() {
  if (report.unverified.empty())
    return;
  heading("Unverified");
  out << counted(report.unverified.size(), "name has", "names have")
      << " a MUSA name that is inferred from similar names, not verified\n";
  if (!verbose)
    return;
  for (const UnverifiedName &name : report.unverified)
    out << format_decimal(name.count, 8) << "  " << name.from << " -> " << name.to << "  "
        << forTerminal(placeText(name.first)) << '\n';
}

/// All of them, --verbose or not: they are what is left to do by hand.
void SummaryPrinter::printRemaining() {
  uint64_t uses = 0;
  MapVector<StringRef, SmallVector<const RemainingName *>> byReason;
  for (const RemainingName &name : report.remaining) {
    uses += name.count;
    byReason[name.reason].push_back(&name);
  }
  heading("Remaining");
  if (report.remaining.empty()) {
    out << "no name of " << report.side << "'s\n";
    return;
  }
  std::set<StringRef> distinct; // one name may be left for several reasons
  for (const RemainingName &name : report.remaining)
    distinct.insert(name.name);
  out << counted(uses, "use") << " of " << counted(distinct.size(), report.side.str() + " name")
      << '\n';
  size_t width = columnWidth(report.remaining, [](const RemainingName &name) { return name.name; });
  for (const auto &[reason, names] : byReason) {
    out << "    " << reason << '\n';
    for (const RemainingName *name : names)
      out << format_decimal(name->count, 8) << "  " << left_justify(name->name, width) << "  "
          << forTerminal(placeText(name->first))
          << (name->files > 1 ? " and " + counted(name->files - 1, "more file") : "") << '\n';
  }
}

void SummaryPrinter::printDiagnostics() {
  constexpr StringLiteral severityNames[] = {"remark", "warning", "error"};
  uint64_t totals[3] = {};
  MapVector<std::pair<StringRef, Severity>, uint64_t> byId;
  for (const Diagnostic &diagnostic : report.diagnostics) {
    ++totals[static_cast<size_t>(diagnostic.severity)];
    ++byId[{diagnostic.id, diagnostic.severity}];
  }
  SmallVector<std::string> parts;
  for (size_t severity : {2, 1, 0})
    if (totals[severity] != 0 || severity != 0)
      parts.push_back(counted(totals[severity], severityNames[severity]));
  heading("Findings");
  out << llvm::join(parts, ", ") << '\n';

  auto kinds = byId.takeVector();
  llvm::sort(kinds, [](const auto &a, const auto &b) {
    return std::tuple(b.first.second, b.second, a.first.first) <
           std::tuple(a.first.second, a.second, b.first.first);
  });
  for (const auto &[kind, count] : kinds)
    out << format_decimal(count, 8) << "  "
        << left_justify(severityNames[static_cast<size_t>(kind.second)], 7) << "  " << kind.first
        << '\n';
}

void SummaryPrinter::printPointers() {
  if (!report.diagnostics.empty())
    out << "docs/reference/diagnostics/ID.md explains a finding; ";
  out << "`musa-port explain FILE:LINE` says why a name was changed or left.\n";
}

} // namespace

void printSummary(raw_ostream &out, const Report &report, bool verbose, bool color) {
  bool hadColors = out.colors_enabled();
  out.enable_colors(color);
  SummaryPrinter(out, report, verbose).print();
  out.enable_colors(hadColors);
}

void printStatistics(raw_ostream &out, const Statistics &statistics) {
  double seconds = std::max(statistics.seconds, 1e-9);
  out << counted(statistics.files, "file") << ", " << format("%.2f MB, ", statistics.bytes / 1e6)
      << counted(statistics.tokens, "token") << " in "
      << format("%.3f s (%.1f MB/s) on ", statistics.seconds, statistics.bytes / 1e6 / seconds)
      << counted(statistics.threads, "thread") << '\n';
}

} // namespace musaport
