//===- tree/destination.cpp -------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tree/destination.h"

#include "tree/recorded_file.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

#include <functional>
#include <set>
#include <string>
#include <sys/stat.h>

using llvm::StringRef;

namespace musaport {

using Mode = PortOptions::Mode;

llvm::Error Destination::open(std::vector<Diagnostic> &diagnostics) {
  if (options.mode == Mode::Write)
    return openFolder(diagnostics);
  if (options.mode != Mode::InPlace)
    return llvm::Error::success();
  llvm::Expected<std::unique_ptr<Transaction>> begun = Transaction::begin(tree.root);
  if (!begun)
    return begun.takeError();
  transaction = std::move(*begun);
  return checkInPlace();
}

llvm::Error Destination::openFolder(std::vector<Diagnostic> &diagnostics) {
  llvm::Expected<OutputTree> opened = OutputTree::open(options.output, diagnostics);
  if (!opened)
    return opened.takeError();
  output.emplace(std::move(*opened));
  for (size_t i = 0; i < names.paths.size(); ++i)
    if (names.isWritten[i])
      outputPaths.push_back(names.paths[i]);
  for (const std::string &folder : tree.emptyFolders)
    outputPaths.push_back(outputPath(folder, FileKind::Other, rules, options.renameFolders) + "/");
  llvm::sort(outputPaths);
  if (!options.force)
    if (llvm::Error error = refuseFor(output->obstacles(outputPaths), diagnostics))
      return error;
  return output->makeFolders(outputPaths);
}

llvm::Error Destination::refuseFor(std::vector<Diagnostic> conflicts,
                                   std::vector<Diagnostic> &diagnostics) const {
  if (conflicts.empty())
    return llvm::Error::success();
  llvm::append_range(diagnostics, conflicts);
  return llvm::createStringError("the output folder '" + options.output +
                                 "' holds files that musa-port did not write; nothing was written "
                                 "(--force overwrites them)");
}

/// In place, a new name must not meet a file that is not part of the tree (an excluded one).
llvm::Error Destination::checkInPlace() const {
  llvm::StringSet<> known;
  for (const TreeFile &file : tree.files)
    if (file.kind != FileKind::Skipped)
      known.insert(file.path);
  for (size_t i = 0; i < names.paths.size(); ++i) {
    if (!names.isWritten[i] || !names.isRenamed(i) || known.contains(names.paths[i]))
      continue;
    struct stat info;
    if (::lstat(newPath(i).c_str(), &info) == 0)
      return llvm::createStringError("'" + oldPath(i) + "' would become '" + newPath(i) +
                                     "', which exists; nothing was written");
    transaction->expect(names.paths[i], "");
  }
  return llvm::Error::success();
}

/// As seen from the working folder, where a diff is applied; of a tree elsewhere, from its root.
std::string Destination::inDiff(StringRef path) const {
  return tree.root.starts_with("/") ? path.str() : pathUnder(tree.root, path);
}

llvm::Error Destination::writeBytes(size_t file, StringRef bytes, uint32_t mode) {
  if (options.mode == Mode::Write)
    return output->writeFile(names.paths[file], bytes, mode);
  ++changedInPlace;
  return transaction->writeFile(names.paths[file], bytes, mode & 0777);
}

/// In place, a file that somebody changes while this run looks at it is not replaced. `content`:
/// the bytes that were read, or the link's target.
void Destination::expectUnchanged(size_t file, StringRef content) {
  if (!transaction)
    return;
  const bool isLink = tree.files[file].kind == FileKind::Link;
  transaction->expect(tree.files[file].path,
                      isLink ? fingerprintOfLink(content) : fingerprintOfFile(content));
}

llvm::Error Destination::write(size_t file, StringRef bytes, llvm::ArrayRef<Edit> edits,
                               uint32_t mode) {
  if (options.mode == Mode::Diff) {
    StringRef oldName = tree.files[file].path, newName = names.paths[file];
    diffs[file] = unifiedDiff(inDiff(oldName), inDiff(newName), bytes, edits);
  }
  const bool writes = options.mode == Mode::Write || options.mode == Mode::InPlace;
  if (!writes || edits.empty())
    return copy(file, bytes, mode);
  expectUnchanged(file, bytes);
  return writeBytes(file, applyEdits(bytes, edits), mode);
}

bool Destination::takesCopyOf(size_t file) const {
  return options.mode == Mode::Write || (options.mode == Mode::InPlace && names.isRenamed(file));
}

llvm::Error Destination::copy(size_t file, StringRef bytes, uint32_t mode) {
  if (!takesCopyOf(file))
    return llvm::Error::success();
  expectUnchanged(file, bytes);
  return writeBytes(file, bytes, mode);
}

llvm::Error Destination::writeLink(size_t file) {
  const TreeFile &link = tree.files[file];
  const std::string target = names.newTarget(file);
  if (options.mode == Mode::Write)
    return output->writeLink(names.paths[file], target);
  if (options.mode != Mode::InPlace || (target == link.target && !names.isRenamed(file)))
    return llvm::Error::success();
  ++changedInPlace;
  expectUnchanged(file, link.target);
  return transaction->writeLink(names.paths[file], target);
}

/// In place: what has a new name goes under its old one, and so do the folders that become empty.
llvm::Error Destination::removeOldNames() {
  llvm::StringSet<> written;
  for (size_t i = 0; i < names.paths.size(); ++i)
    if (names.isWritten[i] && names.isRenamed(i))
      written.insert(names.paths[i]);
  std::set<std::string, std::greater<>> folders; // what is in a folder comes before it
  for (size_t i = 0; i < names.paths.size(); ++i) {
    const StringRef path = tree.files[i].path;
    if (!names.isWritten[i] || !names.isRenamed(i) || written.contains(path))
      continue;
    if (llvm::Error error = transaction->remove(path))
      return error;
    for (StringRef folder = path; folder.contains('/');) {
      folder = folder.rsplit('/').first;
      folders.insert(folder.str());
    }
  }
  for (const std::string &folder : folders)
    transaction->removeFolder(folder);
  return llvm::Error::success();
}

llvm::Error Destination::finishFolder(std::vector<Diagnostic> &diagnostics) {
  if (!options.force)
    if (llvm::Error error = refuseFor(output->conflicts(outputPaths), diagnostics))
      return error;
  llvm::Expected<std::vector<std::string>> stale = output->finish();
  if (!stale)
    return stale.takeError();
  for (const std::string &path : *stale) {
    Diagnostic &diagnostic = diagnostics.emplace_back();
    diagnostic.id = "musa-stale-output";
    diagnostic.severity = Severity::Warning;
    diagnostic.place.file = pathUnder(options.output, path);
    diagnostic.message = "an earlier run wrote this file, and the tree no longer has its source";
    diagnostic.notes.push_back("remove it if it is not needed");
  }
  return llvm::Error::success();
}

llvm::Error Destination::finish(std::vector<Diagnostic> &diagnostics) {
  if (output)
    return finishFolder(diagnostics);
  if (options.mode != Mode::InPlace)
    return llvm::Error::success();
  if (llvm::Error error = removeOldNames())
    return error;
  return transaction->commit();
}

} // namespace musaport
