//===- tree/fill_report.cpp -------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tree/fill_report.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

#include <tuple>

using llvm::StringRef;

namespace musaport {
namespace {

/// All uses of names in a tree, in the report's order: the most frequent first, then by name.
class UseCounts {
public:
  explicit UseCounts(const RuleSet &rules) : rules(rules) {}

  void add(const FileRecord &file) {
    for (const NameUse &use : file.result.uses) {
      if (use.outcome == Outcome::Edited)
        addEdited(use, placeOf(use, file));
      else
        addRemaining(use, file);
    }
  }

  void moveTo(Report &report) {
    report.edits += edits;
    moveSorted(
        libraries, report.libraries, [](auto &x) { return x.edits; },
        [](auto &x) { return x.library; });
    moveSorted(
        remaining, report.remaining, [](auto &x) { return x.count; },
        [](auto &x) { return x.name + '\0' + x.reason; });
    moveSorted(
        unverified, report.unverified, [](auto &x) { return x.count; },
        [](auto &x) { return x.from + '\0' + x.to; });
  }

private:
  static Place placeOf(const NameUse &use, const FileRecord &file) {
    return {file.shownPath, use.line, use.column};
  }

  void addRemaining(const NameUse &use, const FileRecord &file) {
    auto [entry, isNew] = remaining.try_emplace(use.name + '\0' + use.reason);
    if (isNew)
      entry->second = {use.name, 0, 0, use.reason, placeOf(use, file)};
    entry->second.count += use.count;
    ++entry->second.files; // a file's uses of a name for one reason are one NameUse
  }

  void addEdited(const NameUse &use, const Place &first) {
    StringRef library = use.file == NameUse::noFile ? use.library : rules.file(use.file).library;
    edits += use.count;
    LibraryCount &count = libraries[library];
    count.library = library.str();
    count.edits += use.count;
    if (use.status == Status::Differs)
      count.differs += use.count;
    if (use.status != Status::Unverified)
      return;
    count.unverified += use.count;
    auto [entry, isNew] = unverified.try_emplace(use.name + '\0' + use.to);
    if (isNew)
      entry->second = {use.name, use.to, library.str(), 0, first};
    entry->second.count += use.count;
  }

  template <typename Map, typename Vector, typename Count, typename Name>
  static void moveSorted(Map &map, Vector &vector, Count count, Name name) {
    for (auto &entry : map)
      vector.push_back(std::move(entry.second));
    llvm::sort(vector, [&](const auto &a, const auto &b) {
      return std::make_tuple(count(b), name(a)) < std::make_tuple(count(a), name(b));
    });
  }

  const RuleSet &rules;
  uint64_t edits = 0;
  llvm::StringMap<LibraryCount> libraries;
  llvm::StringMap<RemainingName> remaining;
  llvm::StringMap<UnverifiedName> unverified;
};

/// Counts what became of the file as a whole.
void countFile(Report &report, const TreeFile &file, const FileRecord &record, bool isWritten) {
  const bool isSource = file.kind == FileKind::Source && record.unreadable.empty();
  if (file.kind == FileKind::Skipped)
    report.skipped.push_back({file.path, file.reason});
  else if (!isWritten)
    report.skipped.push_back({file.path, "another file has its new name"});
  else if (file.kind == FileKind::Link)
    ++report.links;
  else if (!record.result.edits.empty())
    ++report.filesPorted;
  else if (isSource)
    ++report.filesUnchanged;
  else
    ++report.filesCopied;
}

/// What ported build scripts define: of CUDA's names those that were edited there.
llvm::StringSet<> definedByScripts(const Tree &tree, llvm::ArrayRef<FileRecord> files) {
  llvm::StringSet<> names;
  for (const FileRecord &file : files)
    if (tree.files[file.number].kind == FileKind::BuildScript)
      for (const NameUse &use : file.result.uses)
        if (use.outcome == Outcome::Edited)
          names.insert(use.name);
  return names;
}

} // namespace

void fillReport(Report &report, Statistics &statistics, const Tree &tree, const NewNames &names,
                const RuleSet &rules, llvm::MutableArrayRef<FileRecord> files) {
  UseCounts uses(rules);
  const llvm::StringSet<> defined = definedByScripts(tree, files);
  report.side = sourceSide(rules.direction()).title;
  report.excluded = tree.excluded;
  for (FileRecord &file : files) {
    const TreeFile &ofTree = tree.files[file.number];
    const bool isWritten = names.isWritten[file.number];
    countFile(report, ofTree, file, isWritten);
    if (isWritten && names.isRenamed(file.number))
      report.renamed.push_back({ofTree.path, names.paths[file.number]});
    if (file.view)
      report.views.push_back(std::move(*file.view));
    report.includesRewritten += file.result.includesRewritten;
    report.guardsTranslated += file.result.guardsTranslated;
    llvm::append_range(report.diagnostics, file.notes);
    llvm::copy_if(file.result.diagnostics, std::back_inserter(report.diagnostics),
                  [&](const Diagnostic &one) {
                    return one.unlessDefined.empty() || !defined.contains(one.unlessDefined);
                  });
    llvm::append_range(report.ignores, file.ignores);
    uses.add(file);
    statistics.bytes += file.size;
    statistics.tokens += file.tokenCount;
    ++statistics.files;
  }
  uses.moveTo(report);
}

} // namespace musaport
