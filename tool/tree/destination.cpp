//===- tree/destination.cpp -------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "tree/destination.h"

#include "source/file_io.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <cerrno>
#include <sys/stat.h>
#include <unistd.h>

using llvm::StringRef;

namespace musaport {

using Mode = PortOptions::Mode;

llvm::Error Destination::open(std::vector<Diagnostic> &diagnostics) {
  if (options.mode == Mode::Write)
    return openFolder(diagnostics);
  return options.mode == Mode::InPlace ? checkInPlace() : llvm::Error::success();
}

llvm::Error Destination::openFolder(std::vector<Diagnostic> &diagnostics) {
  llvm::Expected<OutputTree> opened = OutputTree::open(options.output, diagnostics);
  if (!opened)
    return opened.takeError();
  output.emplace(std::move(*opened));
  std::vector<std::string> paths;
  for (size_t i = 0; i < names.paths.size(); ++i)
    if (names.isWritten[i])
      paths.push_back(names.paths[i]);
  for (const std::string &folder : tree.emptyFolders)
    paths.push_back(outputPath(folder, FileKind::Other, rules, options.renameFolders) + "/");
  llvm::sort(paths);
  if (!options.force) {
    std::vector<Diagnostic> conflicts = output->conflicts(paths);
    if (!conflicts.empty()) {
      llvm::append_range(diagnostics, conflicts);
      return llvm::createStringError(
          "the output folder '" + options.output +
          "' holds files that musa-port did not write; nothing was written "
          "(--force overwrites them)");
    }
  }
  return output->makeFolders(paths);
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
    llvm::SmallString<256> folder(llvm::sys::path::parent_path(newPath(i)));
    if (folder.empty())
      continue; // the working folder
    if (std::error_code code = llvm::sys::fs::create_directories(folder, /*IgnoreExisting=*/true,
                                                                 llvm::sys::fs::perms::all_all))
      return llvm::createStringError(code, "cannot make the folder '%s'", folder.c_str());
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
  return writeFileAtomically(newPath(file), bytes, mode);
}

llvm::Error Destination::write(size_t file, StringRef bytes, llvm::ArrayRef<Edit> edits,
                               uint32_t mode) {
  if (options.mode == Mode::Diff) {
    StringRef oldName = tree.files[file].path, newName = names.paths[file];
    diffs[file] = unifiedDiff(inDiff(oldName), inDiff(newName), bytes, edits);
  }
  const bool writes = options.mode == Mode::Write || options.mode == Mode::InPlace;
  return writes && !edits.empty() ? writeBytes(file, applyEdits(bytes, edits), mode)
                                  : copy(file, bytes, mode);
}

bool Destination::takesCopyOf(size_t file) const {
  return options.mode == Mode::Write || (options.mode == Mode::InPlace && names.isRenamed(file));
}

llvm::Error Destination::copy(size_t file, StringRef bytes, uint32_t mode) {
  return takesCopyOf(file) ? writeBytes(file, bytes, mode) : llvm::Error::success();
}

llvm::Error Destination::writeLink(size_t file) {
  const TreeFile &link = tree.files[file];
  const std::string target = names.newTarget(file);
  if (options.mode == Mode::Write)
    return output->writeLink(names.paths[file], target);
  if (options.mode != Mode::InPlace || (target == link.target && !names.isRenamed(file)))
    return llvm::Error::success();
  ++changedInPlace;
  return writeLinkAtomically(newPath(file), target);
}

/// In place, once all is written: what has a new name is removed under its old one.
llvm::Error Destination::removeOldNames() const {
  llvm::StringSet<> folders;
  for (size_t i = 0; i < names.paths.size(); ++i) {
    if (!names.isWritten[i] || !names.isRenamed(i))
      continue;
    if (::unlink(oldPath(i).c_str()) != 0 && errno != ENOENT)
      return llvm::createStringError("cannot remove '" + oldPath(i) +
                                     "': " + llvm::sys::StrError());
    StringRef path = tree.files[i].path, folder = path.rsplit('/').first;
    if (folder != path && folder != StringRef(names.paths[i]).rsplit('/').first)
      folders.insert(folder);
  }
  for (const auto &folder : folders)
    ::rmdir(pathUnder(tree.root, folder.first()).c_str()); // only if it is empty now
  return llvm::Error::success();
}

llvm::Error Destination::finishFolder(bool isWhole, std::vector<Diagnostic> &diagnostics) {
  llvm::Expected<std::vector<std::string>> stale = output->finish();
  if (!stale)
    return stale.takeError();
  if (!isWhole)
    return llvm::Error::success();
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

llvm::Error Destination::finish(bool isWhole, std::vector<Diagnostic> &diagnostics) {
  if (output)
    return finishFolder(isWhole, diagnostics);
  return options.mode == Mode::InPlace && isWhole ? removeOldNames() : llvm::Error::success();
}

} // namespace musaport
