// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- all_reduce.mu - a large sum over the ranks ----------------*- C++ -*-===//
//
// `all_reduce threads|processes RANKS` prints "name milliseconds" of memcpy by one thread, with the
// other ranks idle, and of an all-reduce in place of as many bytes. They are measured in turn.
//===----------------------------------------------------------------------===//
#include "device_array.h"
#include "mccl_test.h"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace {

constexpr size_t bytes = size_t{64} << 20;
constexpr int rounds = 15;

struct Times {
  std::vector<double> milliseconds;

  template <typename Work> void add(Work work) {
    const auto start = std::chrono::steady_clock::now();
    work();
    const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
    milliseconds.push_back(time.count());
  }
  /// The first is not counted.
  void print(const char *name) {
    std::sort(milliseconds.begin() + 1, milliseconds.end());
    std::printf("%s\t%.3f\n", name, milliseconds[1 + rounds / 2]);
  }
};

void sum(Rank &rank, float *numbers, size_t count) {
  CHECK_MCCL(mcclAllReduce(numbers, numbers, count, mcclFloat, mcclSum, rank.comm, rank.stream));
  rank.wait();
}

void measure(Rank &rank, const std::string & = "") {
  const size_t count = bytes / sizeof(float);
  const DeviceArray<float> numbers(std::vector<float>(count, 1)), token({0});
  const std::vector<char> from(bytes, 1);
  std::vector<char> to(bytes);
  Times copies, sums;
  for (int round = 0; round <= rounds; ++round) {
    if (rank.rank == 0)
      copies.add([&] { std::memcpy(to.data(), from.data(), bytes); });
    sum(rank, token.get(), 1); // all begin at once
    sums.add([&] { sum(rank, numbers.get(), count); });
  }
  CHECK_EQUAL(to[bytes - 1], rank.rank == 0 ? 1 : 0);
  const std::vector<float> result = numbers.read();
  const float expected = std::pow(static_cast<float>(rank.size), rounds + 1);
  CHECK_EQUAL(static_cast<size_t>(std::count(result.begin(), result.end(), expected)), count);
  if (rank.rank == 0) {
    copies.print("memcpy");
    sums.print("all_reduce");
  }
}

} // namespace

int main(int argc, char **argv) {
  if (argc > 3)
    return runRank(argv, measure);
  const std::string ranks = argc == 3 ? argv[1] : "";
  if (ranks == "threads")
    inThreads(std::stoi(argv[2]), [](Rank &rank) { measure(rank); });
  else if (ranks == "processes")
    Processes(std::stoi(argv[2]), "all_reduce").succeed();
  else
    CHECK(false);
  return CHECK_RESULT();
}
