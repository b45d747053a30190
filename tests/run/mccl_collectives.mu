// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// MCC: -O2 -lmccl
// ENV: MUSA_HOST_DEVICES=4
// NO-SANITIZER: libmccl is not instrumented, so ThreadSanitizer does not see how ranks wait
//
// Collectives of all types and operations, between threads and between processes, against sums that
// one process computes.
#include "device_array.h"
#include "mccl_test.h"

#include <algorithm>

namespace {

/// The last takes several rounds between processes.
std::vector<size_t> countsOf(mcclDataType_t type) {
  return type == mcclFloat || type == mcclInt8 ? std::vector<size_t>{1, 129, 600001}
                                               : std::vector<size_t>{3, 1025};
}

/// Small enough that sums and products are exact before they are rounded to the type.
template <typename T> double elementOf(int rank, size_t index) {
  const double positive = (index * 7 + rank * 3) % 5 + 1;
  return std::is_unsigned_v<T> || index % 3 != 0 ? positive : -positive;
}
template <typename T> std::vector<T> elementsOf(int rank, size_t count) {
  std::vector<T> result(count);
  for (size_t i = 0; i < count; ++i)
    result[i] = fromDouble<T>(elementOf<T>(rank, i));
  return result;
}

template <typename T> double combined(mcclRedOp_t operation, int ranks, size_t index) {
  double result = elementOf<T>(0, index);
  for (int rank = 1; rank < ranks; ++rank) {
    const double element = elementOf<T>(rank, index);
    if (operation == mcclProd)
      result *= element;
    else if (operation == mcclMax)
      result = std::max(result, element);
    else if (operation == mcclMin)
      result = std::min(result, element);
    else
      result += element;
  }
  if (operation == mcclAvg)
    result = std::is_integral_v<T> ? std::trunc(result / ranks) : result / ranks;
  return result;
}

template <typename T, typename Expected>
void compare(const std::vector<T> &values, size_t first, size_t count, Expected expected,
             const char *what) {
  for (size_t i = 0; i < count; ++i)
    if (toDouble(values[first + i]) != toDouble(fromDouble<T>(expected(i))))
      return check::report(__FILE__, __LINE__,
                           std::string(what) + ": element " + std::to_string(first + i) + " is " +
                               std::to_string(toDouble(values[first + i])) + ", not " +
                               std::to_string(expected(i)));
}

/// Three collectives; `expected` is for an element of all ranks'.
template <typename T, typename Expected>
void reduceAll(Rank &rank, size_t count, mcclRedOp_t operation, Expected expected) {
  const mcclDataType_t type = typeOf<T>();
  const int root = rank.size - 1;
  const size_t whole = count * rank.size;
  const DeviceArray<T> send(elementsOf<T>(rank.rank, whole)),
      inPlace(elementsOf<T>(rank.rank, whole));
  const DeviceArray<T> all{std::vector<T>(count)}, one{std::vector<T>(count, fromDouble<T>(77))};
  const DeviceArray<T> part{std::vector<T>(count)};
  CHECK_MCCL(mcclAllReduce(send.get(), all.get(), count, type, operation, rank.comm, rank.stream));
  CHECK_MCCL(
      mcclReduce(send.get(), one.get(), count, type, operation, root, rank.comm, rank.stream));
  CHECK_MCCL(
      mcclReduceScatter(send.get(), part.get(), count, type, operation, rank.comm, rank.stream));
  rank.wait();
  compare(all.read(), 0, count, expected, "AllReduce");
  if (rank.rank == root)
    compare(one.read(), 0, count, expected, "Reduce");
  else
    compare(one.read(), 0, count, [](size_t) { return 77; }, "Reduce of another rank");
  const auto ofPart = [&](size_t i) { return expected(rank.rank * count + i); };
  compare(part.read(), 0, count, ofPart, "ReduceScatter");
  T *place = inPlace.get() + rank.rank * count;
  CHECK_MCCL(
      mcclReduceScatter(inPlace.get(), place, count, type, operation, rank.comm, rank.stream));
  rank.wait();
  compare(inPlace.read(), rank.rank * count, count, ofPart, "ReduceScatter in place");
  CHECK_MCCL(mcclAllReduce(all.get(), all.get(), count, type, mcclMax, rank.comm, rank.stream));
  rank.wait();
  compare(all.read(), 0, count, expected, "AllReduce in place");
}

template <typename T> void preMultiplied(Rank &rank, size_t count) {
  // Each rank has its own factor: here the rank's number and 2.
  const auto expected = [&](size_t i) {
    double result = 0;
    for (int other = 0; other < rank.size; ++other)
      result += elementOf<T>(other, i) * (other + 2);
    return result;
  };
  T factor = fromDouble<T>(rank.rank + 2);
  const DeviceArray<T> onDevice(std::vector<T>{factor});
  mcclRedOp_t immediate, later;
  CHECK_MCCL(mcclRedOpCreatePreMulSum(&immediate, &factor, typeOf<T>(), mcclScalarHostImmediate,
                                      rank.comm));
  CHECK_MCCL(
      mcclRedOpCreatePreMulSum(&later, onDevice.get(), typeOf<T>(), mcclScalarDevice, rank.comm));
  factor = fromDouble<T>(0);
  reduceAll<T>(rank, count, immediate, expected);
  reduceAll<T>(rank, count, later, expected);
  CHECK_MCCL(mcclRedOpDestroy(immediate, rank.comm));
  CHECK_MCCL(mcclRedOpDestroy(later, rank.comm));
  CHECK_MCCL_FAILS(mcclRedOpDestroy(later, rank.comm), mcclInvalidArgument);
}

template <typename T> void copies(Rank &rank, size_t count) {
  const mcclDataType_t type = typeOf<T>();
  const DeviceArray<T> send(elementsOf<T>(rank.rank, count)), received{std::vector<T>(count)};
  const DeviceArray<T> all{std::vector<T>(count * rank.size)},
      inPlace{std::vector<T>(count * rank.size)};
  for (int root = 0; root < rank.size; ++root) {
    const bool isRoot = root == rank.rank;
    CHECK_MCCL(mcclBroadcast(isRoot ? send.get() : nullptr, received.get(), count, type, root,
                             rank.comm, rank.stream));
    rank.wait();
    compare(
        received.read(), 0, count, [&](size_t i) { return elementOf<T>(root, i); }, "Broadcast");
    const DeviceArray<T> own(elementsOf<T>(rank.rank, count));
    CHECK_MCCL(mcclBcast(own.get(), count, type, root, rank.comm, rank.stream));
    rank.wait();
    compare(own.read(), 0, count, [&](size_t i) { return elementOf<T>(root, i); }, "Bcast");
  }
  T *place = inPlace.get() + rank.rank * count;
  CHECK_MUSA(musaMemcpy(place, send.get(), count * sizeof(T), musaMemcpyDeviceToDevice));
  CHECK_MCCL(mcclAllGather(send.get(), all.get(), count, type, rank.comm, rank.stream));
  CHECK_MCCL(mcclAllGather(place, inPlace.get(), count, type, rank.comm, rank.stream));
  rank.wait();
  for (const DeviceArray<T> *one : {&all, &inPlace})
    for (int other = 0; other < rank.size; ++other)
      compare(
          one->read(), other * count, count, [&](size_t i) { return elementOf<T>(other, i); },
          "AllGather");
}

template <typename T> void testType(Rank &rank) {
  for (const size_t count : countsOf(typeOf<T>())) {
    for (const mcclRedOp_t operation : {mcclSum, mcclProd, mcclMax, mcclMin, mcclAvg})
      reduceAll<T>(rank, count, operation,
                   [&](size_t i) { return combined<T>(operation, rank.size, i); });
    preMultiplied<T>(rank, count);
    copies<T>(rank, count);
  }
}

void test(Rank &rank) {
  testType<int8_t>(rank);
  testType<uint8_t>(rank);
  testType<int32_t>(rank);
  testType<uint32_t>(rank);
  testType<int64_t>(rank);
  testType<uint64_t>(rank);
  testType<__half>(rank);
  testType<float>(rank);
  testType<double>(rank);
  testType<__mt_bfloat16>(rank);
}

/// fmax() and fmin() leave out a NaN, and so do these.
void testNaN(Rank &rank) {
  const float nan = std::nanf("");
  const DeviceArray<float> one({rank.rank == 0 ? nan : 2.0F}), other({rank.rank == 0 ? 2.0F : nan});
  CHECK_MCCL(mcclAllReduce(one.get(), one.get(), 1, mcclFloat, mcclMax, rank.comm, rank.stream));
  CHECK_MCCL(
      mcclAllReduce(other.get(), other.get(), 1, mcclFloat, mcclMin, rank.comm, rank.stream));
  rank.wait();
  CHECK_EQUAL(one.read()[0], 2.0F);
  CHECK_EQUAL(other.read()[0], 2.0F);
}

} // namespace

int main(int argc, char **argv) {
  if (argc > 2)
    return runRank(argv, [](Rank &rank, const std::string &) { test(rank); });
  for (const int size : {1, 2, 4}) {
    inThreads(size, test);
    Processes(size, "all").succeed();
  }
  inThreads(2, testNaN);
  return CHECK_RESULT();
}
