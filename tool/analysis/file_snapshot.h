//===- analysis/file_snapshot.h - a consistent view of the file system -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Translation units share most of their headers. A snapshot queries the file system once per path
// and keeps the answer, so that all units see the same files, and what is parsed is what was
// hashed.
//===----------------------------------------------------------------------===//
#ifndef MUSAPORT_ANALYSIS_FILE_SNAPSHOT_H
#define MUSAPORT_ANALYSIS_FILE_SNAPSHOT_H

#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/VirtualFileSystem.h"

#include <memory>
#include <mutex>
#include <string>

namespace musaport {

/// A 128-bit hash, as text.
std::string hashOf(llvm::StringRef bytes);

/// What was asked about a path. Each value includes the ones before it.
enum class Asked : uint8_t { Kind, Names, Contents };

/// Thread-safe. Paths are absolute. What is neither a file nor a folder is not there: a pipe or a
/// device may have no end.
class FileSnapshot {
public:
  explicit FileSnapshot(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files)
      : files(std::move(files)) {}

  struct Contents {
    std::error_code error;
    std::unique_ptr<llvm::MemoryBuffer> bytes;
    std::string realPath;
    std::string hash;
  };

  llvm::ErrorOr<llvm::vfs::Status> status(llvm::StringRef path);
  const Contents &contents(llvm::StringRef path);
  /// The answer as text: whether the file or folder exists, and the hash of its content.
  std::string answer(llvm::StringRef path, Asked asked);

  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> fileSystem() const { return files; }

private:
  struct Entry {
    std::once_flag hasStatus, hasContents, hasNames;
    llvm::ErrorOr<llvm::vfs::Status> status = std::error_code();
    Contents contents;
    std::string names; ///< hash of the names in a folder
  };
  Entry &entry(llvm::StringRef path);
  const std::string &names(llvm::StringRef path);

  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files;
  std::mutex mutex; ///< guards `entries`
  llvm::StringMap<std::unique_ptr<Entry>> entries;
};

/// The snapshot as a file system that records what was asked.
class RecordingFileSystem : public llvm::vfs::ProxyFileSystem {
public:
  explicit RecordingFileSystem(FileSnapshot &snapshot)
      : ProxyFileSystem(snapshot.fileSystem()), snapshot(snapshot) {}

  llvm::ErrorOr<llvm::vfs::Status> status(const llvm::Twine &path) override;
  bool exists(const llvm::Twine &path) override { return bool(status(path)); }
  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>> openFileForRead(const llvm::Twine &path) override;
  llvm::vfs::directory_iterator dir_begin(const llvm::Twine &folder,
                                          std::error_code &error) override;

  /// Records `others` as asked, too.
  void addAsked(const llvm::StringMap<Asked> &others);

  llvm::StringMap<Asked> asked; ///< path -> what was asked

private:
  std::string record(const llvm::Twine &path, Asked what);

  FileSnapshot &snapshot;
};

} // namespace musaport

#endif // MUSAPORT_ANALYSIS_FILE_SNAPSHOT_H
