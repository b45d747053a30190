//===- source/locked_folder.cpp ------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "source/locked_folder.h"

#include "source/file_io.h"

#include "llvm/ADT/Twine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

using namespace llvm;

namespace musaport {

FolderLock::FolderLock(FolderLock &&other) noexcept
    : descriptor(std::exchange(other.descriptor, -1)) {}

FolderLock &FolderLock::operator=(FolderLock &&other) noexcept {
  std::swap(descriptor, other.descriptor);
  return *this;
}

FolderLock::~FolderLock() {
  if (descriptor >= 0)
    ::close(descriptor);
}

Expected<FolderLock> FolderLock::take(StringRef folder) {
  const std::string path = folder.str();
  FolderLock lock;
  lock.descriptor = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (lock.descriptor < 0)
    return errnoError(folder, errno);
  if (::flock(lock.descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    return errnoError(folder, EWOULDBLOCK);
  // Whoever had the lock before may have removed the folder.
  struct stat locked, named;
  if (::fstat(lock.descriptor, &locked) != 0 || ::lstat(path.c_str(), &named) != 0 ||
      locked.st_ino != named.st_ino || locked.st_dev != named.st_dev)
    return errnoError(folder, ENOENT);
  return lock;
}

namespace {

/// A folder that stays is known by its name, and the next run tries again.
void removeIfPossible(StringRef folder) {
  [[maybe_unused]] const std::error_code stays = sys::fs::remove_directories(folder);
}

/// Whether `name` is one that LockedFolder::make() gives.
bool isOurs(StringRef name, StringRef prefix) {
  unsigned process, attempt;
  return name.consume_front(prefix) && !name.consumeInteger(10, process) &&
         name.consume_front("-") && !name.getAsInteger(10, attempt);
}

/// Those whose lock is free belong to nobody. Another user's stay, since they cannot be removed.
void removeLeftOnes(StringRef parent, StringRef prefix) {
  std::error_code code;
  for (sys::fs::directory_iterator entry(parent.empty() ? "." : parent, code,
                                         /*follow_symlinks=*/false),
       end;
       entry != end && !code; entry.increment(code))
    if (isOurs(sys::path::filename(entry->path()), prefix)) {
      Expected<FolderLock> lock = FolderLock::take(entry->path());
      if (lock)
        removeIfPossible(entry->path());
      else
        consumeError(lock.takeError());
    }
}

} // namespace

Expected<LockedFolder> LockedFolder::make(StringRef parent, StringRef name, uint32_t mode) {
  const std::string prefix = (name + "-").str();
  removeLeftOnes(parent, prefix);
  // Between mkdir and the lock, another process may take the folder for one that was left.
  for (unsigned attempt = 0;; ++attempt) {
    SmallString<256> path(parent);
    sys::path::append(path, prefix + Twine(::getpid()) + "-" + Twine(attempt));
    if (::mkdir(path.c_str(), mode) != 0) {
      if (errno == EEXIST && attempt < 100)
        continue;
      return errnoError(path, errno);
    }
    Expected<FolderLock> lock = FolderLock::take(path);
    if (lock)
      return LockedFolder(path.str().str(), std::move(*lock));
    ::rmdir(path.c_str());
    if (attempt == 100)
      return lock.takeError();
    consumeError(lock.takeError());
  }
}

Expected<LockedFolder> LockedFolder::makeInTemporary(StringRef name) {
  SmallString<128> parent;
  sys::path::system_temp_directory(/*ErasedOnReboot=*/true, parent);
  return make(parent, name, 0700);
}

LockedFolder::LockedFolder(LockedFolder &&other) noexcept
    : folder(std::exchange(other.folder, {})), lock(std::move(other.lock)) {}

LockedFolder::~LockedFolder() {
  if (!folder.empty())
    removeIfPossible(folder);
}

Error LockedFolder::keepAs(StringRef path) {
  if (::rename(folder.c_str(), path.str().c_str()) != 0)
    return errnoError(path, errno);
  folder.clear();
  return Error::success();
}

} // namespace musaport
