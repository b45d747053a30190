// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MCC: -O1 -lmccl
// ENV: MUSA_HOST_DEVICES=2
// NO-SANITIZER: libmccl is not instrumented, so ThreadSanitizer does not see how ranks wait
//
// A rank that has aborted may free its buffers: the others do not use them any more.
#include "device_array.h"
#include "mccl_test.h"

#include <algorithm>
#include <chrono>
#include <future>
#include <memory>

namespace {

constexpr size_t bytes = size_t{16} << 20;

/// What rank 0 does, and rank 1 for it.
enum class What { AllReduce, Send, Receive };

mcclResult_t start(Rank &rank, What what, const DeviceArray<char> &array) {
  char *data = array.get();
  if (what == What::AllReduce)
    return mcclAllReduce(data, data, bytes, mcclChar, mcclSum, rank.comm, rank.stream);
  if ((rank.rank == 0) == (what == What::Send))
    return mcclSend(data, bytes, mcclChar, 1 - rank.rank, rank.comm, rank.stream);
  return mcclRecv(data, bytes, mcclChar, 1 - rank.rank, rank.comm, rank.stream);
}

void expectRemoteError(Rank &rank) {
  rank.wait();
  mcclResult_t result = mcclSuccess;
  CHECK_MCCL(mcclCommGetAsyncError(rank.comm, &result));
  CHECK_EQUAL(static_cast<int>(result), static_cast<int>(mcclRemoteError));
}

bool all(const DeviceArray<char> &array, char value) {
  const std::vector<char> values = array.read();
  return static_cast<size_t>(std::count(values.begin(), values.end(), value)) == values.size();
}

/// Rank 1 calls when rank 0 has aborted and has freed its buffer.
void callsLater(What what) {
  std::promise<void> freed;
  inThreads(2, [&](Rank &rank) {
    auto array = std::make_unique<DeviceArray<char>>(std::vector<char>(bytes, rank.rank + 1));
    if (rank.rank == 0) {
      CHECK_MCCL(start(rank, what, *array));
      std::this_thread::sleep_for(std::chrono::milliseconds(120)); // the work has begun
      CHECK_MCCL(mcclCommAbort(rank.comm));
      rank.comm = nullptr;
      array.reset();
      freed.set_value();
    } else {
      freed.get_future().wait();
      CHECK_MCCL_FAILS(start(rank, what, *array), mcclRemoteError);
      expectRemoteError(rank);
      CHECK(all(*array, 2));
    }
  });
}

/// Rank 0 aborts while data may be on its way. After that its buffer is its own.
void abortsMeanwhile(What what, std::chrono::microseconds delay) {
  std::promise<void> over;
  inThreads(2, [&](Rank &rank) {
    DeviceArray<char> array(std::vector<char>(bytes, rank.rank + 1));
    const mcclResult_t started = start(rank, what, array);
    if (rank.rank == 0) {
      CHECK_MCCL(started);
      std::this_thread::sleep_for(delay);
      CHECK_MCCL(mcclCommAbort(rank.comm));
      rank.comm = nullptr;
      CHECK_MUSA(musaMemset(array.get(), 9, bytes));
      over.get_future().wait();
      CHECK(all(array, 9));
    } else {
      rank.wait();
      over.set_value();
      const char first = array.read()[0], result = what == What::AllReduce ? 3 : 1;
      CHECK(first == 2 || (first == result && what != What::Receive));
    }
  });
}

} // namespace

int main() {
  for (const What what : {What::AllReduce, What::Send, What::Receive}) {
    callsLater(what);
    for (int delay = 0; delay < 8; ++delay)
      abortsMeanwhile(what, std::chrono::microseconds(delay * 1500));
  }
  return CHECK_RESULT();
}
