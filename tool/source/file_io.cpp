//===- source/file_io.cpp - reading and atomic writing --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// POSIX calls rather than LLVM's: porting a tree takes about as long as the system needs to make
// its files, and llvm::sys::fs adds a stat here and a realpath there.
//===----------------------------------------------------------------------===//
#include "source/file_io.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/xxhash.h"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
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
  ~Descriptor() { close(); }

  int get() const { return fd; }
  bool valid() const { return fd >= 0; }
  bool close() { return fd < 0 || ::close(std::exchange(fd, -1)) == 0; }

private:
  int fd;
};

/// umask() can only be read by setting it. Once, and before a file is made by anyone who waits
/// here.
mode_t processUmask() {
  static const mode_t mask = [] {
    mode_t current = umask(0);
    umask(current);
    return current;
  }();
  return mask;
}

/// 0 or an errno.
int writeAll(int fd, StringRef bytes) {
  while (!bytes.empty()) {
    ssize_t count = sys::RetryAfterSignal(-1, ::write, fd, bytes.data(), bytes.size());
    if (count < 0)
      return errno;
    bytes = bytes.drop_front(count);
  }
  return 0;
}

/// Calls `create`, which returns 0 or an errno (EEXIST if `temporary` exists), and renames
/// `temporary` to `path`.
Error createAndRename(StringRef path, function_ref<int(const char *temporary)> create) {
  std::string temporary = temporaryPath(path);
  int error = create(temporary.c_str());
  if (error == EEXIST && unlink(temporary.c_str()) == 0)
    error = create(temporary.c_str());
  if (error == 0 && rename(temporary.c_str(), path.str().c_str()) != 0)
    error = errno;
  if (error == 0)
    return Error::success();
  unlink(temporary.c_str());
  return errnoError(path, error);
}

/// Creates `path` with `bytes`; returns an errno, 0 for success.
int createFile(const char *path, StringRef bytes, uint32_t mode) {
  mode &= 0777; // no set-user-ID on a file with other content
  Descriptor file(sys::RetryAfterSignal(
      -1, ::open, path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode));
  if (!file.valid())
    return errno;
  if ((mode & processUmask()) != 0 && fchmod(file.get(), mode) != 0)
    return errno;
  if (int error = writeAll(file.get(), bytes))
    return error;
  // No fsync: the rename keeps the old or the new content for whoever looks, and a port
  // lost with the machine's power is made again.
  return file.close() ? 0 : errno;
}

} // namespace

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

/// One temporary name for each path and process: two threads never write one path, and a stale
/// one of a killed process that had the same number is ours to replace. The name's hash stands for
/// the name, which may already have all the 255 bytes a file system allows.
std::string temporaryPath(StringRef path) {
  size_t nameStart = path.rfind('/') + 1; // npos + 1 is 0
  std::string hash = utohexstr(xxh3_64bits(path.substr(nameStart)), /*LowerCase=*/true);
  return (path.take_front(nameStart) + temporaryPrefix + Twine(getpid()) + "-" + hash).str();
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

Error writeFileAtomically(StringRef path, StringRef bytes, uint32_t mode) {
  return createAndRename(path,
                         [&](const char *temporary) { return createFile(temporary, bytes, mode); });
}

Error writeNewFile(StringRef path, StringRef bytes, uint32_t mode) {
  std::string name = path.str();
  int error = createFile(name.c_str(), bytes, mode);
  if (error == 0)
    return Error::success();
  if (error != EEXIST)
    unlink(name.c_str());
  return errnoError(path, error);
}

Error writeLinkAtomically(StringRef path, StringRef target) {
  std::string text = target.str();
  return createAndRename(path, [&](const char *temporary) {
    return symlink(text.c_str(), temporary) == 0 ? 0 : errno;
  });
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
