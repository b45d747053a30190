//===- analysis/file_snapshot.cpp -------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "analysis/file_snapshot.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"

#include <set>

using llvm::StringRef;

namespace musaport {
namespace {

/// A file that was read.
class SnapshotFile : public llvm::vfs::File {
public:
  SnapshotFile(llvm::vfs::Status fileStatus, const FileSnapshot::Contents &contents)
      : fileStatus(std::move(fileStatus)), contents(contents) {}
  llvm::ErrorOr<llvm::vfs::Status> status() override { return fileStatus; }
  llvm::ErrorOr<std::string> getName() override { return contents.realPath; }
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> getBuffer(const llvm::Twine &name, int64_t,
                                                               bool, bool) override {
    llvm::SmallString<256> storage;
    return llvm::MemoryBuffer::getMemBuffer(contents.bytes->getBuffer(), name.toStringRef(storage));
  }
  std::error_code close() override { return {}; }

private:
  llvm::vfs::Status fileStatus;
  const FileSnapshot::Contents &contents;
};

} // namespace

std::string hashOf(StringRef bytes) {
  const llvm::XXH128_hash_t hash = llvm::xxh3_128bits(llvm::arrayRefFromStringRef(bytes));
  return llvm::utohexstr(hash.high64, /*LowerCase=*/true, /*Width=*/16) +
         llvm::utohexstr(hash.low64, /*LowerCase=*/true, /*Width=*/16);
}

FileSnapshot::Entry &FileSnapshot::entry(StringRef path) {
  const std::lock_guard<std::mutex> lock(mutex);
  std::unique_ptr<Entry> &found = entries[path];
  if (!found)
    found = std::make_unique<Entry>();
  return *found;
}

llvm::ErrorOr<llvm::vfs::Status> FileSnapshot::status(StringRef path) {
  Entry &of = entry(path);
  std::call_once(of.hasStatus, [&] {
    of.status = files->status(path);
    if (of.status && !of.status->isRegularFile() && !of.status->isDirectory())
      of.status = std::make_error_code(std::errc::no_such_file_or_directory);
  });
  return of.status;
}

const FileSnapshot::Contents &FileSnapshot::contents(StringRef path) {
  Entry &of = entry(path);
  std::call_once(of.hasContents, [&] {
    Contents &contents = of.contents;
    contents.error = status(path).getError();
    if (contents.error)
      return;
    llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>> file = files->openFileForRead(path);
    contents.error = file.getError();
    if (contents.error)
      return;
    llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> bytes = (*file)->getBuffer(path);
    contents.error = bytes.getError();
    if (contents.error)
      return;
    contents.bytes = std::move(*bytes);
    contents.hash = hashOf(contents.bytes->getBuffer());
    llvm::ErrorOr<std::string> name = (*file)->getName();
    contents.realPath = name ? *name : path.str();
  });
  return of.contents;
}

const std::string &FileSnapshot::names(StringRef path) {
  Entry &of = entry(path);
  std::call_once(of.hasNames, [&] {
    std::set<std::string> all;
    std::error_code error;
    for (llvm::vfs::directory_iterator i = files->dir_begin(path, error), end; !error && i != end;
         i.increment(error))
      all.insert(i->path().str());
    of.names = hashOf(llvm::join(all, "\n"));
  });
  return of.names;
}

std::string FileSnapshot::answer(StringRef path, Asked asked) {
  const llvm::ErrorOr<llvm::vfs::Status> found = status(path);
  if (!found)
    return "missing";
  if (found->isDirectory())
    return asked == Asked::Names ? names(path) : "folder";
  if (asked != Asked::Contents)
    return "file";
  const Contents &read = contents(path);
  return read.error ? "unreadable" : read.hash;
}

std::string RecordingFileSystem::record(const llvm::Twine &path, Asked what) {
  llvm::SmallString<256> absolute;
  path.toVector(absolute);
  if (std::error_code error = makeAbsolute(absolute))
    return absolute.str().str();
  Asked &known = asked.try_emplace(absolute, what).first->second;
  known = std::max(known, what);
  return absolute.str().str();
}

void RecordingFileSystem::addAsked(const llvm::StringMap<Asked> &others) {
  for (const auto &[path, what] : others) {
    Asked &known = asked.try_emplace(path, what).first->second;
    known = std::max(known, what);
  }
}

llvm::ErrorOr<llvm::vfs::Status> RecordingFileSystem::status(const llvm::Twine &path) {
  const std::string absolute = record(path, Asked::Kind);
  llvm::ErrorOr<llvm::vfs::Status> found = snapshot.status(absolute);
  if (!found)
    return found;
  return llvm::vfs::Status::copyWithNewName(*found, path);
}

llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>>
RecordingFileSystem::openFileForRead(const llvm::Twine &path) {
  const std::string absolute = record(path, Asked::Contents);
  llvm::ErrorOr<llvm::vfs::Status> found = snapshot.status(absolute);
  if (!found)
    return found.getError();
  const FileSnapshot::Contents &contents = snapshot.contents(absolute);
  if (contents.error)
    return contents.error;
  return std::make_unique<SnapshotFile>(llvm::vfs::Status::copyWithNewName(*found, path), contents);
}

llvm::vfs::directory_iterator RecordingFileSystem::dir_begin(const llvm::Twine &folder,
                                                             std::error_code &error) {
  record(folder, Asked::Names);
  return ProxyFileSystem::dir_begin(folder, error);
}

} // namespace musaport
