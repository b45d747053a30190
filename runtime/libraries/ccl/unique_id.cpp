//===- libraries/ccl/unique_id.cpp -----------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#include "unique_id.h"

#include "failure.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <mutex>
#include <string>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace musaport::ccl {
namespace {

constexpr uint64_t magicNumber = 0x4449'4c43'434d; // "MCCLID"

struct Contents {
  uint64_t magic;
  uint64_t inode; ///< another file may get the number
  pid_t process;
  int file;
  std::array<char, 36> machine; ///< of this start of it
};
static_assert(sizeof(Contents) <= MCCL_UNIQUE_ID_BYTES);

std::array<char, 36> machine() {
  std::array<char, 36> result = {};
  std::ifstream("/proc/sys/kernel/random/boot_id").read(result.data(), result.size());
  return result;
}

Contents read(const mcclUniqueId &id) {
  Contents result;
  std::memcpy(&result, id.internal, sizeof result);
  require(result.magic == magicNumber, "this is no unique ID");
  return result;
}

std::mutex mutex;
/// Files of this process's IDs that ranks may still ask for.
std::vector<int> &waitingFiles() {
  static auto *result = new std::vector<int>;
  return *result;
}

bool isFileOf(int file, const Contents &contents) {
  struct stat status = {};
  return fstat(file, &status) == 0 && status.st_ino == contents.inode;
}

} // namespace

mcclUniqueId makeUniqueId() {
  Contents contents = {magicNumber, 0, getpid(), -1, machine()};
  contents.file = memfd_create("mccl", MFD_CLOEXEC);
  struct stat status = {};
  try {
    require(contents.file >= 0 && ftruncate(contents.file, meetingHeaderBytes) == 0 &&
                fstat(contents.file, &status) == 0,
            mcclSystemError, "no file for the ranks to meet in can be made");
    const std::lock_guard lock(mutex);
    waitingFiles().push_back(contents.file);
  } catch (...) {
    if (contents.file >= 0)
      close(contents.file);
    throw;
  }
  contents.inode = status.st_ino;
  mcclUniqueId result = {};
  std::memcpy(result.internal, &contents, sizeof contents);
  return result;
}

MeetingFile openMeeting(const mcclUniqueId &id) {
  const Contents contents = read(id);
  require(contents.machine == machine(), mcclInvalidUsage,
          "the unique ID was made on another machine; the ranks of a communicator must all run on "
          "one");
  const std::string path =
      "/proc/" + std::to_string(contents.process) + "/fd/" + std::to_string(contents.file);
  const int file = open(path.c_str(), O_RDWR | O_CLOEXEC);
  if (file >= 0 && isFileOf(file, contents))
    return {file, contents.process};
  if (file >= 0)
    close(file);
  throw Failure{mcclSystemError, "process " + std::to_string(contents.process) +
                                     ", which made the unique ID, has ended, or this process may "
                                     "not open its files, or the ID's communicator is there"};
}

void forgetUniqueId(const mcclUniqueId &id) {
  const Contents contents = read(id);
  const std::lock_guard lock(mutex);
  auto &files = waitingFiles();
  const auto found = std::find(files.begin(), files.end(), contents.file);
  if (contents.process != getpid() || found == files.end() || !isFileOf(*found, contents))
    return;
  close(*found);
  files.erase(found);
}

} // namespace musaport::ccl
