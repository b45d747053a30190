// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MCC: -O1 -lmccl
// ENV: MUSA_HOST_DEVICES=2
// NO-SANITIZER: libmccl is not instrumented, and this program has its own operator new
//
// There is no memory, or no file, or a rank dies in the middle of a split: the library's calls of
// operator new and ftruncate() come here.
#include "device_array.h"
#include "mccl_test.h"

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <new>
#include <sys/syscall.h>

namespace {

constexpr int never = -1;
thread_local int allocationsLeft = never; ///< until one fails
thread_local int truncationsLeft = never; ///< until one fails, or kills
bool truncationKills = false;

bool isNow(int &left) { return left != never && left-- == 0; }

} // namespace

void *operator new(size_t bytes) {
  void *memory = isNow(allocationsLeft) ? nullptr : std::malloc(bytes);
  if (memory == nullptr)
    throw std::bad_alloc();
  return memory;
}
void operator delete(void *memory) noexcept { std::free(memory); }
void operator delete(void *memory, size_t) noexcept { std::free(memory); }

extern "C" int ftruncate(int file, off_t bytes) noexcept {
  if (!isNow(truncationsLeft))
    return static_cast<int>(syscall(SYS_ftruncate, file, bytes));
  if (truncationKills)
    raise(SIGKILL);
  return -1;
}

namespace {

/// How many files this process has open for ranks to meet in.
int meetingFiles() {
  int result = 0;
  for (const auto &entry : std::filesystem::directory_iterator("/proc/self/fd")) {
    std::error_code none;
    result += std::filesystem::read_symlink(entry.path(), none).string().find("memfd:mccl") !=
              std::string::npos;
  }
  return result;
}

/// Each allocation of a split fails once. Returns how many there are.
int splitsWithoutMemory() {
  for (int allocation = 0;; ++allocation) {
    mcclComm_t comm = nullptr, part = nullptr;
    CHECK_MCCL(mcclCommInitAll(&comm, 1, nullptr));
    allocationsLeft = allocation;
    const mcclResult_t result = mcclCommSplit(comm, 0, 0, &part, nullptr);
    const bool hasFailed = allocationsLeft == never;
    allocationsLeft = never;
    CHECK_EQUAL(static_cast<int>(result),
                static_cast<int>(hasFailed ? mcclSystemError : mcclSuccess));
    CHECK_EQUAL(part == nullptr, hasFailed);
    CHECK_MCCL(mcclCommDestroy(part));
    CHECK_MCCL(mcclCommDestroy(comm));
    CHECK_EQUAL(meetingFiles(), 0);
    CHECK_MCCL_FAILS(mcclGroupEnd(), mcclInvalidUsage); // none is open
    if (!hasFailed)
      return allocation;
  }
}

void callWithoutMemory() {
  mcclComm_t comm = nullptr;
  CHECK_MCCL(mcclCommInitAll(&comm, 1, nullptr));
  const DeviceArray<int> numbers({3});
  const auto call = [&] {
    return mcclAllReduce(numbers.get(), numbers.get(), 1, mcclInt, mcclSum, comm, nullptr);
  };
  for (int allocation = 0; allocation < 2; ++allocation) { // the library's own
    allocationsLeft = allocation;
    CHECK_MCCL_FAILS(call(), mcclSystemError);
    CHECK_MCCL_FAILS(mcclGroupEnd(), mcclInvalidUsage);
  }
  CHECK_MCCL(call());
  CHECK_MCCL(mcclCommDestroy(comm));
}

void noFile() {
  mcclUniqueId id = {};
  mcclComm_t comms[2] = {};
  truncationsLeft = 0;
  CHECK_MCCL_FAILS(mcclGetUniqueId(&id), mcclSystemError);
  CHECK_EQUAL(meetingFiles(), 0);
  for (int truncation = 0; truncation < 3; ++truncation) { // of the ID, and of both ranks
    truncationsLeft = truncation;
    comms[0] = comms[1] = reinterpret_cast<mcclComm_t>(&id);
    CHECK_MCCL_FAILS(mcclCommInitAll(comms, 2, nullptr), mcclSystemError);
    CHECK(comms[0] == nullptr && comms[1] == nullptr);
    CHECK_EQUAL(meetingFiles(), 0);
  }
  CHECK_MCCL(mcclGetUniqueId(&id));
  truncationsLeft = 0;
  CHECK_MCCL_FAILS(mcclCommInitRank(&comms[0], 1, id, 0), mcclSystemError);
  CHECK(comms[0] == nullptr);
  CHECK_MCCL(mcclCommInitRank(&comms[0], 1, id, 0)); // nobody has joined
  CHECK_MCCL(mcclCommDestroy(comms[0]));
  CHECK_EQUAL(meetingFiles(), 0);
  // A group that does not begin.
  CHECK_MCCL(mcclGroupStart());
  CHECK_MCCL(mcclCommInitAll(comms, 2, nullptr));
  CHECK_MCCL_FAILS(mcclCommInitRank(&comms[0], 0, id, 0), mcclInvalidArgument);
  CHECK_MCCL_FAILS(mcclGroupEnd(), mcclInvalidArgument);
  CHECK_EQUAL(meetingFiles(), 0);
}

/// Rank 1 dies when it has told the others what it wants, and has not joined yet.
void split(Rank &rank, const std::string &) {
  if (rank.rank == 1) {
    truncationKills = true;
    truncationsLeft = 1;
  }
  mcclComm_t part = nullptr;
  CHECK_MCCL_FAILS(mcclCommSplit(rank.comm, 0, 0, &part, nullptr), mcclRemoteError);
  CHECK(part == nullptr);
}

} // namespace

int main(int argc, char **argv) {
  if (argc > 2)
    return runRank(argv, split);
  CHECK(splitsWithoutMemory() > 5);
  callWithoutMemory();
  noFile();
  const Processes three(3, "split");
  CHECK_EQUAL(three.statusOf(0), 0);
  CHECK(WTERMSIG(three.statusOf(1)) == SIGKILL);
  CHECK_EQUAL(three.statusOf(2), 0);
  return CHECK_RESULT();
}
