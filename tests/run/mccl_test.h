//===- mccl_test.h - programs with several ranks ----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef MUSAPORT_TESTS_RUN_MCCL_TEST_H
#define MUSAPORT_TESTS_RUN_MCCL_TEST_H

#include "check.h"

#include <cstring>
#include <functional>
#include <mccl.h>
#include <musa_bf16.h>
#include <musa_fp16.h>
#include <string>
#include <sys/types.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

#define CHECK_MCCL(call) CHECK_EQUAL(static_cast<int>(call), static_cast<int>(mcclSuccess))
#define CHECK_MCCL_FAILS(call, result) CHECK_EQUAL(static_cast<int>(call), static_cast<int>(result))

/// What a rank of a test has: its device, a stream, and the communicator.
struct Rank {
  int rank, size;
  musaStream_t stream = nullptr;
  mcclComm_t comm = nullptr;

  Rank(int rank, int size, int device, const mcclUniqueId &id) : rank(rank), size(size) {
    CHECK_MUSA(musaSetDevice(device));
    CHECK_MUSA(musaStreamCreate(&stream));
    CHECK_MCCL(mcclCommInitRank(&comm, size, id, rank));
  }
  ~Rank() {
    if (comm != nullptr)
      CHECK_MCCL(mcclCommDestroy(comm));
    CHECK_MUSA(musaStreamDestroy(stream));
  }
  Rank(const Rank &) = delete;
  void wait() const { CHECK_MUSA(musaStreamSynchronize(stream)); }
};

inline mcclUniqueId newId() {
  mcclUniqueId id;
  CHECK_MCCL(mcclGetUniqueId(&id));
  return id;
}

/// Each rank is a thread, and has a device.
inline void inThreads(int size, const std::function<void(Rank &)> &test) {
  const mcclUniqueId id = newId();
  std::vector<std::thread> threads;
  for (int number = 0; number < size; ++number)
    threads.emplace_back([&, number] {
      Rank rank(number, size, number, id);
      test(rank);
    });
  for (std::thread &thread : threads)
    thread.join();
}

/// Each rank is a process: this program with the arguments RANK SIZE ID TEST.
struct Processes {
  std::vector<pid_t> ids;

  Processes(int size, const std::string &test) {
    const mcclUniqueId id = newId();
    std::string text;
    for (const char byte : id.internal) {
      char digits[3];
      std::snprintf(digits, sizeof digits, "%02x", static_cast<unsigned char>(byte));
      text += digits;
    }
    for (int number = 0; number < size; ++number) {
      ids.push_back(fork());
      if (ids.back() != 0)
        continue;
      execl("/proc/self/exe", "rank", std::to_string(number).c_str(), std::to_string(size).c_str(),
            text.c_str(), test.c_str(), static_cast<char *>(nullptr));
      _exit(127);
    }
  }
  /// As waitpid() has it.
  int statusOf(int number) const {
    int status = -1;
    CHECK_EQUAL(waitpid(ids[number], &status, 0), ids[number]);
    return status;
  }
  void succeed() const {
    for (size_t number = 0; number < ids.size(); ++number)
      CHECK_EQUAL(statusOf(number), 0);
  }
};

/// In a process that Processes has started: runs the test that the arguments name.
inline int runRank(char **argv, const std::function<void(Rank &, const std::string &)> &test) {
  mcclUniqueId id;
  for (size_t i = 0; i < sizeof id.internal; ++i)
    id.internal[i] = static_cast<char>(std::stoi(std::string(argv[3] + 2 * i, 2), nullptr, 16));
  {
    Rank rank(std::stoi(argv[1]), std::stoi(argv[2]), 0, id);
    test(rank, argv[4]);
  }
  return CHECK_RESULT();
}

template <typename T> constexpr mcclDataType_t typeOf();
template <> constexpr mcclDataType_t typeOf<int8_t>() { return mcclInt8; }
template <> constexpr mcclDataType_t typeOf<uint8_t>() { return mcclUint8; }
template <> constexpr mcclDataType_t typeOf<int32_t>() { return mcclInt32; }
template <> constexpr mcclDataType_t typeOf<uint32_t>() { return mcclUint32; }
template <> constexpr mcclDataType_t typeOf<int64_t>() { return mcclInt64; }
template <> constexpr mcclDataType_t typeOf<uint64_t>() { return mcclUint64; }
template <> constexpr mcclDataType_t typeOf<__half>() { return mcclFloat16; }
template <> constexpr mcclDataType_t typeOf<float>() { return mcclFloat32; }
template <> constexpr mcclDataType_t typeOf<double>() { return mcclFloat64; }
template <> constexpr mcclDataType_t typeOf<__mt_bfloat16>() { return mcclBfloat16; }

template <typename T> T fromDouble(double value) {
  if constexpr (std::is_same_v<T, __half>)
    return __double2half(value);
  else if constexpr (std::is_same_v<T, __mt_bfloat16>)
    return __double2bfloat16(value);
  else if constexpr (std::is_integral_v<T>)
    return static_cast<T>(static_cast<int64_t>(value)); // wraps around
  else
    return static_cast<T>(value);
}
template <typename T> double toDouble(T value) {
  if constexpr (std::is_same_v<T, __half>)
    return __half2float(value);
  else if constexpr (std::is_same_v<T, __mt_bfloat16>)
    return __bfloat162float(value);
  else
    return static_cast<double>(value);
}

#endif // MUSAPORT_TESTS_RUN_MCCL_TEST_H
