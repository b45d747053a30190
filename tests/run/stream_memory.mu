// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Streams that wait for words of memory and write them.
// MCC: -lmusa
#include "check.h"

#include <chrono>
#include <cstdint>
#include <ctime>
#include <musa.h>
#include <thread>

#define CHECK_MU(call) CHECK_EQUAL(call, MUSA_SUCCESS)

__global__ void raise(unsigned *word, unsigned value) {
  __atomic_store_n(word, value, __ATOMIC_RELEASE);
}
__global__ void copy(const int *from, int *to) { *to = *from; }
__global__ void set(int *to, int value) { *to = value; }

namespace {

MUdeviceptr addressOf(const void *memory) { return reinterpret_cast<MUdeviceptr>(memory); }

template <class T> T *pinned(size_t count = 1) {
  T *memory = nullptr;
  CHECK_MUSA(musaMallocHost(&memory, count * sizeof(T)));
  for (size_t i = 0; i < count; ++i)
    memory[i] = 0;
  return memory;
}

template <class T> void store(T *word, T value) { __atomic_store_n(word, value, __ATOMIC_RELEASE); }

void sleepFor(int milliseconds) {
  std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
}

struct Condition {
  uint64_t word;
  uint64_t value;
  unsigned flags;
  bool is64;
  bool isMet;
  uint64_t meets; ///< a word that does
};

constexpr Condition conditions[] = {
    {5, 5, MU_STREAM_WAIT_VALUE_GEQ, false, true, 0},
    {4, 5, MU_STREAM_WAIT_VALUE_GEQ, false, false, 5},
    {6, 5, MU_STREAM_WAIT_VALUE_GEQ | MU_STREAM_WAIT_VALUE_FLUSH, false, true, 0},
    {2, 0xfffffff0, MU_STREAM_WAIT_VALUE_GEQ, false, true, 0}, // 18 later, around the end
    {0xfffffff0, 2, MU_STREAM_WAIT_VALUE_GEQ, false, false, 3},
    {0x80000004, 5, MU_STREAM_WAIT_VALUE_GEQ, false, true, 0},
    {0x80000005, 5, MU_STREAM_WAIT_VALUE_GEQ, false, false, 0x7fffffff},
    {0x80000005, 5, MU_STREAM_WAIT_VALUE_GEQ, true, true, 0},
    {5, 5, MU_STREAM_WAIT_VALUE_EQ, false, true, 0},
    {6, 5, MU_STREAM_WAIT_VALUE_EQ, false, false, 5},
    {0x100000005, 5, MU_STREAM_WAIT_VALUE_EQ, true, false, 5},
    {0x100000005, 0x100000005, MU_STREAM_WAIT_VALUE_EQ, true, true, 0},
    {6, 4, MU_STREAM_WAIT_VALUE_AND, false, true, 0},
    {6, 9, MU_STREAM_WAIT_VALUE_AND, false, false, 8},
    {0xf00000000, 0x100000000, MU_STREAM_WAIT_VALUE_AND, true, true, 0},
    {0xf, 0xf00000000, MU_STREAM_WAIT_VALUE_AND, true, false, 0x800000000},
    {0xf, 0xf0, MU_STREAM_WAIT_VALUE_NOR, false, true, 0},
    {0xffff0000, 0xffff, MU_STREAM_WAIT_VALUE_NOR, false, false, 0xfffe0000},
    {0xffff0000, 0xffff, MU_STREAM_WAIT_VALUE_NOR, true, true, 0},
};

void testConditions() {
  MUstream stream = nullptr;
  CHECK_MU(muStreamCreate(&stream, MU_STREAM_NON_BLOCKING));
  auto *word = pinned<uint64_t>();
  for (const Condition &one : conditions) {
    store(word, one.word);
    if (one.is64)
      CHECK_MU(muStreamWaitValue64(stream, addressOf(word), one.value, one.flags));
    else
      CHECK_MU(muStreamWaitValue32(stream, addressOf(word), static_cast<uint32_t>(one.value),
                                   one.flags));
    if (!one.isMet) {
      sleepFor(3);
      CHECK_EQUAL(muStreamQuery(stream), MUSA_ERROR_NOT_READY);
      store(word, one.meets);
    }
    CHECK_MU(muStreamSynchronize(stream));
  }
  // Only the word is written.
  uint64_t *two = pinned<uint64_t>(2);
  CHECK_MU(muStreamWriteValue32(stream, addressOf(two) + 4, 7, MU_STREAM_WRITE_VALUE_DEFAULT));
  CHECK_MU(muStreamWriteValue64(stream, addressOf(two + 1), 0x1234567890abcdef,
                                MU_STREAM_WRITE_VALUE_NO_MEMORY_BARRIER));
  CHECK_MU(muStreamSynchronize(stream));
  CHECK_EQUAL(two[0], 7ull << 32);
  CHECK_EQUAL(two[1], 0x1234567890abcdefull);
  CHECK_MU(muStreamDestroy(stream));
  CHECK_MUSA(musaFreeHost(two));
  CHECK_MUSA(musaFreeHost(word));
}

/// What comes before a write is there when the other stream goes on; a third stream waits for none.
void testBetweenStreams() {
  MUstream first = nullptr, second = nullptr, third = nullptr;
  for (MUstream *stream : {&first, &second, &third})
    CHECK_MU(muStreamCreate(stream, MU_STREAM_NON_BLOCKING));
  unsigned *word = nullptr;
  int *from = nullptr, *to = nullptr;
  CHECK_MUSA(musaMalloc(&word, 2 * sizeof(unsigned)));
  CHECK_MUSA(musaMalloc(&from, sizeof(int)));
  CHECK_MUSA(musaMalloc(&to, sizeof(int)));
  CHECK_MUSA(musaMemset(word, 0, 2 * sizeof(unsigned)));
  CHECK_MUSA(musaDeviceSynchronize()); // the streams wait for no other
  for (unsigned round = 1; round <= 50; ++round) {
    CHECK_MU(muStreamWaitValue32(first, addressOf(word), round, MU_STREAM_WAIT_VALUE_GEQ));
    copy<<<1, 1, 0, first>>>(from, to);
    CHECK_MU(
        muStreamWriteValue32(first, addressOf(word + 1), round, MU_STREAM_WRITE_VALUE_DEFAULT));
    set<<<1, 1, 0, third>>>(to, -1);
    CHECK_MU(muStreamSynchronize(third));
    CHECK_EQUAL(muStreamQuery(first), MUSA_ERROR_NOT_READY);
    set<<<1, 1, 0, second>>>(from, static_cast<int>(3 * round));
    if (round % 2 == 0) // a kernel may write the word as well
      raise<<<1, 1, 0, second>>>(word, round);
    else
      CHECK_MU(muStreamWriteValue32(second, addressOf(word), round, MU_STREAM_WRITE_VALUE_DEFAULT));
    CHECK_MU(muStreamWaitValue32(second, addressOf(word + 1), round, MU_STREAM_WAIT_VALUE_EQ));
    CHECK_MU(muStreamSynchronize(second));
    int got = 0;
    CHECK_MUSA(musaMemcpy(&got, to, sizeof got, musaMemcpyDeviceToHost));
    CHECK_EQUAL(got, static_cast<int>(3 * round));
  }
  for (MUstream stream : {first, second, third})
    CHECK_MU(muStreamDestroy(stream));
  for (void *memory :
       {static_cast<void *>(word), static_cast<void *>(from), static_cast<void *>(to)})
    CHECK_MUSA(musaFree(memory));
}

/// A stream that waits takes next to no time of the processor.
void testTimeOfWait() {
  MUstream stream = nullptr;
  CHECK_MU(muStreamCreate(&stream, MU_STREAM_NON_BLOCKING));
  auto *word = pinned<unsigned>();
  const std::clock_t before = std::clock();
  CHECK_MU(muStreamWaitValue32(stream, addressOf(word), 1, MU_STREAM_WAIT_VALUE_EQ));
  sleepFor(400);
  const double seconds = static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC;
  CHECK(seconds < 0.2);
  store(word, 1u);
  CHECK_MU(muStreamSynchronize(stream));
  CHECK_MU(muStreamDestroy(stream));
  CHECK_MUSA(musaFreeHost(word));
}

MUstreamBatchMemOpParams operation(MUstreamBatchMemOpType type, const void *address, uint64_t value,
                                   unsigned flags) {
  MUstreamBatchMemOpParams result = {};
  result.operation = type;
  if (type == MU_STREAM_MEM_OP_BARRIER || type == MU_STREAM_MEM_OP_FLUSH_REMOTE_WRITES) {
    result.memoryBarrier.flags = flags;
    return result;
  }
  result.waitValue.address = addressOf(address);
  result.waitValue.value64 = value;
  result.waitValue.flags = flags;
  return result;
}

void testBatch() {
  static_assert(sizeof(MUstreamBatchMemOpParams) == 6 * sizeof(uint64_t), "");
  MUstream stream = nullptr;
  CHECK_MU(muStreamCreate(&stream, MU_STREAM_NON_BLOCKING));
  auto *words = pinned<uint64_t>(3);
  MUstreamBatchMemOpParams batch[] = {
      operation(MU_STREAM_MEM_OP_WRITE_VALUE_32, words, 1, 0),
      operation(MU_STREAM_MEM_OP_BARRIER, nullptr, 0, MU_STREAM_MEMORY_BARRIER_TYPE_GPU),
      operation(MU_STREAM_MEM_OP_WAIT_VALUE_32, words + 1, 2, MU_STREAM_WAIT_VALUE_EQ),
      operation(MU_STREAM_MEM_OP_FLUSH_REMOTE_WRITES, nullptr, 0, 0),
      operation(MU_STREAM_MEM_OP_WAIT_VALUE_64, words + 1, 2, MU_STREAM_WAIT_VALUE_GEQ),
      operation(MU_STREAM_MEM_OP_WRITE_VALUE_64, words + 2, 1ull << 40, 0),
  };
  CHECK_MU(muStreamBatchMemOp(stream, 6, batch, 0));
  while (__atomic_load_n(words, __ATOMIC_ACQUIRE) != 1)
    std::this_thread::yield();
  CHECK_EQUAL(muStreamQuery(stream), MUSA_ERROR_NOT_READY);
  CHECK_EQUAL(__atomic_load_n(words + 2, __ATOMIC_ACQUIRE), 0u);
  store(words + 1, uint64_t{2});
  CHECK_MU(muStreamSynchronize(stream));
  CHECK_EQUAL(words[2], 1ull << 40);

  // One that is wrong: none is done.
  words[0] = 0;
  MUstreamBatchMemOpParams wrong[] = {
      operation(MU_STREAM_MEM_OP_WRITE_VALUE_32, words, 1, 0),
      operation(static_cast<MUstreamBatchMemOpType>(7), words, 1, 0),
  };
  CHECK_EQUAL(muStreamBatchMemOp(stream, 2, wrong, 0), MUSA_ERROR_INVALID_VALUE);
  CHECK_EQUAL(muStreamBatchMemOp(stream, 1, batch, 1), MUSA_ERROR_INVALID_VALUE);
  CHECK_EQUAL(muStreamBatchMemOp(stream, 256, batch, 0), MUSA_ERROR_INVALID_VALUE);
  CHECK_EQUAL(muStreamBatchMemOp(stream, 1, nullptr, 0), MUSA_ERROR_INVALID_VALUE);
  CHECK_MU(muStreamSynchronize(stream));
  CHECK_EQUAL(words[0], 0u);
  CHECK_MU(muStreamDestroy(stream));
  CHECK_MUSA(musaFreeHost(words));
}

void testWrongUse() {
  MUstream stream = nullptr;
  CHECK_MU(muStreamCreate(&stream, MU_STREAM_NON_BLOCKING));
  auto *word = pinned<uint64_t>();
  const auto wait = [&](MUdeviceptr address, unsigned flags) {
    return muStreamWaitValue32(stream, address, 0, flags);
  };
  CHECK_EQUAL(wait(0, MU_STREAM_WAIT_VALUE_EQ), MUSA_ERROR_INVALID_VALUE);
  CHECK_EQUAL(wait(addressOf(word) + 2, MU_STREAM_WAIT_VALUE_EQ), MUSA_ERROR_INVALID_VALUE);
  CHECK_EQUAL(wait(addressOf(word), 4), MUSA_ERROR_INVALID_VALUE);
  CHECK_EQUAL(muStreamWaitValue64(stream, addressOf(word) + 4, 0, 0), MUSA_ERROR_INVALID_VALUE);
  CHECK_EQUAL(muStreamWriteValue32(stream, addressOf(word), 0, 2), MUSA_ERROR_INVALID_VALUE);
  int own = 0; // not registered
  CHECK_EQUAL(wait(addressOf(&own), MU_STREAM_WAIT_VALUE_EQ), MUSA_ERROR_INVALID_VALUE);
  unsigned *managed = nullptr;
  CHECK_MUSA(musaMallocManaged(&managed, sizeof(unsigned)));
  CHECK_EQUAL(wait(addressOf(managed), MU_STREAM_WAIT_VALUE_EQ), MUSA_ERROR_INVALID_VALUE);
  CHECK_MUSA(musaFree(managed));
  CHECK_EQUAL(muStreamWaitValue32(reinterpret_cast<MUstream>(word), addressOf(word), 0, 0),
              MUSA_ERROR_INVALID_HANDLE);
  CHECK_EQUAL(*word, 0u);
  CHECK_MU(muStreamDestroy(stream));
  CHECK_MUSA(musaFreeHost(word));
}

void testAttributes() {
  for (const MUdevice_attribute one : {MU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_MEM_OPS,
                                       MU_DEVICE_ATTRIBUTE_CAN_USE_64_BIT_STREAM_MEM_OPS,
                                       MU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_WAIT_VALUE_NOR,
                                       MU_DEVICE_ATTRIBUTE_CAN_FLUSH_REMOTE_WRITES}) {
    int value = 0;
    CHECK_MU(muDeviceGetAttribute(&value, one, 0));
    CHECK_EQUAL(value, 1);
  }
}

/// The program ends nevertheless, and what would come behind the wait is not done.
void leaveWaiting() {
  MUstream stream = nullptr;
  CHECK_MU(muStreamCreate(&stream, MU_STREAM_DEFAULT));
  CHECK_MU(muStreamWaitValue32(stream, addressOf(pinned<unsigned>()), 1, MU_STREAM_WAIT_VALUE_EQ));
  CHECK_MU(muLaunchHostFunc(stream, [](void *) { std::_Exit(1); }, nullptr));
}

} // namespace

int main() {
  CHECK_MUSA(musaFree(nullptr));
  testConditions();
  testBetweenStreams();
  testTimeOfWait();
  testBatch();
  testWrongUse();
  testAttributes();
  leaveWaiting();
  return CHECK_RESULT();
}
