//===- source/locked_folder.h - folders that have an owner ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_SOURCE_LOCKED_FOLDER_H
#define MUSAPORT_SOURCE_LOCKED_FOLDER_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <string>

namespace musaport {

/// A lock on a folder, which ends with this process at the latest. File systems without locks let
/// everybody have it.
class FolderLock {
public:
  FolderLock() = default;
  FolderLock(FolderLock &&other) noexcept;
  FolderLock &operator=(FolderLock &&other) noexcept;
  ~FolderLock();

  /// Fails with EWOULDBLOCK if another process has the lock. A link is no folder.
  static llvm::Expected<FolderLock> take(llvm::StringRef folder);

private:
  int descriptor = -1;
};

/// A temporary folder. Its owner has it locked, so that what a killed process left is known.
class LockedFolder {
public:
  /// Makes a folder in `parent` whose name begins with `name`, and removes those of this name whose
  /// processes are gone. `mode`: permission bits, before the umask.
  static llvm::Expected<LockedFolder> make(llvm::StringRef parent, llvm::StringRef name,
                                           uint32_t mode = 0777);
  /// The same in the system's folder for temporary files, for this user alone.
  static llvm::Expected<LockedFolder> makeInTemporary(llvm::StringRef name);
  LockedFolder(LockedFolder &&other) noexcept;
  LockedFolder &operator=(LockedFolder &&) = delete;
  ~LockedFolder();

  const std::string &path() const { return folder; }
  /// Moves the folder to `path`, where it stays. A folder that is there has to be empty.
  llvm::Error keepAs(llvm::StringRef path);

private:
  LockedFolder(std::string folder, FolderLock lock)
      : folder(std::move(folder)), lock(std::move(lock)) {}

  std::string folder; ///< empty once it is not ours
  FolderLock lock;
};

} // namespace musaport

#endif // MUSAPORT_SOURCE_LOCKED_FOLDER_H
