//===- host/model/shared_file.cpp -------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "model/shared_file.h"

#include "model/error.h"

#include <fcntl.h>
#include <string>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace musart {
namespace {

struct stat statusOf(int file) {
  struct stat status = {};
  require(fstat(file, &status) == 0, musaErrorOperatingSystem);
  return status;
}

/// The byte of the file that stands for a process; it need not be within the file.
struct flock lockOf(pid_t process) {
  struct flock lock = {};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  lock.l_start = process;
  lock.l_len = 1;
  return lock;
}

/// Whether nobody can make it smaller, as all that are made here.
bool isSealed(int file) {
  const int seals = fcntl(file, F_GET_SEALS);
  return seals >= 0 && (seals & F_SEAL_SHRINK) != 0;
}

} // namespace

SharedFile::SharedFile(size_t bytes)
    : file(memfd_create("musa-shared", MFD_CLOEXEC | MFD_ALLOW_SEALING)) {
  require(file >= 0, musaErrorMemoryAllocation);
  // A file that another process makes smaller would turn the views of it into traps.
  if (ftruncate(file, static_cast<off_t>(bytes)) != 0 ||
      fcntl(file, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0) {
    close(file);
    throw ApiError{musaErrorMemoryAllocation};
  }
}

std::optional<SharedFile> SharedFile::open(const SharedFileName &name) {
  const std::string path =
      "/proc/" + std::to_string(name.process) + "/fd/" + std::to_string(name.file);
  SharedFile result(::open(path.c_str(), O_RDWR | O_CLOEXEC));
  struct stat status = {};
  if (result.file < 0 || fstat(result.file, &status) != 0 || status.st_ino != name.inode)
    return std::nullopt;
  if (!isSealed(result.file)) // another file that has got the number
    return std::nullopt;
  return result;
}

std::optional<SharedFile> SharedFile::ofDescriptor(int file) {
  if (!isSealed(file))
    return std::nullopt;
  SharedFile result(fcntl(file, F_DUPFD_CLOEXEC, 0));
  require(result.file >= 0, musaErrorOperatingSystem);
  return result;
}

int SharedFile::duplicate() const {
  const int result = fcntl(file, F_DUPFD_CLOEXEC, 0);
  require(result >= 0, musaErrorOperatingSystem);
  return result;
}

SharedFile::SharedFile(SharedFile &&other) noexcept : file(std::exchange(other.file, -1)) {}

SharedFile::~SharedFile() {
  if (file >= 0)
    close(file);
}

SharedFileName SharedFile::name() const { return {getpid(), file, statusOf(file).st_ino}; }

size_t SharedFile::bytes() const { return static_cast<size_t>(statusOf(file).st_size); }

char *SharedFile::map() const {
  void *result = mmap(nullptr, bytes(), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  require(result != MAP_FAILED, musaErrorMemoryAllocation);
  return static_cast<char *>(result);
}

void SharedFile::mapAt(char *at, size_t offset, size_t bytes) const {
  require(mmap(at, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file,
               static_cast<off_t>(offset)) != MAP_FAILED,
          musaErrorMemoryAllocation);
}

// A process loses its locks when it ends, however that happens, and a fork does not inherit them.
void SharedFile::announceProcess() const {
  struct flock lock = lockOf(getpid());
  require(fcntl(file, F_SETLK, &lock) == 0, musaErrorOperatingSystem);
}

bool SharedFile::isThere(pid_t process) const {
  struct flock lock = lockOf(process);
  return fcntl(file, F_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
}

} // namespace musart
