// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MCC: -O1 -lmccl
// ENV: MUSA_HOST_DEVICES=2 MCCL_DEBUG=WARN
// STDERR: mccl: the unique ID was made on another machine
// NO-SANITIZER: libmccl is not instrumented, so ThreadSanitizer does not see how ranks wait
//
// Ranks that die, abort, leave or end without a wait; calls that are wrong.
#include "device_array.h"
#include "mccl_test.h"

#include <chrono>
#include <csignal>
#include <cstdint>
#include <filesystem>

namespace {

using Clock = std::chrono::steady_clock;
constexpr size_t count = 3'000'000;

mcclResult_t asyncError(mcclComm_t comm) {
  mcclResult_t result = mcclInternalError;
  CHECK_MCCL(mcclCommGetAsyncError(comm, &result));
  return result;
}

/// Waits for the rank's work, which another rank's end ends.
void expectAsyncError(Rank &rank, mcclResult_t result) {
  const auto begin = Clock::now();
  rank.wait(); // the device is not lost
  CHECK(Clock::now() - begin < std::chrono::seconds(20));
  CHECK_EQUAL(static_cast<int>(asyncError(rank.comm)), static_cast<int>(result));
  CHECK(*mcclGetLastError(rank.comm) != '\0');
  const DeviceArray<int> number({1});
  CHECK_MCCL_FAILS(
      mcclAllReduce(number.get(), number.get(), 1, mcclInt, mcclSum, rank.comm, rank.stream),
      result);
}

mcclResult_t startAllReduce(Rank &rank, int *numbers) {
  return mcclAllReduce(numbers, numbers, count, mcclInt, mcclSum, rank.comm, rank.stream);
}
void allReduce(Rank &rank, int *numbers) { CHECK_MCCL(startAllReduce(rank, numbers)); }

/// Work begins before or after another rank's end, and its call sees that end or does not.
void expectRemoteError(Rank &rank, mcclResult_t started) {
  CHECK(started == mcclSuccess || started == mcclRemoteError);
  expectAsyncError(rank, mcclRemoteError);
}

/// The parts of a rank, by the test's name.
void play(Rank &rank, const std::string &test) {
  const DeviceArray<int> numbers{std::vector<int>(count, 1)};
  if (test == "killed" || test == "killed in a message") {
    allReduce(rank, numbers.get());
    rank.wait();
    if (rank.rank == 1)
      raise(SIGKILL);
    expectRemoteError(rank, test == "killed" ? startAllReduce(rank, numbers.get())
                                             : mcclRecv(numbers.get(), count, mcclInt, 1, rank.comm,
                                                        rank.stream));
  } else if (test == "destroyed") {
    if (rank.rank == 1)
      return;
    allReduce(rank, numbers.get());
    expectAsyncError(rank, mcclRemoteError);
  } else if (test == "ends in a message") { // that never comes
    if (rank.rank == 0) {
      CHECK_MCCL(mcclRecv(numbers.get(), count, mcclInt, 1, rank.comm, rank.stream));
      std::exit(CHECK_RESULT());
    }
    expectRemoteError(rank, startAllReduce(rank, numbers.get()));
  } else if (test == "ends behind a collective") { // that the other one finishes
    allReduce(rank, numbers.get());
    rank.wait();
    CHECK_EQUAL(numbers.read()[0], rank.size);
    std::exit(CHECK_RESULT()); // nothing is destroyed
  } else if (test == "idle ends" || test == "idle ends behind a collective") { // without rank 2
    if (test != "idle ends") {
      allReduce(rank, numbers.get());
      rank.wait();
    }
    if (rank.rank == 2)
      std::exit(CHECK_RESULT());
    std::this_thread::sleep_for(std::chrono::milliseconds(100)); // in which the others may look
    const int peer = 1 - rank.rank;
    CHECK_MCCL(mcclSend(numbers.get(), 1, mcclInt, peer, rank.comm, rank.stream));
    CHECK_MCCL(mcclRecv(numbers.get() + 1, 1, mcclInt, peer, rank.comm, rank.stream));
    rank.wait();
    if (rank.rank == 1)
      return;
    CHECK_EQUAL(static_cast<int>(asyncError(rank.comm)), static_cast<int>(mcclSuccess));
    allReduce(rank, numbers.get());
    expectAsyncError(rank, mcclRemoteError);
  } else if (test == "killed meanwhile") { // rank 0 is idle
    if (rank.rank == 1)
      raise(SIGKILL);
    const auto begin = Clock::now();
    while (asyncError(rank.comm) == mcclSuccess && Clock::now() - begin < std::chrono::seconds(20))
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    expectAsyncError(rank, mcclRemoteError);
  }
}

void processes() {
  for (const char *test : {"killed", "killed in a message", "killed meanwhile"}) {
    const Processes two(2, test);
    CHECK_EQUAL(two.statusOf(0), 0);
    CHECK(WTERMSIG(two.statusOf(1)) == SIGKILL);
  }
  Processes(2, "destroyed").succeed();
  Processes(2, "ends in a message").succeed();
  Processes(3, "ends behind a collective").succeed();
  Processes(3, "idle ends").succeed();
  Processes(3, "idle ends behind a collective").succeed();
  for (const auto &entry : std::filesystem::directory_iterator("/dev/shm"))
    CHECK(entry.path().filename().string().find("mccl") == std::string::npos);
}

/// The other ranks' work ends, and the aborting rank's too.
void aborts() {
  inThreads(2, [&](Rank &rank) {
    const DeviceArray<int> numbers{std::vector<int>(count, 1)};
    if (rank.rank == 0) {
      CHECK_MCCL(mcclRecv(numbers.get(), count, mcclInt, 1, rank.comm, rank.stream));
      CHECK_MCCL(mcclCommAbort(rank.comm));
      rank.comm = nullptr;
      rank.wait();
    } else {
      expectRemoteError(rank, startAllReduce(rank, numbers.get()));
    }
  });
}

/// Ranks that do not call the same get to know that.
void mismatches() {
  inThreads(2, [](Rank &rank) {
    const DeviceArray<int> numbers({1, 2, 3});
    CHECK_MCCL(mcclAllReduce(numbers.get(), numbers.get(), 2 + rank.rank, mcclInt, mcclSum,
                             rank.comm, rank.stream));
    expectAsyncError(rank, mcclInvalidUsage);
  });
  inThreads(2, [](Rank &rank) {
    const DeviceArray<int> numbers({1, 2, 3});
    if (rank.rank == 0)
      CHECK_MCCL(mcclSend(numbers.get(), 2, mcclInt, 1, rank.comm, rank.stream));
    else
      CHECK_MCCL(mcclRecv(numbers.get(), 3, mcclInt, 0, rank.comm, rank.stream));
    expectAsyncError(rank, mcclInvalidUsage);
  });
}

void wrongArguments() {
  int number = 0;
  mcclUniqueId id = newId(), none = {};
  mcclComm_t comm = nullptr, comms[2];
  CHECK_MCCL_FAILS(mcclGetVersion(nullptr), mcclInvalidArgument);
  CHECK_MCCL(mcclGetVersion(&number));
  CHECK_EQUAL(number, MCCL_VERSION(MCCL_MAJOR, MCCL_MINOR, MCCL_PATCH));
  CHECK_MCCL_FAILS(mcclGetUniqueId(nullptr), mcclInvalidArgument);
  CHECK_MCCL_FAILS(mcclCommInitRank(&comm, 1, none, 0), mcclInvalidArgument);
  CHECK_MCCL_FAILS(mcclCommInitRank(nullptr, 1, id, 0), mcclInvalidArgument);
  CHECK_MCCL_FAILS(mcclCommInitRank(&comm, 0, id, 0), mcclInvalidArgument);
  CHECK_MCCL_FAILS(mcclCommInitRank(&comm, 1, id, 1), mcclInvalidArgument);
  CHECK_MCCL_FAILS(mcclCommInitRank(&comm, 1, id, -1), mcclInvalidArgument);
  mcclConfig_t config = {};
  CHECK_MCCL_FAILS(mcclCommInitRankConfig(&comm, 1, id, 0, &config), mcclInvalidArgument);
  const int twice[] = {1, 1}, outside[] = {0, 2};
  CHECK_MCCL_FAILS(mcclCommInitAll(comms, 2, twice), mcclInvalidUsage);
  CHECK_MCCL_FAILS(mcclCommInitAll(comms, 2, outside), mcclInvalidArgument);
  CHECK_MCCL_FAILS(mcclCommInitAll(comms, 0, nullptr), mcclInvalidArgument);
  CHECK_MCCL_FAILS(mcclCommInitAll(nullptr, 1, nullptr), mcclInvalidArgument);
  CHECK_MCCL_FAILS(mcclCommCount(nullptr, &number), mcclInvalidArgument);
  CHECK_MCCL_FAILS(mcclGroupEnd(), mcclInvalidUsage);
  CHECK_MCCL(mcclCommDestroy(nullptr));

  // An ID of another machine, which the bytes behind its numbers name.
  mcclUniqueId foreign = id;
  for (char &byte : foreign.internal)
    if (byte == '-')
      byte = '+';
  CHECK_MCCL_FAILS(mcclCommInitRank(&comm, 1, foreign, 0), mcclInvalidUsage);
  CHECK(std::string(mcclGetLastError(nullptr)).find("another machine") != std::string::npos);

  // Two ranks of one process on one device.
  CHECK_MCCL(mcclGroupStart());
  CHECK_MCCL(mcclCommInitRank(&comms[0], 2, id, 0));
  CHECK_MCCL(mcclCommInitRank(&comms[1], 2, id, 1));
  CHECK_MCCL_FAILS(mcclGroupEnd(), mcclInvalidUsage);
  // Two ranks with one number.
  id = newId();
  CHECK_MCCL(mcclGroupStart());
  CHECK_MCCL(mcclCommInitRank(&comms[0], 2, id, 0));
  CHECK_MUSA(musaSetDevice(1));
  CHECK_MCCL(mcclCommInitRank(&comms[1], 2, id, 0));
  CHECK_MUSA(musaSetDevice(0));
  CHECK_MCCL_FAILS(mcclGroupEnd(), mcclInvalidUsage);
}

void wrongCalls() {
  mcclComm_t comm;
  CHECK_MCCL(mcclCommInitAll(&comm, 1, nullptr));
  const DeviceArray<int> numbers({1, 2, 3});
  int *data = numbers.get();
  const auto call = [&](void *receive, int type, int operation, int root) {
    return mcclReduce(data, receive, 3, static_cast<mcclDataType_t>(type),
                      static_cast<mcclRedOp_t>(operation), root, comm, nullptr);
  };
  CHECK_MCCL(call(data, mcclInt, mcclSum, 0));
  CHECK_MCCL_FAILS(call(nullptr, mcclInt, mcclSum, 0), mcclInvalidArgument);
  CHECK_MCCL_FAILS(call(data, mcclNumTypes, mcclSum, 0), mcclInvalidArgument);
  CHECK_MCCL_FAILS(call(data, -1, mcclSum, 0), mcclInvalidArgument);
  CHECK_MCCL_FAILS(call(data, mcclInt, mcclNumOps, 0), mcclInvalidArgument);
  CHECK_MCCL_FAILS(call(data, mcclInt, -1, 0), mcclInvalidArgument);
  CHECK_MCCL_FAILS(call(data, mcclInt, mcclSum, 1), mcclInvalidArgument);
  CHECK_MCCL_FAILS(mcclSend(data, 3, mcclInt, 1, comm, nullptr), mcclInvalidArgument);
  CHECK_MCCL_FAILS(mcclRecv(nullptr, 3, mcclInt, 0, comm, nullptr), mcclInvalidArgument);
  CHECK_MCCL(mcclAllReduce(nullptr, nullptr, 0, mcclInt, mcclSum, comm, nullptr));
  float factor = 2;
  mcclRedOp_t scaled;
  CHECK_MCCL(mcclRedOpCreatePreMulSum(&scaled, &factor, mcclFloat, mcclScalarHostImmediate, comm));
  CHECK_MCCL_FAILS(call(data, mcclInt, scaled, 0), mcclInvalidArgument);
  CHECK_MCCL_FAILS(mcclRedOpDestroy(mcclSum, comm), mcclInvalidArgument);
  // A wrong call spoils its group.
  CHECK_MUSA(musaMemset(data, 0, 3 * sizeof *data));
  CHECK_MCCL(mcclGroupStart());
  CHECK_MCCL(mcclAllGather(data + 1, data, 1, mcclInt, comm, nullptr));
  CHECK_MCCL_FAILS(call(nullptr, mcclInt, mcclSum, 0), mcclInvalidArgument);
  CHECK_MCCL_FAILS(mcclGroupEnd(), mcclInvalidArgument);
  CHECK_MCCL(mcclGroupStart());
  CHECK_MCCL_FAILS(mcclCommSplit(comm, -2, 0, &comm, nullptr), mcclInvalidArgument);
  CHECK_MCCL_FAILS(mcclGroupEnd(), mcclInvalidArgument);
  mcclComm_t parts[2];
  CHECK_MCCL(mcclGroupStart());
  CHECK_MCCL(mcclCommSplit(comm, 0, 0, &parts[0], nullptr));
  CHECK_MCCL_FAILS(mcclCommSplit(comm, 0, 5, &parts[1], nullptr), mcclInvalidUsage);
  CHECK_MCCL_FAILS(mcclGroupEnd(), mcclInvalidUsage);
  // A communicator that the group only makes.
  mcclComm_t later = nullptr;
  CHECK_MCCL(mcclGroupStart());
  CHECK_MCCL(mcclCommInitRank(&later, 1, newId(), 0));
  CHECK_MCCL_FAILS(mcclAllGather(data, data, 1, mcclInt, later, nullptr), mcclInvalidUsage);
  CHECK_MCCL_FAILS(mcclGroupEnd(), mcclInvalidUsage);
  void *memory = nullptr, *handle = nullptr;
  CHECK_MCCL(mcclMemAlloc(&memory, 4096));
  CHECK_MCCL(mcclCommRegister(comm, memory, 4096, &handle));
  CHECK_MCCL(mcclCommDeregister(comm, handle));
  CHECK_MCCL(mcclMemFree(memory));
  CHECK_MCCL_FAILS(mcclMemAlloc(nullptr, 1), mcclInvalidArgument);
  CHECK_MCCL_FAILS(mcclMemAlloc(&memory, SIZE_MAX / 2), mcclUnhandledMusaError);
  CHECK_EQUAL(static_cast<int>(musaGetLastError()), static_cast<int>(musaErrorMemoryAllocation));
  CHECK_MCCL(mcclCommDestroy(comm));
  CHECK_MCCL_FAILS(mcclCommDestroy(comm), mcclInvalidArgument);
  CHECK_MCCL_FAILS(call(data, mcclInt, mcclSum, 0), mcclInvalidArgument);
}

} // namespace

int main(int argc, char **argv) {
  if (argc > 2)
    return runRank(argv, play);
  wrongArguments();
  wrongCalls();
  aborts();
  mismatches();
  processes();
  return CHECK_RESULT();
}
