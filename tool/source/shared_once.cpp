//===- source/shared_once.cpp -----------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "source/shared_once.h"

#include "source/file_io.h"

#include <cerrno>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

using llvm::StringRef;

namespace musaport {
namespace {

// The file is empty until somebody begins. Then its first byte says how far the rest is.
constexpr char isBeingMade = 'b', isMade = 'm';

/// The file's lock, which the system gives back if the process dies.
class Lock {
public:
  explicit Lock(int file) : file(file) { set(F_WRLCK); }
  Lock(const Lock &) = delete;
  Lock &operator=(const Lock &) = delete;
  ~Lock() { set(F_UNLCK); }

private:
  void set(decltype(flock::l_type) kind) const {
    struct flock lock = {};
    lock.l_type = kind;
    lock.l_whence = SEEK_SET;
    while (fcntl(file, F_SETLKW, &lock) != 0 && errno == EINTR) {
    }
  }
  int file;
};

} // namespace

llvm::Expected<SharedOnce> SharedOnce::create() {
  const int file = memfd_create("musa-port", MFD_CLOEXEC);
  if (file < 0)
    return errnoError("shared memory", errno);
  return SharedOnce(file);
}

SharedOnce::~SharedOnce() {
  if (file >= 0)
    close(file);
}

StringRef SharedOnce::get(llvm::function_ref<std::string()> make) const {
  const Lock lock(file);
  struct stat info = {};
  if (fstat(file, &info) != 0)
    return {};
  if (info.st_size == 0) {
    if (writeAll(file, StringRef(&isBeingMade, 1)) != 0 || writeAll(file, make()) != 0 ||
        pwrite(file, &isMade, 1, 0) != 1 || fstat(file, &info) != 0)
      return {};
  }
  const auto size = static_cast<size_t>(info.st_size);
  void *memory = mmap(nullptr, size, PROT_READ, MAP_SHARED, file, 0);
  if (memory == MAP_FAILED)
    return {};
  const StringRef bytes(static_cast<const char *>(memory), size);
  return bytes.front() == isMade ? bytes.drop_front() : StringRef();
}

} // namespace musaport
