// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MCC: -O1 -lmccl
// ENV: MUSA_HOST_DEVICES=4 MUSA_HOST_WORKERS=1
// NO-SANITIZER: libmccl is not instrumented, so ThreadSanitizer does not see how ranks wait
//
// What one thread does for several ranks, messages, splits, and the order of streams; with one
// worker, so that nothing rests on there being enough.
#include "device_array.h"
#include "mccl_test.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <numeric>

namespace {

constexpr size_t count = 300000; ///< several pieces of a message

std::vector<int> numbersFrom(int first) {
  std::vector<int> result(count);
  std::iota(result.begin(), result.end(), first);
  return result;
}

__global__ void add(int *numbers, int what, size_t length) {
  const size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x;
  if (i < length)
    numbers[i] += what;
}

/// Ranks of one thread.
struct AllRanks {
  std::vector<mcclComm_t> comms;
  std::vector<musaStream_t> streams;

  explicit AllRanks(int size) : comms(size), streams(size) {
    CHECK_MCCL(mcclCommInitAll(comms.data(), size, nullptr));
    for (int rank = 0; rank < size; ++rank) {
      CHECK_MUSA(musaSetDevice(rank));
      CHECK_MUSA(musaStreamCreate(&streams[rank]));
    }
  }
  ~AllRanks() {
    for (size_t rank = 0; rank < comms.size(); ++rank) {
      CHECK_MCCL(mcclCommFinalize(comms[rank]));
      CHECK_MCCL(mcclCommDestroy(comms[rank]));
      CHECK_MUSA(musaStreamDestroy(streams[rank]));
    }
  }
  void wait() const {
    for (musaStream_t stream : streams)
      CHECK_MUSA(musaStreamSynchronize(stream));
  }
};

void oneThread() {
  constexpr int size = 4;
  AllRanks ranks(size);
  std::vector<std::unique_ptr<DeviceArray<int>>> arrays;
  for (int rank = 0; rank < size; ++rank) {
    int value = -1;
    CHECK_MCCL(mcclCommUserRank(ranks.comms[rank], &value));
    CHECK_EQUAL(value, rank);
    CHECK_MCCL(mcclCommMuDevice(ranks.comms[rank], &value));
    CHECK_EQUAL(value, rank);
    CHECK_MCCL(mcclCommCount(ranks.comms[rank], &value));
    CHECK_EQUAL(value, size);
    CHECK_MUSA(musaSetDevice(rank));
    arrays.push_back(std::make_unique<DeviceArray<int>>(numbersFrom(rank)));
  }
  CHECK_MUSA(musaSetDevice(2));
  CHECK_MCCL(mcclGroupStart());
  for (int rank = 0; rank < size; ++rank)
    CHECK_MCCL(mcclAllReduce(arrays[rank]->get(), arrays[rank]->get(), count, mcclInt, mcclSum,
                             ranks.comms[rank], ranks.streams[rank]));
  CHECK_MCCL(mcclGroupEnd());
  int device = -1;
  CHECK_MUSA(musaGetDevice(&device));
  CHECK_EQUAL(device, 2);
  ranks.wait();
  for (int rank = 0; rank < size; ++rank)
    CHECK_EQUAL(arrays[rank]->read()[1000], 4 * 1000 + 6);

  // Not in a group: a call does not wait for the other ranks.
  for (int rank = 0; rank < size; ++rank)
    CHECK_MCCL(mcclBroadcast(arrays[rank]->get(), arrays[rank]->get(), 1, mcclInt, 0,
                             ranks.comms[rank], ranks.streams[rank]));
  ranks.wait();
}

/// Work before and after in the stream, and in others.
void streamOrder(Rank &rank) {
  const DeviceArray<int> numbers(numbersFrom(0));
  musaStream_t other;
  CHECK_MUSA(musaStreamCreateWithFlags(&other, musaStreamNonBlocking));
  add<<<(count + 255) / 256, 256, 0, rank.stream>>>(numbers.get(), rank.rank, count);
  CHECK_MCCL(
      mcclAllReduce(numbers.get(), numbers.get(), count, mcclInt, mcclMax, rank.comm, rank.stream));
  // The communicator's work keeps its order, also in another stream.
  CHECK_MCCL(
      mcclAllReduce(numbers.get(), numbers.get(), count, mcclInt, mcclSum, rank.comm, other));
  add<<<(count + 255) / 256, 256, 0, other>>>(numbers.get(), 1, count);
  // A group's work is behind all of its streams, and they go on behind it.
  CHECK_MCCL(mcclGroupStart());
  CHECK_MCCL(
      mcclAllReduce(numbers.get(), numbers.get(), 1, mcclInt, mcclSum, rank.comm, rank.stream));
  CHECK_MCCL(mcclAllReduce(numbers.get() + 1, numbers.get() + 1, count - 1, mcclInt, mcclSum,
                           rank.comm, other));
  CHECK_MCCL(mcclGroupEnd());
  add<<<(count + 255) / 256, 256, 0, rank.stream>>>(numbers.get(), 1, count);
  rank.wait();
  const int size = rank.size;
  for (const size_t i : {size_t{0}, count - 1})
    CHECK_EQUAL(numbers.read()[i], ((int(i) + size - 1) * size + 1) * size + 1);
  CHECK_MUSA(musaStreamDestroy(other));
}

/// A ring, which blocks unless sends and receives go on at once, and messages to oneself.
void messages(Rank &rank) {
  const int next = (rank.rank + 1) % rank.size, before = (rank.rank + rank.size - 1) % rank.size;
  const DeviceArray<int> out(numbersFrom(rank.rank)), in{std::vector<int>(count)},
      two{std::vector<int>(2)};
  CHECK_MCCL(mcclGroupStart());
  CHECK_MCCL(mcclSend(out.get(), count, mcclInt, next, rank.comm, rank.stream));
  CHECK_MCCL(mcclSend(out.get() + 1, 1, mcclInt, next, rank.comm, rank.stream));
  CHECK_MCCL(mcclSend(out.get(), 0, mcclInt, next, rank.comm, rank.stream));
  CHECK_MCCL(mcclRecv(in.get(), count, mcclInt, before, rank.comm, rank.stream));
  CHECK_MCCL(
      mcclRecv(two.get(), 1, mcclInt, before, rank.comm, rank.stream)); // in the order of the sends
  CHECK_MCCL(mcclRecv(nullptr, 0, mcclInt, before, rank.comm, rank.stream));
  CHECK_MCCL(mcclSend(out.get() + 7, 1, mcclInt, rank.rank, rank.comm, rank.stream));
  CHECK_MCCL(mcclRecv(two.get() + 1, 1, mcclInt, rank.rank, rank.comm, rank.stream));
  CHECK_MCCL(mcclGroupEnd());
  rank.wait();
  CHECK(in.read() == numbersFrom(before));
  CHECK(two.read() == (std::vector<int>{before + 1, rank.rank + 7}));

  // Without a group, one after the other.
  if (rank.rank == 0)
    CHECK_MCCL(mcclSend(out.get() + 5, 1, mcclInt, 1, rank.comm, rank.stream));
  if (rank.rank == 1)
    CHECK_MCCL(mcclRecv(in.get(), 1, mcclInt, 0, rank.comm, rank.stream));
  rank.wait();
  if (rank.rank == 1)
    CHECK_EQUAL(in.read()[0], 5);
}

/// Even and odd ranks, in the opposite order; the last is in neither.
void splits(Rank &rank) {
  const bool isLast = rank.rank == rank.size - 1;
  mcclConfig_t config = MCCL_CONFIG_INITIALIZER;
  for (int round = 0; round < 3; ++round) {
    mcclComm_t part = nullptr;
    CHECK_MCCL(mcclCommSplit(rank.comm, isLast ? MCCL_SPLIT_NOCOLOR : rank.rank % 2, -rank.rank,
                             &part, &config));
    CHECK_EQUAL(part == nullptr, isLast);
    if (isLast)
      continue;
    int number = -1, size = -1;
    CHECK_MCCL(mcclCommUserRank(part, &number));
    CHECK_MCCL(mcclCommCount(part, &size));
    CHECK_EQUAL(size, (rank.size - 1 + 1 - rank.rank % 2) / 2);
    CHECK_EQUAL(number, size - 1 - rank.rank / 2);
    const DeviceArray<int> sum({1 << rank.rank});
    CHECK_MCCL(mcclAllReduce(sum.get(), sum.get(), 1, mcclInt, mcclSum, part, rank.stream));
    rank.wait();
    CHECK_EQUAL(sum.read()[0], rank.rank % 2 == 0 ? 5 : 2);
    CHECK_MCCL(mcclCommDestroy(part));
  }
}

/// A captured collective runs whenever the graph does.
void graph(Rank &rank) {
  const DeviceArray<int> numbers(numbersFrom(0));
  musaGraph_t captured;
  musaGraphExec_t executable;
  CHECK_MUSA(musaStreamBeginCapture(rank.stream, musaStreamCaptureModeThreadLocal));
  CHECK_MCCL(
      mcclAllReduce(numbers.get(), numbers.get(), count, mcclInt, mcclSum, rank.comm, rank.stream));
  add<<<(count + 255) / 256, 256, 0, rank.stream>>>(numbers.get(), 1, count);
  CHECK_MUSA(musaStreamEndCapture(rank.stream, &captured));
  CHECK_MUSA(musaGraphInstantiate(&executable, captured, 0));
  CHECK_MUSA(musaGraphDestroy(captured));
  CHECK_MUSA(musaGraphLaunch(executable, rank.stream));
  CHECK_MUSA(musaGraphLaunch(executable, rank.stream));
  rank.wait();
  CHECK_EQUAL(numbers.read()[10], (10 * rank.size + 1) * rank.size + 1);
  CHECK_MUSA(musaGraphExecDestroy(executable));
}

void test(Rank &rank) {
  streamOrder(rank);
  messages(rank);
  if (rank.size == 4)
    splits(rank);
  graph(rank);
}

void splitsInOneThread() {
  AllRanks ranks(3);
  mcclComm_t parts[3];
  CHECK_MCCL(mcclGroupStart());
  for (int rank = 0; rank < 3; ++rank)
    CHECK_MCCL(mcclCommSplit(ranks.comms[rank], rank / 2, 0, &parts[rank], nullptr));
  CHECK_MCCL(mcclGroupEnd());
  for (int rank = 0; rank < 3; ++rank) {
    int size = 0;
    CHECK_MCCL(mcclCommCount(parts[rank], &size));
    CHECK_EQUAL(size, rank == 2 ? 1 : 2);
    CHECK_MCCL(mcclCommDestroy(parts[rank]));
  }
}

/// The caller does not wait: what the other ranks do comes after the call has returned.
void doesNotBlock() {
  AllRanks ranks(2);
  CHECK_MUSA(musaSetDevice(0));
  const DeviceArray<int> numbers({3});
  CHECK_MCCL(mcclAllReduce(numbers.get(), numbers.get(), 1, mcclInt, mcclSum, ranks.comms[0],
                           ranks.streams[0]));
  std::this_thread::sleep_for(
      std::chrono::milliseconds(120)); // longer than a rank sleeps at a time
  CHECK_EQUAL(static_cast<int>(musaStreamQuery(ranks.streams[0])),
              static_cast<int>(musaErrorNotReady));
  CHECK_MUSA(musaSetDevice(1));
  const DeviceArray<int> others({4});
  CHECK_MCCL(mcclAllReduce(others.get(), others.get(), 1, mcclInt, mcclSum, ranks.comms[1],
                           ranks.streams[1]));
  ranks.wait();
  CHECK_EQUAL(numbers.read()[0], 7);
}

} // namespace

int main(int argc, char **argv) {
  if (argc > 2)
    return runRank(argv, [](Rank &rank, const std::string &) { test(rank); });
  oneThread();
  splitsInOneThread();
  doesNotBlock();
  for (const int size : {2, 4}) {
    inThreads(size, test);
    Processes(size, "all").succeed();
  }
  return CHECK_RESULT();
}
