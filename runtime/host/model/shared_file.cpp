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
struct flock lockOf(pid_t process, short type) {
  struct flock lock = {};
  lock.l_type = type;
  lock.l_whence = SEEK_SET;
  lock.l_start = process;
  lock.l_len = 1;
  return lock;
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
  const int seals = fcntl(result.file, F_GET_SEALS);
  if (seals < 0 || (seals & F_SEAL_SHRINK) == 0) // another file that has got the number
    return std::nullopt;
  return result;
}

SharedFile::SharedFile(SharedFile &&other) noexcept : file(std::exchange(other.file, -1)) {}

SharedFile::~SharedFile() {
  if (file >= 0)
    close(file);
}

SharedFileName SharedFile::name() const { return {getpid(), file, inode()}; }

size_t SharedFile::bytes() const { return static_cast<size_t>(statusOf(file).st_size); }

ino_t SharedFile::inode() const { return statusOf(file).st_ino; }

char *SharedFile::map(char *at) const {
  void *result = mmap(at, bytes(), PROT_READ | PROT_WRITE,
                      MAP_SHARED | (at == nullptr ? 0 : MAP_FIXED), file, 0);
  require(result != MAP_FAILED, musaErrorMemoryAllocation);
  return static_cast<char *>(result);
}

// A lock of an open file ends with the last process that has it open, however that ends.
void SharedFile::announceProcess() {
  struct flock lock = lockOf(getpid(), F_RDLCK); // a process may have the file open more than once
  require(fcntl(file, F_OFD_SETLK, &lock) == 0, musaErrorOperatingSystem);
}

bool SharedFile::isThere(pid_t process) const {
  struct flock lock = lockOf(process, F_WRLCK);
  return fcntl(file, F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
}

} // namespace musart
