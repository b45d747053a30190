// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// CUB's iterators: their arithmetic, on both sides, and as what algorithms read and write.
#include "cub_test.h"

#include <cub/cub.cuh>

namespace {

/// What all of them can; `values` are what the iterator reads from its beginning on.
template <typename Iterator, typename T>
__host__ __device__ bool walks(Iterator begin, const T (&values)[6]) {
  bool right = true;
  Iterator i = begin;
  right &= *i == values[0] && *i++ == values[0] && *i == values[1] && *++i == values[2];
  right &= *i-- == values[2] && *--i == values[0] && i == begin && !(i != begin);
  i += 4;
  right &= *i == values[4] && i[1] == values[5] && i - begin == 4 && i != begin;
  i -= 3;
  right &= *i == values[1] && *(i + 2) == values[3] && *(i - 1) == values[0];
  right &= begin + 5 - begin == 5 && begin[5ULL] == values[5];
  return right;
}

struct Square {
  __host__ __device__ int operator()(int x) const { return x * x; }
};
using Pair = cub::KeyValuePair<ptrdiff_t, int>;

template <typename Iterator, typename T>
__global__ void walk(Iterator begin, int *right, const T *values) {
  T expected[6];
  for (int i = 0; i < 6; ++i)
    expected[i] = values[i];
  *right = walks(begin, expected);
}
template <typename Iterator, typename T> void test(Iterator begin, const T (&values)[6]) {
  CHECK(walks(begin, values));
  Device<T> expected(std::vector<T>(values, values + 6));
  Device<int> right(1);
  walk<<<1, 1>>>(begin, static_cast<int *>(right), static_cast<const T *>(expected));
  CHECK_EQUAL(right.one(), 1);
}

} // namespace

int main() {
  const int values[6] = {5, 9, 2, 8, 1, 7};
  Device<int> in(std::vector<int>(values, values + 6)), out(6);
  const int *items = in;
  test(cub::CountingInputIterator<int>(-2), {-2, -1, 0, 1, 2, 3});
  test(cub::CountingInputIterator<long long>(1LL << 40),
       {1LL << 40, (1LL << 40) + 1, (1LL << 40) + 2, (1LL << 40) + 3, (1LL << 40) + 4,
        (1LL << 40) + 5});
  test(cub::ConstantInputIterator<int>(4), {4, 4, 4, 4, 4, 4});
  test(cub::TransformInputIterator<int, Square, const int *>(items, Square()),
       {25, 81, 4, 64, 1, 49});
  test(cub::CacheModifiedInputIterator<cub::LOAD_LDG, int>(items), values);
  test(cub::CacheModifiedOutputIterator<cub::STORE_CG, int>(static_cast<int *>(in)), values);
  test(cub::ArgIndexInputIterator<const int *>(items),
       {Pair(0, 5), Pair(1, 9), Pair(2, 2), Pair(3, 8), Pair(4, 1), Pair(5, 7)});
  cub::ArgIndexInputIterator<const int *> moved(items, 2);
  moved.normalize();
  test(cub::ArgIndexInputIterator<const int *>(moved) - 2,
       {Pair(-2, 5), Pair(-1, 9), Pair(0, 2), Pair(1, 8), Pair(2, 1), Pair(3, 7)});

  cub::TexObjInputIterator<int> texture;
  CHECK_MUSA(texture.BindTexture(items, 6 * sizeof(int)));
  test(texture, values);
  cub::TexRefInputIterator<int, __LINE__> reference;
  CHECK_MUSA(reference.BindTexture(items, 6 * sizeof(int)));
  test(reference, values);
  // As an algorithm's input and output.
  cub::CacheModifiedOutputIterator<cub::STORE_WT, int> written(static_cast<int *>(out));
  twoPhases(
      [&](void *m, size_t &b) { return cub::DeviceScan::InclusiveSum(m, b, texture, written, 6); });
  CHECK(out.host() == (std::vector<int>{5, 14, 16, 24, 25, 32}));
  CHECK_MUSA(texture.UnbindTexture());
  CHECK_MUSA(reference.UnbindTexture());

  Device<Pair> least(1);
  twoPhases([&](void *m, size_t &b) {
    return cub::DeviceReduce::Reduce(m, b, cub::ArgIndexInputIterator<const int *>(items),
                                     static_cast<Pair *>(least), 6, cub::ArgMin(), Pair(-1, 100));
  });
  CHECK(least.one() == Pair(4, 1));

  // What is written there is gone; what is counted is not.
  cub::DiscardOutputIterator<> nowhere;
  Device<int> count(1);
  twoPhases([&](void *m, size_t &b) {
    return cub::DeviceSelect::If(m, b, items, nowhere, static_cast<int *>(count), 6,
                                 [] __device__(int x) { return x > 5; });
  });
  CHECK_EQUAL(count.one(), 3);
  auto later = nowhere + 3;
  *later++ = 7;
  later[2] = "anything";
  CHECK(later - nowhere == 4 && later != nowhere && --later - 3 == nowhere);
  return CHECK_RESULT();
}
