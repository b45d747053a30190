//===- tree/transaction.cpp -------------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In the staging folder: new-N and old-N, the content of change N before it is moved into the tree
// and after it was moved out of it; `journal` from the first change of the tree to the last. While
// it is there, the tree is half changed.
//===----------------------------------------------------------------------===//
#include "tree/transaction.h"

#include "source/file_io.h"
#include "tree/recorded_file.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"

#include <nlohmann/json.hpp>

#include <cerrno>
#include <fcntl.h>
#include <set>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

using namespace llvm;

namespace musaport {
namespace {

constexpr StringLiteral journalFormat = "musa-port-journal-1";
constexpr StringLiteral journalName = "journal";

/// Of what stands at the path itself, a link too; nothing if there is nothing.
std::optional<struct stat> statusOf(const std::string &path) {
  struct stat status;
  return ::lstat(path.c_str(), &status) == 0 ? std::optional(status) : std::nullopt;
}

bool exists(const std::string &path) { return statusOf(path).has_value(); }

bool isFolder(const std::optional<struct stat> &status) {
  return status && S_ISDIR(status->st_mode);
}

bool isSameFile(const std::string &a, const std::string &b) {
  const std::optional<struct stat> first = statusOf(a), second = statusOf(b);
  return first && second && first->st_ino == second->st_ino && first->st_dev == second->st_dev;
}

/// A file's bytes or a link's target.
Expected<std::string> contentAt(const std::string &path, const struct stat &status) {
  return S_ISLNK(status.st_mode) ? readLink(path) : readFile(path);
}

/// Empty if nothing, or no file and no link, stands there.
Expected<std::string> fingerprintAt(const std::string &path) {
  struct stat status;
  if (::lstat(path.c_str(), &status) != 0)
    return errno == ENOENT || errno == ENOTDIR ? Expected<std::string>("")
                                               : errnoError(path, errno);
  if (!S_ISREG(status.st_mode) && !S_ISLNK(status.st_mode))
    return "";
  Expected<std::string> content = contentAt(path, status);
  if (!content)
    return content.takeError();
  return S_ISLNK(status.st_mode) ? fingerprintOfLink(*content) : fingerprintOfFile(*content);
}

/// Over whatever stands there, also from one file system to another: a folder of the tree may be
/// one of its own.
Error move(const std::string &from, const std::string &to) {
  if (::rename(from.c_str(), to.c_str()) == 0)
    return Error::success();
  if (errno != EXDEV)
    return errnoError(to, errno);
  struct stat status;
  if (::lstat(from.c_str(), &status) != 0)
    return errnoError(from, errno);
  Expected<std::string> content = contentAt(from, status);
  if (!content)
    return content.takeError();
  if (Error error = S_ISLNK(status.st_mode)
                        ? writeLinkAtomically(to, *content)
                        : writeFileAtomically(to, *content, status.st_mode & 0777))
    return error;
  return ::unlink(from.c_str()) == 0 ? Error::success() : errnoError(from, errno);
}

/// `to` becomes what `from` is, which stays where it is if the file system has hard links.
Error keep(const std::string &from, const std::string &to) {
  return ::linkat(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), 0) == 0 ? Error::success()
                                                                        : move(from, to);
}

Error removeFile(const std::string &path) {
  return ::unlink(path.c_str()) == 0 || errno == ENOENT ? Error::success()
                                                        : errnoError(path, errno);
}

} // namespace

Transaction::Transaction(std::string root, FolderLock lock)
    : root(std::move(root)), lock(std::move(lock)) {}

Transaction::~Transaction() {
  if (hasStagingFolder && !exists(staged(journalName))) { // if it stays, begin() removes it
    [[maybe_unused]] const std::error_code stays = sys::fs::remove_directories(stagingFolder());
  }
}

std::string Transaction::absolute(StringRef path) const { return pathUnder(root, path); }

std::string Transaction::staged(StringRef what) const { return pathUnder(stagingFolder(), what); }

Expected<std::unique_ptr<Transaction>> Transaction::begin(StringRef root) {
  Expected<FolderLock> lock = FolderLock::take(realPath(root));
  if (!lock) {
    const std::error_code code = errorToErrorCode(lock.takeError());
    return code == std::errc::operation_would_block
               ? createStringError("another musa-port writes to '" + root + "' now")
               : createFileError(root, code);
  }
  std::unique_ptr<Transaction> transaction(new Transaction(root.str(), std::move(*lock)));
  if (Error error = transaction->undoUnfinished())
    return std::move(error);
  return transaction;
}

bool Transaction::isUnfinished(StringRef root) {
  return exists(pathUnder(pathUnder(root, stagingFolderName), journalName));
}

Error Transaction::refuseToRead(StringRef root) {
  return createStringError("'" + root +
                           "' is half changed by a musa-port that was killed, or that still runs; "
                           "repeat that run, which undoes the changes first");
}

//===--- Staging -------------------------------------------------------------//

Error Transaction::makeStagingFolder() {
  if (hasStagingFolder)
    return Error::success();
  if (::mkdir(stagingFolder().c_str(), 0777) != 0)
    return errnoError(stagingFolder(), errno);
  hasStagingFolder = true;
  return Error::success();
}

Expected<size_t> Transaction::add(StringRef path, std::string fingerprint) {
  std::lock_guard guard(mutex);
  if (Error error = makeStagingFolder())
    return std::move(error);
  journal.changes.push_back({path.str(), std::move(fingerprint)});
  return journal.changes.size() - 1;
}

Error Transaction::writeFile(StringRef path, StringRef bytes, uint32_t mode) {
  Expected<size_t> change = add(path, fingerprintOfFile(bytes));
  return change ? writeNewFile(newFile(*change), bytes, mode) : change.takeError();
}

Error Transaction::writeLink(StringRef path, StringRef target) {
  Expected<size_t> change = add(path, fingerprintOfLink(target));
  return change ? writeNewLink(newFile(*change), target) : change.takeError();
}

Error Transaction::remove(StringRef path) {
  Expected<size_t> change = add(path, "");
  return change ? Error::success() : change.takeError();
}

void Transaction::expect(StringRef path, std::string fingerprint) {
  std::lock_guard guard(mutex);
  expected.emplace_back(path.str(), std::move(fingerprint));
}

void Transaction::makeFolder(StringRef path) {
  std::lock_guard guard(mutex);
  journal.newFolders.push_back(path.str());
}

void Transaction::removeFolder(StringRef path) {
  std::lock_guard guard(mutex);
  journal.oldFolders.push_back({path.str()});
}

//===--- The journal ---------------------------------------------------------//

Error Transaction::writeJournal() const {
  nlohmann::json changes = nlohmann::json::array();
  for (const Change &change : journal.changes)
    changes.push_back({{"path", encodePath(change.path)},
                       {"fingerprint", change.fingerprint},
                       {"replaces", change.replaces}});
  nlohmann::json newFolders = nlohmann::json::array(), oldFolders = nlohmann::json::array();
  for (const std::string &folder : journal.newFolders)
    newFolders.push_back(encodePath(folder));
  for (const Folder &folder : journal.oldFolders)
    oldFolders.push_back({{"path", encodePath(folder.path)}, {"mode", folder.mode}});
  const nlohmann::json json = {{"format", journalFormat.str()},
                               {"changes", std::move(changes)},
                               {"new folders", std::move(newFolders)},
                               {"old folders", std::move(oldFolders)}};
  return writeFileAtomically(staged(journalName), json.dump(1) + "\n", 0644);
}

/// Only paths below the root are undone, and none behind a link.
bool Transaction::isInside(StringRef path) const {
  if (path.empty() || path.starts_with("/") || path == ".." || path.starts_with("../") ||
      path.contains("/../") || path.ends_with("/.."))
    return false;
  for (size_t slash = path.find('/'); slash != StringRef::npos; slash = path.find('/', slash + 1))
    if (const std::optional<struct stat> status = statusOf(absolute(path.take_front(slash)));
        status && S_ISLNK(status->st_mode))
      return false;
  return true;
}

/// Nothing if there is no journal.
Expected<std::optional<Transaction::Journal>> Transaction::readJournal() const {
  if (!exists(staged(journalName)))
    return std::optional<Journal>();
  Expected<std::string> text = readFile(staged(journalName));
  if (!text)
    return text.takeError();
  Journal read;
  const auto parse = [&] {
    const nlohmann::json json = nlohmann::json::parse(*text, nullptr, /*allow_exceptions=*/false);
    if (!json.is_object() || json.value("format", nlohmann::json()) != journalFormat.str())
      return false;
    for (const char *key : {"changes", "new folders", "old folders"})
      if (!json.contains(key) || !json[key].is_array())
        return false;
    auto pathOf = [](const nlohmann::json &value) {
      return value.is_string() ? decodePath(value.get<std::string>()) : std::string();
    };
    for (const nlohmann::json &folder : json["new folders"])
      read.newFolders.push_back(pathOf(folder));
    for (const nlohmann::json &folder : json["old folders"]) {
      if (!folder.is_object() || !folder.value("mode", nlohmann::json()).is_number_unsigned())
        return false;
      read.oldFolders.push_back(
          {pathOf(folder.value("path", nlohmann::json())), folder["mode"].get<uint32_t>() & 07777});
    }
    for (const nlohmann::json &change : json["changes"]) {
      if (!change.is_object() || !change.value("fingerprint", nlohmann::json()).is_string() ||
          !change.value("replaces", nlohmann::json()).is_boolean())
        return false;
      read.changes.push_back({pathOf(change.value("path", nlohmann::json())),
                              change["fingerprint"].get<std::string>(),
                              change["replaces"].get<bool>()});
    }
    return llvm::all_of(read.newFolders, [&](StringRef path) { return isInside(path); }) &&
           llvm::all_of(read.oldFolders, [&](const Folder &f) { return isInside(f.path); }) &&
           llvm::all_of(read.changes, [&](const Change &c) { return isInside(c.path); });
  };
  if (!parse())
    return createStringError("'" + staged(journalName) +
                             "' is no journal of this version of musa-port; restore the tree, for "
                             "example by git, and remove the folder");
  return std::optional<Journal>(std::move(read));
}

//===--- Changing the tree ---------------------------------------------------//

/// Those that are wanted or that a file needs, and that are not there.
void Transaction::findNewFolders() {
  std::set<std::string> folders; // a parent is less than what is in it
  auto add = [&](StringRef folder) {
    while (!folder.empty() && !exists(absolute(folder)) && folders.insert(folder.str()).second)
      folder = folder.contains('/') ? folder.rsplit('/').first : "";
  };
  for (const std::string &folder : journal.newFolders)
    add(folder);
  for (const Change &change : journal.changes)
    if (const StringRef path = change.path; !change.fingerprint.empty() && path.contains('/'))
      add(path.rsplit('/').first);
  journal.newFolders.assign(folders.begin(), folders.end());
}

/// Those that are there, with their modes.
void Transaction::findOldFolders() {
  std::vector<Folder> found;
  for (Folder &folder : journal.oldFolders)
    if (const std::optional<struct stat> status = statusOf(absolute(folder.path)); isFolder(status))
      found.push_back({std::move(folder.path), status->st_mode & 07777});
  journal.oldFolders = std::move(found);
}

Error Transaction::checkExpected() const {
  for (const auto &[path, fingerprint] : expected) {
    Expected<std::string> now = fingerprintAt(absolute(path));
    if (!now)
      return now.takeError();
    if (*now != fingerprint)
      return createStringError("'" + absolute(path) +
                               "' was changed while musa-port ran; nothing was written");
  }
  return Error::success();
}

Error Transaction::apply() const {
  for (const std::string &folder : journal.newFolders)
    if (::mkdir(absolute(folder).c_str(), 0777) != 0 && errno != EEXIST)
      return errnoError(absolute(folder), errno);
  for (size_t i = 0; i < journal.changes.size(); ++i) {
    const Change &change = journal.changes[i];
    const std::string path = absolute(change.path);
    if (change.replaces)
      if (Error error = keep(path, oldFile(i)))
        return error;
    if (Error error = change.fingerprint.empty() ? removeFile(path) : move(newFile(i), path))
      return error;
  }
  for (const Folder &folder : journal.oldFolders)
    ::rmdir(absolute(folder.path).c_str()); // only if it is empty now
  return Error::success();
}

Error Transaction::commit() {
  if (journal.changes.empty() && journal.newFolders.empty() && journal.oldFolders.empty())
    return Error::success();
  if (Error error = checkExpected())
    return error;
  if (Error error = makeStagingFolder())
    return error;
  for (Change &change : journal.changes) {
    const std::string path = absolute(change.path);
    const std::optional<struct stat> status = statusOf(path);
    change.replaces = status.has_value();
    if (isFolder(status))
      return errnoError(path, EISDIR);
  }
  findNewFolders();
  findOldFolders();
  if (Error error = writeJournal())
    return error;
  if (Error error = apply())
    return joinErrors(std::move(error), undoUnfinished());
  return removeFile(staged(journalName)); // from here on the tree is as it should be
}

//===--- Undoing -------------------------------------------------------------//

/// Nobody's edits may be lost: what stands where a change was made has to be what was there before,
/// or what the change wrote.
Error Transaction::checkUndo(const Journal &left) const {
  for (size_t i = 0; i < left.changes.size(); ++i) {
    const Change &change = left.changes[i];
    const std::string path = absolute(change.path);
    const bool hasOld = exists(oldFile(i));
    if (!exists(path) || (!hasOld && (change.replaces || exists(newFile(i)))))
      continue; // not changed yet
    Expected<std::string> now = fingerprintAt(path);
    if (!now)
      return now.takeError();
    if (!now->empty() && *now == change.fingerprint)
      continue;
    if (hasOld) {
      Expected<std::string> before = fingerprintAt(oldFile(i));
      if (!before)
        return before.takeError();
      if (*now == *before)
        continue;
    }
    return createStringError(
        "'" + path +
        "' was changed after a run that was killed; move it away, and run "
        "again: what the killed run did is undone first (by what it left in '" +
        stagingFolder() + "')");
  }
  return Error::success();
}

/// Each step may have been done by an earlier run, which was killed as well.
Error Transaction::undo(const Journal &left) const {
  for (const Folder &folder : llvm::reverse(left.oldFolders)) {
    const std::string path = absolute(folder.path);
    if (::mkdir(path.c_str(), folder.mode) != 0 && errno != EEXIST)
      return errnoError(path, errno);
    if (::chmod(path.c_str(), folder.mode) != 0) // the umask
      return errnoError(path, errno);
  }
  for (size_t i = left.changes.size(); i-- > 0;) {
    const Change &change = left.changes[i];
    const std::string path = absolute(change.path);
    if (exists(oldFile(i))) {
      if (Error error =
              isSameFile(path, oldFile(i)) ? removeFile(oldFile(i)) : move(oldFile(i), path))
        return error;
    } else if (!change.replaces && !change.fingerprint.empty()) {
      Expected<std::string> now = fingerprintAt(path);
      if (!now)
        return now.takeError();
      if (*now == change.fingerprint)
        if (Error error = removeFile(path))
          return error;
    }
  }
  for (const std::string &folder : llvm::reverse(left.newFolders))
    ::rmdir(absolute(folder).c_str()); // only if it is empty
  return Error::success();
}

Error Transaction::undoUnfinished() {
  const std::string folder = stagingFolder();
  struct stat status;
  if (::lstat(folder.c_str(), &status) != 0)
    return errno == ENOENT ? Error::success() : errnoError(folder, errno);
  if (!S_ISDIR(status.st_mode) || status.st_uid != ::geteuid())
    return createStringError("'" + folder +
                             "' has the name of a folder of musa-port's and is none "
                             "of this user's; remove it");
  Expected<std::optional<Journal>> found = readJournal();
  if (!found)
    return found.takeError();
  if (*found) {
    if (Error error = checkUndo(**found))
      return error;
    if (Error error = undo(**found))
      return error;
    if (Error error = removeFile(staged(journalName)))
      return error;
  }
  if (std::error_code code = sys::fs::remove_directories(folder, /*IgnoreErrors=*/false))
    return createFileError(folder, code);
  return Error::success();
}

} // namespace musaport
