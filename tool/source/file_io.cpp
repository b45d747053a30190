//===- source/file_io.cpp - reading and atomic writing --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// POSIX calls rather than LLVM's: porting a tree takes about as long as the system needs to make
// its files, and llvm::sys::fs adds a stat here and a realpath there.
//===----------------------------------------------------------------------===//
#include "source/file_io.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/xxhash.h"

#include <atomic>
#include <cerrno>
#include <climits>
#include <csignal>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace llvm;

namespace musaport {

namespace {

constexpr StringLiteral temporaryPrefix = ".musa-port-tmp-";

/// Closes on scope exit; close() reports, as a full disk may show only there.
class Descriptor {
public:
  explicit Descriptor(int fd) : fd(fd) {}
  Descriptor(const Descriptor &) = delete;
  Descriptor &operator=(const Descriptor &) = delete;
  Descriptor &operator=(Descriptor &&other) noexcept {
    std::swap(fd, other.fd);
    return *this;
  }
  ~Descriptor() { close(); }

  int get() const { return fd; }
  bool valid() const { return fd >= 0; }
  bool close() { return fd < 0 || ::close(std::exchange(fd, -1)) == 0; }

private:
  int fd;
};

/// Gives the open file its mode and bytes; returns an errno, 0 for success.
int fill(Descriptor &file, StringRef bytes, uint32_t mode) {
  mode &= 0777; // no set-user-ID on a file with other content
  if (fchmod(file.get(), mode) != 0)
    return errno;
  if (int error = writeAll(file.get(), bytes))
    return error;
  // No fsync: the rename keeps the old or the new content for whoever looks, and a port
  // lost with the machine's power is made again.
  return 0;
}

/// Whether `path` is the open file's name.
bool isName(const std::string &path, const Descriptor &file) {
  struct stat opened, named;
  return fstat(file.get(), &opened) == 0 && lstat(path.c_str(), &named) == 0 &&
         opened.st_ino == named.st_ino && opened.st_dev == named.st_dev;
}

/// The temporary file of `path`, empty and locked. One that a killed process left has the same name
/// and is taken over; one that another process writes now is left to it. Returns an errno.
int openTemporary(StringRef path, std::string &temporary, Descriptor &file) {
  const std::string name = (path.take_front(path.rfind('/') + 1) + temporaryPrefixFor(path)).str();
  for (unsigned attempt = 0; attempt < 100; ++attempt) {
    temporary = attempt == 0 ? name : (name + "-" + Twine(getpid()) + "-" + Twine(attempt)).str();
    file = Descriptor(sys::RetryAfterSignal(-1, ::open, temporary.c_str(),
                                            O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
    if (!file.valid()) {
      if (errno != EACCES && errno != ELOOP)
        return errno;
      const int error = errno;
      if (unlink(temporary.c_str()) != 0)
        return error;
      continue; // it was not writable, or a link
    }
    if (flock(file.get(), LOCK_EX | LOCK_NB) == 0 && isName(temporary, file))
      return ftruncate(file.get(), 0) == 0 ? 0 : errno;
    if (attempt != 0 && isName(temporary, file))
      return ftruncate(file.get(), 0) == 0 ? 0 : errno; // a file system without locks
  }
  return EBUSY;
}

} // namespace

int writeAll(int fd, StringRef bytes) {
  while (!bytes.empty()) {
    ssize_t count = sys::RetryAfterSignal(-1, ::write, fd, bytes.data(), bytes.size());
    if (count < 0)
      return errno;
    bytes = bytes.drop_front(count);
  }
  return 0;
}

Error errnoError(StringRef path, int error) {
  return createFileError(path, std::error_code(error, std::generic_category()));
}

std::string realPath(StringRef path) {
  llvm::SmallString<256> existing(path), real;
  if (llvm::sys::fs::make_absolute(existing))
    return path.str(); // no working folder
  llvm::sys::path::remove_dots(existing, /*remove_dot_dot=*/true);
  std::string rest;
  while (llvm::sys::fs::real_path(existing, real)) {
    rest = ("/" + llvm::sys::path::filename(existing) + rest).str();
    if (!llvm::sys::path::has_parent_path(existing))
      break;
    llvm::sys::path::remove_filename(existing);
  }
  if (rest.empty())
    return real.str().str();
  return (real == "/" ? "" : real.str().str()) + rest;
}

bool isWithin(StringRef path, StringRef folder) {
  return path == folder || (path.consume_front(folder) && path.starts_with("/")) || folder == "/";
}

std::string temporaryPrefixFor(StringRef path) {
  const StringRef name = path.substr(path.rfind('/') + 1); // npos + 1 is 0
  return (temporaryPrefix + utohexstr(xxh3_64bits(name), /*LowerCase=*/true)).str();
}

Expected<std::string> readFile(StringRef path, uint32_t *mode) {
  // O_NONBLOCK: a FIFO does not make us wait for a writer.
  Descriptor file(sys::RetryAfterSignal(-1, ::open, path.str().c_str(),
                                        O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  struct stat status;
  if (!file.valid() || fstat(file.get(), &status) != 0)
    return errnoError(path, errno);
  if (!S_ISREG(status.st_mode))
    return errnoError(path, S_ISDIR(status.st_mode) ? EISDIR : EINVAL);
  if (mode)
    *mode = status.st_mode & 07777;

  // A file that says it has 0 bytes may have some (/proc); one that shrinks ends early.
  std::string bytes(status.st_size, '\0');
  size_t size = 0;
  while (true) {
    if (size == bytes.size()) {
      if (size == static_cast<size_t>(status.st_size) && size != 0)
        break;
      bytes.resize(size + 65536);
    }
    ssize_t count =
        sys::RetryAfterSignal(-1, ::read, file.get(), bytes.data() + size, bytes.size() - size);
    if (count < 0)
      return errnoError(path, errno);
    if (count == 0)
      break;
    size += count;
  }
  bytes.resize(size);
  return bytes;
}

Expected<std::string> readLink(StringRef path) {
  SmallString<256> target;
  target.resize_for_overwrite(PATH_MAX);
  const ssize_t size = ::readlink(path.str().c_str(), target.data(), target.size());
  if (size < 0)
    return errnoError(path, errno);
  return target.str().take_front(size).str();
}

bool isReplaceable(StringRef path) {
  struct stat status;
  return stat(path.str().c_str(), &status) != 0 || S_ISREG(status.st_mode);
}

Error writeFileAtomically(StringRef path, StringRef bytes, uint32_t mode) {
  if (!isReplaceable(path))
    return createFileError(path, createStringError("not a regular file"));
  std::string temporary;
  Descriptor file(-1); // locked until the file has its name
  int error = openTemporary(path, temporary, file);
  if (error != 0)
    return errnoError(path, error);
  error = fill(file, bytes, mode);
  if (error == 0 && rename(temporary.c_str(), path.str().c_str()) != 0)
    error = errno;
  if (error == 0)
    return file.close() ? Error::success() : errnoError(path, errno);
  unlink(temporary.c_str());
  return errnoError(path, error);
}

Error writeNewFile(StringRef path, StringRef bytes, uint32_t mode) {
  const std::string name = path.str();
  Descriptor file(sys::RetryAfterSignal(
      -1, ::open, name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600));
  if (!file.valid())
    return errnoError(path, errno);
  int error = fill(file, bytes, mode);
  if (error == 0 && !file.close())
    error = errno;
  if (error == 0)
    return Error::success();
  unlink(name.c_str());
  return errnoError(path, error);
}

Error writeLinkAtomically(StringRef path, StringRef target) {
  const std::string temporary =
      (path.take_front(path.rfind('/') + 1) + temporaryPrefixFor(path) + "-" + Twine(getpid()))
          .str();
  if (Error error = writeNewLink(temporary, target))
    return error;
  if (rename(temporary.c_str(), path.str().c_str()) == 0)
    return Error::success();
  const int error = errno;
  unlink(temporary.c_str());
  return errnoError(path, error);
}

Error writeNewLink(StringRef path, StringRef target) {
  return symlink(target.str().c_str(), path.str().c_str()) == 0 ? Error::success()
                                                                : errnoError(path, errno);
}

bool isTemporaryName(StringRef name) { return name.starts_with(temporaryPrefix); }

namespace {

std::atomic<int> receivedSignal{0};
static_assert(std::atomic<int>::is_always_lock_free, "a signal handler may not lock");

void handleInterrupt(int signal) {
  if (receivedSignal.exchange(signal) == 0)
    return;
  std::signal(signal, SIG_DFL);
  raise(signal);
}

} // namespace

void installInterruptHandler() {
  struct sigaction action = {};
  action.sa_handler = handleInterrupt;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  for (int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction previous;
    // Started in the background or under nohup: what was ignored stays ignored.
    if (sigaction(signal, nullptr, &previous) == 0 && previous.sa_handler != SIG_IGN)
      sigaction(signal, &action, nullptr);
  }
  std::signal(SIGXFSZ, SIG_IGN);
}

bool interrupted() { return receivedSignal.load(std::memory_order_relaxed) != 0; }

int interruptSignal() { return receivedSignal.load(std::memory_order_relaxed); }

} // namespace musaport
