//===- tree/update_tree.cpp - updates an edited port ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Base is the old port, theirs the new one, ours the output. Which files there are, and which the
// new port changes, is in the manifests; only of those the bytes are looked at.
//===----------------------------------------------------------------------===//
#include "tree/update_tree.h"

#include "edits/merge.h"
#include "source/file_io.h"
#include "source/tree.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <algorithm>
#include <set>
#include <unistd.h>

using namespace llvm;

namespace musaport {

namespace {

using Kind = OutputEntry::Kind;

bool hasSameContent(const OutputEntry &a, const OutputEntry &b) {
  return a.kind == b.kind && a.content == b.content;
}

/// The bits that somebody changed. If both did, they agree.
uint32_t mergeModes(uint32_t base, uint32_t ours, uint32_t theirs) {
  return ours ^ ((base ^ theirs) & ~(base ^ ours));
}

/// As git, but for the whole file: text has no NUL.
bool isText(const OutputEntry &entry) {
  return entry.kind == Kind::File && !StringRef(entry.content).contains('\0') &&
         entry.content.size() <= UINT32_MAX;
}

class TreeUpdate {
public:
  TreeUpdate(OutputTree &base, OutputTree &ours, OutputTree &theirs, const UpdateOptions &options,
             Report &report)
      : base(base), ours(ours), theirs(theirs), options(options), report(report) {}

  Error run();

private:
  /// A file that the new port may have changed.
  struct File {
    std::string path;
    std::string oldPath; ///< in base and ours; another one if it was renamed
  };
  /// What is to stand at a path.
  struct Outcome {
    OutputEntry entry;
    uint64_t *count = nullptr; ///< of UpdateCounts, that this is one of
  };

  static StringRef fingerprint(const OutputTree &tree, StringRef path) {
    auto found = tree.manifest().find(path);
    return found == tree.manifest().end() ? StringRef() : StringRef(found->second);
  }
  bool isUpToDate(StringRef path) const {
    const StringRef recorded = fingerprint(ours, path);
    return recorded == fingerprint(theirs, path) && recorded != fingerprint(base, path);
  }

  void findFiles();
  void findRenames();
  Expected<std::vector<std::string>> strangeFiles() const;
  Error listFolders();
  bool isSameUpstream(const File &file) const;
  Error updateFile(const File &file);
  Outcome decide(const File &file, const OutputEntry &old, const OutputEntry &own,
                 const OutputEntry &now);
  Outcome mergeFiles(const File &file, const OutputEntry &old, const OutputEntry &own,
                     const OutputEntry &now);
  void addConflict(const File &file, const Twine &message, StringRef advice);
  Error apply(const File &file, const OutputEntry &own, const OutputEntry &wanted);

  OutputTree &base, &ours, &theirs;
  const UpdateOptions &options;
  Report &report;
  UpdateCounts counts;
  std::vector<std::string> paths; ///< of all manifests, sorted
  std::vector<File> files;
  std::vector<std::string> newFolders, oldFolders; ///< that only theirs, or only base, has
};

void TreeUpdate::findFiles() {
  std::set<std::string> all;
  for (const OutputTree *tree : {&base, &ours, &theirs})
    for (const auto &file : tree->manifest())
      all.insert(file.getKey().str());
  paths.assign(all.begin(), all.end());
  for (const std::string &path : paths)
    files.push_back({path, path});
  findRenames();
}

/// A file that is gone, and a new one with the same content, are one that was renamed. Not where
/// several have this content (which nothing much is in, usually).
void TreeUpdate::findRenames() {
  StringMap<std::vector<size_t>> gone, added; // by content
  for (size_t i = 0; i < files.size(); ++i) {
    const StringRef path = files[i].path;
    const StringRef old = fingerprint(base, path), now = fingerprint(theirs, path);
    if (now.empty() && !old.empty() && fingerprint(ours, path) == old)
      gone[old].push_back(i);
    else if (old.empty() && !now.empty() && fingerprint(ours, path).empty())
      added[now].push_back(i);
  }
  StringSet<> oldPaths;
  for (const auto &entry : gone) {
    auto found = added.find(entry.first());
    if (entry.second.size() != 1 || found == added.end() || found->second.size() != 1)
      continue;
    File &file = files[found->second.front()];
    Expected<OutputEntry> inTheWay = ours.read(file.path);
    if (!inTheWay || inTheWay->kind != Kind::Nothing) {
      consumeError(inTheWay.takeError()); // it is read again
      continue;
    }
    file.oldPath = files[entry.second.front()].path;
    oldPaths.insert(file.oldPath);
  }
  llvm::erase_if(files, [&](const File &file) { return oldPaths.contains(file.path); });
}

/// What the output's manifest has otherwise than both ports.
Expected<std::vector<std::string>> TreeUpdate::strangeFiles() const {
  std::vector<std::string> result;
  for (const std::string &path : paths) {
    const StringRef recorded = fingerprint(ours, path), old = fingerprint(base, path),
                    now = fingerprint(theirs, path);
    if (recorded == old || recorded == now)
      continue;
    if (old.empty() && now.empty()) {
      // Of an earlier run; somebody may have removed it since.
      Expected<OutputEntry> entry = ours.read(path);
      if (!entry)
        return entry.takeError();
      if (entry->kind == Kind::Nothing)
        continue;
    }
    result.push_back(path);
  }
  return result;
}

/// Of the folders, files say only those that they are in.
Error TreeUpdate::listFolders() {
  auto foldersOf = [](StringRef root, std::set<std::string> &folders) {
    std::error_code code;
    for (sys::fs::recursive_directory_iterator entry(root, code, /*follow_symlinks=*/false), end;
         entry != end && !code; entry.increment(code))
      if (entry->type() == sys::fs::file_type::directory_file)
        folders.insert(StringRef(entry->path()).drop_front(root.size() + 1).str() + "/");
    return code ? createFileError(root, code) : Error::success();
  };
  std::set<std::string> inBase, inTheirs;
  if (Error error = foldersOf(options.base, inBase))
    return error;
  if (Error error = foldersOf(options.theirs, inTheirs))
    return error;
  std::set_difference(inTheirs.begin(), inTheirs.end(), inBase.begin(), inBase.end(),
                      std::back_inserter(newFolders));
  std::set_difference(inBase.begin(), inBase.end(), inTheirs.begin(), inTheirs.end(),
                      std::back_inserter(oldFolders));
  return Error::success();
}

bool TreeUpdate::isSameUpstream(const File &file) const {
  if (file.path != file.oldPath || fingerprint(base, file.path) != fingerprint(theirs, file.path))
    return false;
  auto modeOf = [&](StringRef root) {
    ErrorOr<sys::fs::perms> mode = sys::fs::getPermissions(pathUnder(root, file.path));
    return mode ? *mode : sys::fs::no_perms; // a link that leads nowhere
  };
  return modeOf(options.base) == modeOf(options.theirs);
}

void TreeUpdate::addConflict(const File &file, const Twine &message, StringRef advice) {
  Diagnostic diagnostic;
  diagnostic.id = "musa-merge-conflict";
  diagnostic.severity = Severity::Error;
  diagnostic.place.file = pathUnder(options.output, file.path);
  diagnostic.message = message.str();
  diagnostic.notes.push_back(advice.str());
  report.diagnostics.push_back(std::move(diagnostic));
}

TreeUpdate::Outcome TreeUpdate::decide(const File &file, const OutputEntry &old,
                                       const OutputEntry &own, const OutputEntry &now) {
  const std::string by = "'" + options.newSource + "'";
  if (hasSameContent(old, now) || hasSameContent(own, now))
    return {own, &counts.updated}; // but for its name and mode
  if (hasSameContent(old, own))
    return {now, old.kind == Kind::Nothing   ? &counts.added
                 : now.kind == Kind::Nothing ? &counts.removed
                                             : &counts.updated};
  if (now.kind == Kind::Nothing) {
    addConflict(file, "edited by hand, and " + by + " no longer has it: kept",
                "remove it if it is not needed; from now on musa-port treats it as your own file");
    return {own, &counts.conflicted};
  }
  if (own.kind == Kind::Nothing) {
    addConflict(file, "removed by hand and changed by " + by + ": written again",
                "remove it again if it is still not needed");
    return {now, &counts.conflicted};
  }
  if ((old.kind == Kind::Nothing || isText(old)) && isText(own) && isText(now))
    return mergeFiles(file, old, own, now);
  addConflict(file,
              "edited by hand and changed by " + by +
                  "; it is not text and cannot be merged, so the edited file is kept",
              "port " + options.newSource + " to another folder to get the other file");
  return {own, &counts.conflicted};
}

TreeUpdate::Outcome TreeUpdate::mergeFiles(const File &file, const OutputEntry &old,
                                           const OutputEntry &own, const OutputEntry &now) {
  const Merge merge =
      mergeTexts(old.content, own.content, now.content, {options.output, options.newSource});
  Outcome outcome{own, &counts.merged};
  outcome.entry.content = applyEdits(own.content, merge.edits);
  if (merge.conflicts.empty())
    return outcome;
  outcome.count = &counts.conflicted;
  std::string message = (old.kind == Kind::Nothing ? "added" : "edited") +
                        (" by hand and changed by '" + options.newSource + "'");
  if (merge.conflicts.size() > 1)
    message += ", here and in " + std::to_string(merge.conflicts.size() - 1) +
               (merge.conflicts.size() == 2 ? " more place" : " more places");
  addConflict(file, message, "choose between the two, and remove the markers");
  Place &place = report.diagnostics.back().place;
  place.line = merge.conflicts.front();
  place.column = 1;
  report.diagnostics.back().sourceLine = "<<<<<<< " + options.output;
  report.diagnostics.back().length = StringRef("<<<<<<<").size();
  return outcome;
}

Error TreeUpdate::apply(const File &file, const OutputEntry &own, const OutputEntry &wanted) {
  ours.expect(file.oldPath, own);
  if (wanted.kind == Kind::File || wanted.kind == Kind::Link) {
    if (Error error = ours.makeFolders({file.path}))
      return error;
    if (Error error = wanted.kind == Kind::File
                          ? ours.writeFile(file.path, wanted.content, wanted.mode)
                          : ours.writeLink(file.path, wanted.content))
      return error;
  }
  const bool isInTheWay = wanted.kind == Kind::Nothing || file.path != file.oldPath;
  return isInTheWay && own.kind != Kind::Nothing ? ours.remove(file.oldPath) : Error::success();
}

Error TreeUpdate::updateFile(const File &file) {
  const StringRef nowRecorded = fingerprint(theirs, file.path);
  if (!isUpToDate(file.path) && !isSameUpstream(file)) {
    Expected<OutputEntry> old = base.read(file.oldPath);
    if (!old)
      return old.takeError();
    Expected<OutputEntry> own = ours.read(file.oldPath);
    if (!own)
      return own.takeError();
    Expected<OutputEntry> now = theirs.read(file.path);
    if (!now)
      return now.takeError();
    Outcome outcome = decide(file, *old, *own, *now);
    if (old->kind == Kind::File && own->kind == Kind::File && now->kind == Kind::File)
      outcome.entry.mode = mergeModes(old->mode, own->mode, now->mode);
    const bool isRenamed = file.path != file.oldPath && own->kind != Kind::Nothing;
    const bool changes =
        isRenamed || !hasSameContent(*own, outcome.entry) || own->mode != outcome.entry.mode;
    if (changes || outcome.count == &counts.conflicted)
      ++*outcome.count;
    if (options.write && changes)
      if (Error error = apply(file, *own, outcome.entry))
        return error;
  }
  if (!nowRecorded.empty())
    ours.record(file.path, nowRecorded);
  if (fingerprint(theirs, file.oldPath).empty() && !fingerprint(base, file.oldPath).empty())
    ours.forget(file.oldPath);
  return Error::success();
}

Error TreeUpdate::run() {
  findFiles();
  Expected<std::vector<std::string>> strange = strangeFiles();
  if (!strange)
    return strange.takeError();
  if (!strange->empty() && !options.force) {
    std::string names = "'" + strange->front() + "'";
    if (strange->size() > 1)
      names += " and " + std::to_string(strange->size() - 1) +
               (strange->size() == 2 ? " more file" : " more files");
    return createStringError("'" + options.output + "' is not the port of '" + options.oldSource +
                             "' with these settings: musa-port would now write " + names +
                             " differently; nothing was written (--force treats the differences "
                             "as edits by hand)");
  }
  if (Error error = listFolders())
    return error;
  std::vector<std::string> needed = newFolders;
  for (const File &file : files)
    if (!fingerprint(theirs, file.path).empty())
      needed.push_back(file.path);
  llvm::sort(needed);
  std::vector<Diagnostic> obstacles = ours.obstacles(needed);
  if (!obstacles.empty()) {
    llvm::append_range(report.diagnostics, obstacles);
    return createStringError("the output folder '" + options.output +
                             "' holds files that are in the way; nothing was written");
  }

  Error failure = options.write ? ours.makeFolders(newFolders) : Error::success();
  for (const File &file : files) {
    if (failure || interrupted())
      break;
    failure = updateFile(file);
  }
  report.update = counts;
  report.filesWritten = ours.filesWritten();
  if (failure || !options.write)
    return failure;
  if (interrupted())
    return createStringError("interrupted; nothing was written");
  for (const std::string &folder : llvm::reverse(oldFolders))
    ours.removeFolder(StringRef(folder).rtrim('/'));
  Expected<std::vector<std::string>> stale = ours.finish();
  return stale ? Error::success() : stale.takeError();
}

} // namespace

Error updateTree(OutputTree &output, const UpdateOptions &options, Report &report) {
  std::vector<Diagnostic> none; // both were written just now
  Expected<OutputTree> base = OutputTree::open(options.base, none);
  if (!base)
    return base.takeError();
  Expected<OutputTree> theirs = OutputTree::open(options.theirs, none);
  if (!theirs)
    return theirs.takeError();
  return TreeUpdate(*base, output, *theirs, options, report).run();
}

} // namespace musaport
