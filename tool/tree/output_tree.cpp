//===- tree/output_tree.cpp - the output folder of a port -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What stands in the output is learned by listing, once, the folders that are written to: a port to
// a new folder looks at nothing, one to an old folder reads the files it is about to replace.
//===----------------------------------------------------------------------===//
#include "tree/output_tree.h"

#include "source/file_io.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/xxhash.h"

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

std::string fingerprintOfFile(StringRef bytes) {
  return utohexstr(xxh3_64bits(bytes), /*LowerCase=*/true, /*Width=*/16);
}

std::string fingerprintOfLink(StringRef target) { return "link:" + fingerprintOfFile(target); }

/// JSON strings are Unicode and file names are bytes: those that are no UTF-8 become %XX.
std::string encodePath(StringRef path) {
  std::string result;
  while (!path.empty()) {
    auto *start = reinterpret_cast<const UTF8 *>(path.data());
    size_t size = getNumBytesForUTF8(*start);
    if (path.front() == '%' || !isLegalUTF8Sequence(start, start + path.size())) {
      result += '%';
      result += toHex(path.take_front(1));
      size = 1;
    } else {
      result += path.take_front(size);
    }
    path = path.drop_front(size);
  }
  return result;
}

std::string decodePath(StringRef text) {
  std::string result;
  while (!text.empty()) {
    bool encoded = text.size() >= 3 && text[0] == '%' && isHexDigit(text[1]) && isHexDigit(text[2]);
    result += encoded ? static_cast<char>(hexFromNibbles(text[1], text[2])) : text[0];
    text = text.drop_front(encoded ? 3 : 1);
  }
  return result;
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

/// What stood at a path before this run.
struct Existing {
  unsigned char type = DT_UNKNOWN;
  /// Known once conflicts() has read it.
  std::string fingerprint;
  uint32_t mode = 0;
};

} // namespace

struct OutputTree::Impl {
  std::string root;
  bool rootExists = false;
  /// A new output is written under a temporary name as a whole, `root`, and gets this one in the
  /// end; empty if the output exists, and each file is renamed by itself.
  std::string finalRoot;
  std::string oldManifestText;
  bool hasManifest = false;
  StringMap<std::string> oldManifest;

  StringMap<Existing> existing; ///< all entries of the folders in `listed`
  StringSet<> listed;
  StringSet<> madeFolders;

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
  bool isUnchanged(StringRef path, StringRef bytes, StringRef fingerprint, uint32_t mode) const;
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
    existing[child].type = type;
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
  auto found = existing.find(path);
  return found == existing.end() ? DT_UNKNOWN : found->second.type;
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
    SmallString<256> target;
    target.resize_for_overwrite(PATH_MAX);
    ssize_t size = readlink(absolute(path).c_str(), target.data(), target.size());
    if (size < 0)
      return errnoError(absolute(path), errno);
    entry.kind = OutputEntry::Kind::Link;
    entry.content = target.str().take_front(size).str();
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

/// Why the tool may not write `path`, or an empty string.
Expected<std::string> OutputTree::Impl::conflictAt(StringRef path) {
  Expected<std::string> obstacle = obstacleAt(path);
  if (!obstacle || !obstacle->empty() || path.ends_with("/"))
    return obstacle;
  const unsigned char type = existing.lookup(path).type;
  if (type == DT_UNKNOWN)
    return "";
  auto old = oldManifest.find(path);
  if (old == oldManifest.end() || (type != DT_REG && type != DT_LNK))
    return "exists and was not written by musa-port";
  Expected<OutputEntry> entry = read(path);
  if (!entry)
    return entry.takeError();
  Existing &known = existing[path];
  known.mode = entry->mode;
  known.fingerprint = entry->kind == OutputEntry::Kind::File ? fingerprintOfFile(entry->content)
                                                             : fingerprintOfLink(entry->content);
  return known.fingerprint == old->second ? "" : "was changed since musa-port wrote it";
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
    return list(folder); // writeFile() looks there
  std::string path = absolute(folder);
  if (*type != DT_UNKNOWN) // a link too: what is behind it is not the output
    return errnoError(path, ENOTDIR);
  if (folder.empty()) {
    // A process that was killed, and had the same number, may have left a temporary folder.
    if (!finalRoot.empty() && sys::fs::exists(path))
      if (std::error_code error = sys::fs::remove_directories(path, /*IgnoreErrors=*/false))
        return createFileError(path, error);
    if (std::error_code error =
            sys::fs::create_directories(path, /*IgnoreExisting=*/true, sys::fs::perms::all_all))
      return createFileError(finalRoot.empty() ? path : finalRoot, error);
  } else if (mkdir(path.c_str(), 0777) != 0) {
    return errnoError(path, errno);
  }
  return Error::success();
}

bool OutputTree::Impl::isUnchanged(StringRef path, StringRef bytes, StringRef fingerprint,
                                   uint32_t mode) const {
  auto found = existing.find(path);
  if (found == existing.end() || found->second.type != DT_REG)
    return false;
  const Existing &entry = found->second;
  if (!entry.fingerprint.empty())
    return entry.fingerprint == fingerprint && entry.mode == mode;
  uint32_t oldMode = 0;
  Expected<std::string> oldBytes = readFile(absolute(path), &oldMode);
  if (!oldBytes) {
    consumeError(oldBytes.takeError()); // if it matters, replacing the file fails too
    return false;
  }
  return *oldBytes == bytes && oldMode == mode;
}

void OutputTree::Impl::recordWritten(StringRef path, std::string fingerprint) {
  std::lock_guard lock(writtenMutex);
  written[path] = std::move(fingerprint);
}

OutputTree::OutputTree(std::unique_ptr<Impl> impl) : impl(std::move(impl)) {}
OutputTree::OutputTree(OutputTree &&) noexcept = default;
OutputTree::~OutputTree() {
  // Never finished: what is in the temporary folder is of no use. If it stays, its name says so.
  if (impl && !impl->finalRoot.empty() && impl->madeFolders.contains("")) {
    [[maybe_unused]] std::error_code failure = sys::fs::remove_directories(impl->root);
  }
}

Expected<OutputTree> OutputTree::open(StringRef root, std::vector<Diagnostic> &diagnostics) {
  auto impl = std::make_unique<Impl>();
  StringRef trimmed = root.rtrim('/');
  impl->root = trimmed.empty() ? root.take_front(1).str() : trimmed.str();
  struct stat status;
  if (stat(impl->root.c_str(), &status) != 0) {
    if (errno != ENOENT)
      return errnoError(impl->root, errno);
    impl->finalRoot = std::exchange(impl->root, temporaryPath(impl->root));
    return OutputTree(std::move(impl));
  }
  if (!S_ISDIR(status.st_mode))
    return errnoError(impl->root, ENOTDIR);
  impl->rootExists = true;

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
  if (!impl->finalRoot.empty()) {
    if (Error error = writeNewFile(impl->absolute(path), bytes, mode))
      return impl->named(std::move(error), path);
    ++impl->filesWritten;
  } else if (!impl->isUnchanged(path, bytes, fingerprint, mode)) {
    if (Error error = writeFileAtomically(impl->absolute(path), bytes, mode))
      return error;
    ++impl->filesWritten;
  }
  impl->recordWritten(path, std::move(fingerprint));
  return Error::success();
}

Error OutputTree::writeLink(StringRef path, StringRef target) {
  std::string fingerprint = fingerprintOfLink(target);
  auto found = impl->existing.find(path);
  if (found == impl->existing.end() || found->second.fingerprint != fingerprint) {
    if (Error error = writeLinkAtomically(impl->absolute(path), target))
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

Error OutputTree::remove(StringRef path) {
  if (unlink(impl->absolute(path).c_str()) != 0 && errno != ENOENT)
    return errnoError(impl->absolute(path), errno);
  impl->existing.erase(path);
  return Error::success();
}

uint64_t OutputTree::filesWritten() const { return impl->filesWritten; }

Expected<std::vector<std::string>> OutputTree::finish() {
  std::vector<std::string> stale;
  if (!impl->rootExists && !impl->madeFolders.contains(""))
    return stale;

  for (const auto &old : impl->oldManifest) {
    if (impl->written.contains(old.getKey()))
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
  if (text != impl->oldManifestText)
    if (Error error = writeFileAtomically(impl->absolute(manifestName), text, 0644))
      return impl->named(std::move(error), manifestName);
  if (!impl->finalRoot.empty()) {
    // Not over a folder that came up meanwhile, unless it is empty.
    if (rename(impl->root.c_str(), impl->finalRoot.c_str()) != 0)
      return errnoError(impl->finalRoot, errno);
    impl->root = std::exchange(impl->finalRoot, {});
  }
  return stale;
}

} // namespace musaport
