//===- tree/output_tree.cpp - the output folder of a port -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What stands in the output is learned by listing, once, the folders that are written to: a port to
// a new folder looks at nothing, one to an old folder reads the files it is about to replace.
//===----------------------------------------------------------------------===//
#include "tree/output_tree.h"

#include "source/file_io.h"
#include "source/locked_folder.h"
#include "tree/recorded_file.h"
#include "tree/transaction.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"

#include <nlohmann/json.hpp>

#include <atomic>
#include <cerrno>
#include <climits>
#include <dirent.h>
#include <fcntl.h>
#include <mutex>
#include <optional>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

using namespace llvm;

namespace musaport {

namespace {

constexpr StringLiteral manifestFormat = "musa-port-manifest-1";

StringRef parentOf(StringRef path) {
  size_t slash = path.rfind('/');
  return slash == StringRef::npos ? StringRef() : path.take_front(slash);
}

/// The fingerprints in a manifest's text, or nothing if it is not one.
std::optional<StringMap<std::string>> parseManifest(StringRef text) {
  nlohmann::json json = nlohmann::json::parse(text.begin(), text.end(), nullptr,
                                              /*allow_exceptions=*/false);
  if (!json.is_object() || json.value("format", nlohmann::json()) != manifestFormat.str() ||
      !json.value("files", nlohmann::json()).is_object())
    return std::nullopt;
  StringMap<std::string> files;
  for (const auto &[path, fingerprint] : json["files"].items()) {
    if (!fingerprint.is_string())
      return std::nullopt;
    files[decodePath(path)] = fingerprint.get<std::string>();
  }
  return files;
}

} // namespace

struct OutputTree::Impl {
  std::string root;
  bool rootExists = false;
  /// A new output is written under a temporary name as a whole, `root`, and gets this one in the
  /// end; empty if the output exists.
  std::string finalRoot;
  std::optional<LockedFolder> newRoot;
  std::unique_ptr<Transaction> transaction; ///< of an output that exists
  std::string oldManifestText;
  bool hasManifest = false;
  StringMap<std::string> oldManifest;

  StringMap<unsigned char> existing; ///< entries of the folders in `listed`: DT_REG and its like
  StringSet<> listed;
  StringSet<> madeFolders;

  StringSet<> removed;
  std::mutex writtenMutex;
  StringMap<std::string> written;
  std::atomic<uint64_t> filesWritten = 0;

  std::string absolute(StringRef path) const {
    if (path.empty())
      return root;
    return (root + (StringRef(root).ends_with("/") ? "" : "/") + path).str();
  }

  /// An error about a file of the temporary folder names the file that was to be.
  Error named(Error error, StringRef path) const {
    if (!error || finalRoot.empty())
      return error;
    return createFileError(finalRoot + "/" + path, errorToErrorCode(std::move(error)));
  }

  Error list(StringRef folder);
  /// DT_UNKNOWN if there is nothing. A symbolic link is a DT_LNK, wherever it leads.
  Expected<unsigned char> typeOf(StringRef path);
  Expected<OutputEntry> read(StringRef path);
  Expected<std::string> obstacleAt(StringRef path);
  Expected<std::string> conflictAt(StringRef path);
  std::vector<Diagnostic> faults(ArrayRef<std::string> paths,
                                 function_ref<Expected<std::string>(StringRef)> faultAt,
                                 StringRef advice);
  Error makeFolder(StringRef folder);
  Error makeNewRoot();
  bool isUnchangedLink(StringRef path, StringRef target) const;
  bool isUnchanged(StringRef path, StringRef bytes, uint32_t mode) const;
  void recordWritten(StringRef path, std::string fingerprint);
};

Error OutputTree::Impl::list(StringRef folder) {
  if (listed.contains(folder))
    return Error::success();
  std::string path = absolute(folder);
  DIR *stream = opendir(path.c_str());
  if (!stream)
    return errnoError(path, errno);
  while (dirent *entry = readdir(stream)) {
    StringRef name = entry->d_name;
    if (name == "." || name == "..")
      continue;
    std::string child = folder.empty() ? name.str() : (folder + "/" + name).str();
    unsigned char type = entry->d_type;
    struct stat status;
    if (type == DT_UNKNOWN &&
        fstatat(dirfd(stream), entry->d_name, &status, AT_SYMLINK_NOFOLLOW) == 0)
      type = IFTODT(status.st_mode);
    existing[child] = type;
  }
  closedir(stream);
  listed.insert(folder);
  return Error::success();
}

Expected<unsigned char> OutputTree::Impl::typeOf(StringRef path) {
  if (path.empty())
    return rootExists ? DT_DIR : DT_UNKNOWN;
  StringRef folder = parentOf(path);
  Expected<unsigned char> folderType = typeOf(folder);
  if (!folderType)
    return folderType;
  if (*folderType != DT_DIR)
    return DT_UNKNOWN;
  if (Error error = list(folder))
    return std::move(error);
  static_assert(DT_UNKNOWN == 0, "what is not there");
  return existing.lookup(path);
}

Expected<OutputEntry> OutputTree::Impl::read(StringRef path) {
  Expected<unsigned char> type = typeOf(path);
  if (!type)
    return type.takeError();
  OutputEntry entry;
  if (*type == DT_UNKNOWN)
    return entry;
  entry.kind = OutputEntry::Kind::Other;
  if (*type == DT_REG) {
    Expected<std::string> bytes = readFile(absolute(path), &entry.mode);
    if (!bytes)
      return bytes.takeError();
    entry.kind = OutputEntry::Kind::File;
    entry.content = std::move(*bytes);
  } else if (*type == DT_LNK) {
    Expected<std::string> target = readLink(absolute(path));
    if (!target)
      return target.takeError();
    entry.kind = OutputEntry::Kind::Link;
    entry.content = std::move(*target);
  }
  return entry;
}

/// Why nobody could write `path`, or an empty string.
Expected<std::string> OutputTree::Impl::obstacleAt(StringRef path) {
  bool wantsFolder = path.consume_back("/");
  Expected<unsigned char> type = typeOf(path);
  if (!type)
    return type.takeError();
  if (*type == DT_UNKNOWN || (*type == DT_DIR && wantsFolder))
    return "";
  if (*type == DT_DIR)
    return "is a folder, and the port has a file there";
  return wantsFolder ? "is not a folder, and the port has files in it" : "";
}

/// Why the tool may not replace what stands at `path`, or an empty string.
Expected<std::string> OutputTree::Impl::conflictAt(StringRef path) {
  Expected<std::string> obstacle = obstacleAt(path);
  if (!obstacle || !obstacle->empty() || path.ends_with("/"))
    return obstacle;
  struct stat status; // as of now: a run takes its time
  if (!transaction || lstat(absolute(path).c_str(), &status) != 0)
    return "";
  existing[path] = IFTODT(status.st_mode);
  Expected<OutputEntry> entry = read(path);
  if (!entry)
    return entry.takeError();
  std::string found;
  if (entry->kind == OutputEntry::Kind::File)
    found = fingerprintOfFile(entry->content);
  else if (entry->kind == OutputEntry::Kind::Link)
    found = fingerprintOfLink(entry->content);
  auto old = oldManifest.find(path);
  if (!found.empty() &&
      (found == written.lookup(path) || (old != oldManifest.end() && found == old->second)))
    return "";
  return old == oldManifest.end() || found.empty() ? "exists and was not written by musa-port"
                                                   : "was changed since musa-port wrote it";
}

Error OutputTree::Impl::makeFolder(StringRef folder) {
  if (!madeFolders.insert(folder).second)
    return Error::success();
  if (!folder.empty())
    if (Error error = makeFolder(parentOf(folder)))
      return error;

  Expected<unsigned char> type = typeOf(folder);
  if (!type)
    return type.takeError();
  if (*type == DT_DIR)
    return list(folder);   // writeFile() looks there
  if (*type != DT_UNKNOWN) // a link too: what is behind it is not the output
    return errnoError(absolute(folder), ENOTDIR);
  if (transaction) {
    transaction->makeFolder(folder);
    return Error::success();
  }
  if (folder.empty())
    return makeNewRoot();
  const std::string path = absolute(folder);
  return mkdir(path.c_str(), 0777) == 0 ? Error::success() : named(errnoError(path, errno), folder);
}

Error OutputTree::Impl::makeNewRoot() {
  const StringRef parent = parentOf(finalRoot);
  if (!parent.empty())
    if (std::error_code error =
            sys::fs::create_directories(parent, /*IgnoreExisting=*/true, sys::fs::perms::all_all))
      return createFileError(finalRoot, error);
  Expected<LockedFolder> folder = LockedFolder::make(
      finalRoot.front() == '/' && parent.empty() ? "/" : parent, temporaryPrefixFor(finalRoot));
  if (!folder)
    return createFileError(finalRoot, errorToErrorCode(folder.takeError()));
  newRoot.emplace(std::move(*folder));
  root = newRoot->path();
  return Error::success();
}

bool OutputTree::Impl::isUnchanged(StringRef path, StringRef bytes, uint32_t mode) const {
  if (existing.lookup(path) != DT_REG)
    return false;
  uint32_t oldMode = 0;
  Expected<std::string> oldBytes = readFile(absolute(path), &oldMode);
  if (!oldBytes) {
    consumeError(oldBytes.takeError()); // if it matters, replacing the file fails too
    return false;
  }
  return *oldBytes == bytes && oldMode == mode;
}

bool OutputTree::Impl::isUnchangedLink(StringRef path, StringRef target) const {
  if (existing.lookup(path) != DT_LNK)
    return false;
  Expected<std::string> old = readLink(absolute(path));
  if (!old) {
    consumeError(old.takeError());
    return false;
  }
  return *old == target;
}

void OutputTree::Impl::recordWritten(StringRef path, std::string fingerprint) {
  std::lock_guard lock(writtenMutex);
  written[path] = std::move(fingerprint);
}

OutputTree::OutputTree(std::unique_ptr<Impl> impl) : impl(std::move(impl)) {}
OutputTree::OutputTree(OutputTree &&) noexcept = default;
OutputTree::~OutputTree() = default;

Expected<OutputTree> OutputTree::open(StringRef root, std::vector<Diagnostic> &diagnostics) {
  auto impl = std::make_unique<Impl>();
  StringRef trimmed = root.rtrim('/');
  impl->root = trimmed.empty() ? root.take_front(1).str() : trimmed.str();
  struct stat status;
  if (stat(impl->root.c_str(), &status) != 0) {
    if (errno != ENOENT)
      return errnoError(impl->root, errno);
    impl->finalRoot = std::exchange(impl->root, {});
    return OutputTree(std::move(impl));
  }
  if (!S_ISDIR(status.st_mode))
    return errnoError(impl->root, ENOTDIR);
  impl->rootExists = true;
  Expected<std::unique_ptr<Transaction>> transaction = Transaction::begin(impl->root);
  if (!transaction)
    return transaction.takeError();
  impl->transaction = std::move(*transaction);

  std::string manifestPath = impl->absolute(manifestName);
  Expected<std::string> text = readFile(manifestPath);
  std::string fault;
  if (text) {
    impl->oldManifestText = std::move(*text);
    if (auto files = parseManifest(impl->oldManifestText)) {
      impl->oldManifest = std::move(*files);
      impl->hasManifest = true;
    } else {
      fault = "not a manifest of this version of musa-port";
    }
  } else {
    handleAllErrors(text.takeError(), [&](const FileError &error) {
      if (error.convertToErrorCode() != std::errc::no_such_file_or_directory)
        fault = error.messageWithoutFileInfo();
    });
  }
  if (!fault.empty()) {
    Diagnostic diagnostic;
    diagnostic.id = "musa-manifest";
    diagnostic.place.file = manifestPath;
    diagnostic.message = fault;
    diagnostic.notes = {"files in this folder count as not written by musa-port"};
    diagnostics.push_back(std::move(diagnostic));
  }
  return OutputTree(std::move(impl));
}

/// An error for each of `paths`, and of the folders above them, that `faultAt` has a message for.
std::vector<Diagnostic>
OutputTree::Impl::faults(ArrayRef<std::string> paths,
                         function_ref<Expected<std::string>(StringRef)> faultAt, StringRef advice) {
  std::vector<Diagnostic> result;
  StringSet<> seen;
  auto check = [&](StringRef path) {
    if (!seen.insert(path).second)
      return;
    Expected<std::string> reason = faultAt(path);
    std::string message = reason ? *reason : "";
    if (!reason)
      handleAllErrors(reason.takeError(), [&](const FileError &error) {
        message = "exists and cannot be read: " + error.messageWithoutFileInfo();
      });
    if (message.empty())
      return;
    Diagnostic diagnostic;
    diagnostic.id = "musa-output-exists";
    diagnostic.severity = Severity::Error;
    diagnostic.place.file = absolute(path.rtrim('/'));
    diagnostic.message = std::move(message);
    result.push_back(std::move(diagnostic));
  };
  for (StringRef path : paths) {
    for (size_t slash = path.find('/'); slash != StringRef::npos; slash = path.find('/', slash + 1))
      check(path.take_front(slash + 1));
    check(path);
  }
  // Once, at the end: the same for each of what may be hundreds.
  if (!result.empty())
    result.back().notes = {advice.str()};
  return result;
}

std::vector<Diagnostic> OutputTree::conflicts(ArrayRef<std::string> paths) const {
  return impl->faults(
      paths, [this](StringRef path) { return impl->conflictAt(path); },
      "nothing was written; choose another folder with -o, or overwrite with --force");
}

std::vector<Diagnostic> OutputTree::obstacles(ArrayRef<std::string> paths) const {
  return impl->faults(
      paths, [this](StringRef path) { return impl->obstacleAt(path); },
      "nothing was written; move it out of the way");
}

bool OutputTree::hasManifest() const { return impl->hasManifest; }
const StringMap<std::string> &OutputTree::manifest() const { return impl->oldManifest; }
Expected<OutputEntry> OutputTree::read(StringRef path) const { return impl->read(path); }

Error OutputTree::makeFolders(ArrayRef<std::string> paths) {
  if (Error error = impl->makeFolder(""))
    return error;
  for (StringRef path : paths)
    if (Error error = impl->makeFolder(parentOf(path)))
      return error;
  return Error::success();
}

Error OutputTree::writeFile(StringRef path, StringRef bytes, uint32_t mode) {
  mode &= 0777;
  std::string fingerprint = fingerprintOfFile(bytes);
  if (!impl->transaction) {
    if (Error error = writeNewFile(impl->absolute(path), bytes, mode))
      return impl->named(std::move(error), path);
    ++impl->filesWritten;
  } else if (!impl->isUnchanged(path, bytes, mode)) {
    if (Error error = impl->transaction->writeFile(path, bytes, mode))
      return error;
    ++impl->filesWritten;
  }
  impl->recordWritten(path, std::move(fingerprint));
  return Error::success();
}

Error OutputTree::writeLink(StringRef path, StringRef target) {
  std::string fingerprint = fingerprintOfLink(target);
  if (!impl->isUnchangedLink(path, target)) {
    if (Error error = impl->transaction ? impl->transaction->writeLink(path, target)
                                        : writeNewLink(impl->absolute(path), target))
      return impl->named(std::move(error), path);
    ++impl->filesWritten;
  }
  impl->recordWritten(path, std::move(fingerprint));
  return Error::success();
}

void OutputTree::record(StringRef path, StringRef fingerprint) {
  impl->recordWritten(path, fingerprint.str());
}

void OutputTree::forget(StringRef path) { impl->oldManifest.erase(path); }

void OutputTree::expect(StringRef path, const OutputEntry &entry) {
  if (entry.kind == OutputEntry::Kind::File)
    impl->transaction->expect(path, fingerprintOfFile(entry.content));
  else if (entry.kind == OutputEntry::Kind::Link)
    impl->transaction->expect(path, fingerprintOfLink(entry.content));
  else if (entry.kind == OutputEntry::Kind::Nothing)
    impl->transaction->expect(path, "");
}

Error OutputTree::remove(StringRef path) {
  impl->removed.insert(path);
  return impl->transaction->remove(path);
}
void OutputTree::removeFolder(StringRef path) { impl->transaction->removeFolder(path); }

uint64_t OutputTree::filesWritten() const { return impl->filesWritten; }

Expected<std::vector<std::string>> OutputTree::finish() {
  std::vector<std::string> stale;
  if (!impl->rootExists && !impl->madeFolders.contains(""))
    return stale;

  for (const auto &old : impl->oldManifest) {
    if (impl->written.contains(old.getKey()) || impl->removed.contains(old.getKey()))
      continue;
    Expected<unsigned char> type = impl->typeOf(old.getKey());
    if (!type)
      return type.takeError();
    if (*type != DT_UNKNOWN)
      stale.push_back(old.getKey().str());
  }
  llvm::sort(stale);

  nlohmann::json files = nlohmann::json::object();
  for (const auto &file : impl->written)
    files[encodePath(file.getKey())] = file.getValue();
  for (const std::string &path : stale)
    files[encodePath(path)] = impl->oldManifest[path];
  nlohmann::json manifest = {{"files", std::move(files)}, {"format", manifestFormat.str()}};
  std::string text = manifest.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
  if (impl->transaction) {
    if (text != impl->oldManifestText)
      if (Error error = impl->transaction->writeFile(manifestName, text, 0644))
        return std::move(error);
    if (Error error = impl->transaction->commit())
      return std::move(error);
    impl->transaction.reset(); // others may write now
    return stale;
  }
  if (Error error = writeNewFile(impl->absolute(manifestName), text, 0644))
    return impl->named(std::move(error), manifestName);
  // Not over a folder that came up meanwhile, unless it is empty.
  if (Error error = impl->newRoot->keepAs(impl->finalRoot))
    return std::move(error);
  return stale;
}

} // namespace musaport
