// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// CUB's reductions and scans of arrays.
#include "cub_test.h"

#include <cub/cub.cuh>

#include <algorithm>
#include <numeric>

namespace {

/// Composition of affine functions modulo a prime: associative, and the order matters.
struct Affine {
  unsigned a, b;
  bool operator==(const Affine &o) const { return a == o.a && b == o.b; }
};
struct Compose {
  __host__ __device__ Affine operator()(Affine f, Affine g) const {
    return {f.a * g.a % 10007, (f.b * g.a + g.b) % 10007};
  }
};
struct Square {
  __host__ __device__ long long operator()(int x) const { return static_cast<long long>(x) * x; }
};

std::vector<Affine> affines(int n) {
  std::vector<Affine> result;
  for (int x : numbers(n, 10006, 5))
    result.push_back({static_cast<unsigned>(x + 1), static_cast<unsigned>(x / 3)});
  return result;
}

void reduce(int n) {
  const std::vector<int> values = numbers(n, 1000);
  Device<int> in(values);
  Device<long long> sum(1);
  twoPhases([&](void *m, size_t &b) {
    return cub::DeviceReduce::Reduce(m, b, static_cast<int *>(in), static_cast<long long *>(sum), n,
                                     cub::Sum(), 7LL);
  });
  CHECK_EQUAL(sum.one(), std::accumulate(values.begin(), values.end(), 7LL));
  twoPhases([&](void *m, size_t &b) {
    return cub::DeviceReduce::Sum(m, b, static_cast<int *>(in), static_cast<long long *>(sum), n);
  });
  CHECK_EQUAL(sum.one(), std::accumulate(values.begin(), values.end(), 0LL));
  twoPhases([&](void *m, size_t &b) {
    return cub::DeviceReduce::TransformReduce(
        m, b, static_cast<int *>(in), static_cast<long long *>(sum), n, cub::Sum(), Square(), 1LL);
  });
  long long squares = 1;
  for (int x : values)
    squares += static_cast<long long>(x) * x;
  CHECK_EQUAL(sum.one(), squares);

  Device<int> extreme(1);
  twoPhases([&](void *m, size_t &b) {
    return cub::DeviceReduce::Min(m, b, static_cast<int *>(in), static_cast<int *>(extreme), n);
  });
  CHECK_EQUAL(extreme.one(), n ? *std::min_element(values.begin(), values.end()) : INT_MAX);
  twoPhases([&](void *m, size_t &b) {
    return cub::DeviceReduce::Max(m, b, static_cast<int *>(in), static_cast<int *>(extreme), n);
  });
  CHECK_EQUAL(extreme.one(), n ? *std::max_element(values.begin(), values.end()) : INT_MIN);

  Device<cub::KeyValuePair<int, int>> pair(1);
  twoPhases([&](void *m, size_t &b) {
    return cub::DeviceReduce::ArgMin(m, b, static_cast<int *>(in),
                                     static_cast<cub::KeyValuePair<int, int> *>(pair), n);
  });
  CHECK_EQUAL(pair.one().key,
              n ? std::min_element(values.begin(), values.end()) - values.begin() : 1);
  CHECK_EQUAL(pair.one().value, n ? *std::min_element(values.begin(), values.end()) : INT_MAX);
  twoPhases([&](void *m, size_t &b) {
    return cub::DeviceReduce::ArgMax(m, b, static_cast<int *>(in),
                                     static_cast<cub::KeyValuePair<int, int> *>(pair), n);
  });
  CHECK_EQUAL(pair.one().key,
              n ? std::max_element(values.begin(), values.end()) - values.begin() : 1);

  const std::vector<Affine> functions = affines(n);
  Device<Affine> fin(functions), fout(1);
  twoPhases([&](void *m, size_t &b) {
    return cub::DeviceReduce::Reduce(m, b, static_cast<Affine *>(fin), static_cast<Affine *>(fout),
                                     n, Compose(), Affine{3, 4});
  });
  Affine expected{3, 4};
  for (const Affine &f : functions)
    expected = Compose()(expected, f);
  CHECK(fout.one() == expected);
}

void reduceByKey(int n) {
  std::vector<int> keys = numbers(n, 3);
  std::fill(keys.begin() + n / 3, keys.begin() + n / 2, 9); // a long run
  const std::vector<int> values = numbers(n, 100, 3);
  std::vector<int> uniques, sums;
  for (size_t i = 0; i < keys.size(); ++i) {
    if (i == 0 || keys[i] != keys[i - 1]) {
      uniques.push_back(keys[i]);
      sums.push_back(0);
    }
    sums.back() += values[i];
  }
  Device<int> kin(keys), vin(values), kout(keys.size()), vout(keys.size()), runs(1);
  twoPhases([&](void *m, size_t &b) {
    return cub::DeviceReduce::ReduceByKey(m, b, static_cast<int *>(kin), static_cast<int *>(kout),
                                          static_cast<int *>(vin), static_cast<int *>(vout),
                                          static_cast<int *>(runs), cub::Sum(), n);
  });
  CHECK_EQUAL(static_cast<size_t>(runs.one()), uniques.size());
  CHECK(kout.host(uniques.size()) == uniques);
  CHECK(vout.host(sums.size()) == sums);
}

void scan(int n) {
  const std::vector<int> values = numbers(n, 1000);
  std::vector<int> inclusive(values.size()), exclusive(values.size()), maxima(values.size());
  int sum = 0, greatest = INT_MIN;
  for (size_t i = 0; i < values.size(); ++i) {
    exclusive[i] = sum;
    inclusive[i] = sum += values[i];
    maxima[i] = greatest = std::max(greatest, values[i]);
  }
  Device<int> in(values), out(values.size());
  twoPhases([&](void *m, size_t &b) {
    return cub::DeviceScan::ExclusiveSum(m, b, static_cast<int *>(in), static_cast<int *>(out), n);
  });
  CHECK(out.host() == exclusive);
  twoPhases([&](void *m, size_t &b) {
    return cub::DeviceScan::InclusiveSum(m, b, static_cast<int *>(in), static_cast<int *>(out), n);
  });
  CHECK(out.host() == inclusive);
  twoPhases([&](void *m, size_t &b) {
    return cub::DeviceScan::InclusiveScan(m, b, static_cast<int *>(in), static_cast<int *>(out),
                                          cub::Max(), n);
  });
  CHECK(out.host() == maxima);
  twoPhases([&](void *m, size_t &b) {
    return cub::DeviceScan::InclusiveScanInit(m, b, static_cast<int *>(in), static_cast<int *>(out),
                                              cub::Sum(), 5, n);
  });
  if (n > 0)
    CHECK_EQUAL(out.host().back(), sum + 5);
  // In place.
  twoPhases([&](void *m, size_t &b) {
    return cub::DeviceScan::ExclusiveSum(m, b, static_cast<int *>(in), n);
  });
  CHECK(in.host() == exclusive);

  const std::vector<Affine> functions = affines(n);
  std::vector<Affine> composed;
  Affine running{2, 1};
  for (const Affine &f : functions) {
    composed.push_back(running);
    running = Compose()(running, f);
  }
  Device<Affine> fin(functions), fout(functions.size());
  twoPhases([&](void *m, size_t &b) {
    return cub::DeviceScan::ExclusiveScan(m, b, static_cast<Affine *>(fin),
                                          static_cast<Affine *>(fout), Compose(), Affine{2, 1}, n);
  });
  CHECK(fout.host() == composed);
}

void scanByKey(int n) {
  std::vector<int> keys = numbers(n, 2, 9);
  std::fill(keys.begin() + n / 4, keys.begin() + n / 2, 7);
  const std::vector<int> values = numbers(n, 50, 4);
  std::vector<int> inclusive(keys.size()), exclusive(keys.size());
  int sum = 0;
  for (size_t i = 0; i < keys.size(); ++i) {
    if (i > 0 && keys[i] != keys[i - 1])
      sum = 0;
    exclusive[i] = sum + 100;
    inclusive[i] = sum += values[i];
  }
  Device<int> kin(keys), vin(values), out(keys.size());
  twoPhases([&](void *m, size_t &b) {
    return cub::DeviceScan::InclusiveSumByKey(m, b, static_cast<int *>(kin),
                                              static_cast<int *>(vin), static_cast<int *>(out), n);
  });
  CHECK(out.host() == inclusive);
  twoPhases([&](void *m, size_t &b) {
    return cub::DeviceScan::ExclusiveScanByKey(m, b, static_cast<int *>(kin),
                                               static_cast<int *>(vin), static_cast<int *>(out),
                                               cub::Sum(), 100, n);
  });
  CHECK(out.host() == exclusive);
  for (int &x : exclusive)
    x -= 100;
  twoPhases([&](void *m, size_t &b) {
    return cub::DeviceScan::ExclusiveSumByKey(m, b, static_cast<int *>(kin),
                                              static_cast<int *>(vin), static_cast<int *>(out), n);
  });
  CHECK(out.host() == exclusive);
  std::vector<int> greatest = values;
  for (size_t i = 1; i < keys.size(); ++i)
    if (keys[i] / 2 == keys[i - 1] / 2)
      greatest[i] = std::max(values[i], greatest[i - 1]);
  twoPhases([&](void *m, size_t &b) {
    return cub::DeviceScan::InclusiveScanByKey(
        m, b, static_cast<int *>(kin), static_cast<int *>(vin), static_cast<int *>(out), cub::Max(),
        n, [] __device__(int x, int y) { return x / 2 == y / 2; });
  });
  CHECK(out.host() == greatest);
}

/// An initial value that a kernel before has written.
__global__ void writeInit(int *init, const int *in) { *init = in[0] + 1000; }
void future() {
  const std::vector<int> values = numbers(6000, 50, 4);
  Device<int> in(values), out(values.size()), init(1);
  std::vector<int> expected;
  int sum = values[0] + 1000;
  for (int x : values) {
    expected.push_back(sum);
    sum += x;
  }
  writeInit<<<1, 1>>>(init, in);
  twoPhases([&](void *m, size_t &b) {
    return cub::DeviceScan::ExclusiveScan(m, b, static_cast<int *>(in), static_cast<int *>(out),
                                          cub::Sum(),
                                          cub::FutureValue<int>(static_cast<int *>(init)), 6000);
  });
  CHECK(out.host() == expected);
}

/// More items than an int counts.
void many() {
  const long long n = (1LL << 31) + 12345;
  Device<long long> out(1);
  twoPhases([&](void *m, size_t &b) {
    return cub::DeviceReduce::Sum(m, b, cub::ConstantInputIterator<long long>(3),
                                  static_cast<long long *>(out), n);
  });
  CHECK_EQUAL(out.one(), 3 * n);
  twoPhases([&](void *m, size_t &b) {
    return cub::DeviceReduce::Max(m, b, cub::CountingInputIterator<long long>(7),
                                  static_cast<long long *>(out), n);
  });
  CHECK_EQUAL(out.one(), n + 6);
}

void segments() {
  const std::vector<int> values = numbers(5000, 1000, 8);
  const std::vector<int> offsets = {0, 0, 1, 4, 4, 1500, 4999, 5000};
  const int count = static_cast<int>(offsets.size()) - 1;
  Device<int> in(values), at(offsets), out(static_cast<size_t>(count));
  Device<cub::KeyValuePair<int, int>> args(static_cast<size_t>(count));
  int *begin = at;
  twoPhases([&](void *m, size_t &b) {
    return cub::DeviceSegmentedReduce::Sum(m, b, static_cast<int *>(in), static_cast<int *>(out),
                                           count, begin, begin + 1);
  });
  for (int s = 0; s < count; ++s)
    CHECK_EQUAL(out.host()[static_cast<size_t>(s)],
                std::accumulate(values.begin() + offsets[static_cast<size_t>(s)],
                                values.begin() + offsets[static_cast<size_t>(s) + 1], 0));
  twoPhases([&](void *m, size_t &b) {
    return cub::DeviceSegmentedReduce::Max(m, b, static_cast<int *>(in), static_cast<int *>(out),
                                           count, begin, begin + 1);
  });
  CHECK_EQUAL(out.host()[0], INT_MIN);
  CHECK_EQUAL(out.host()[4], *std::max_element(values.begin() + 4, values.begin() + 1500));
  twoPhases([&](void *m, size_t &b) {
    return cub::DeviceSegmentedReduce::ArgMax(m, b, static_cast<int *>(in),
                                              static_cast<cub::KeyValuePair<int, int> *>(args),
                                              count, begin, begin + 1);
  });
  CHECK_EQUAL(args.host()[0].key, 1);
  CHECK_EQUAL(args.host()[4].key,
              std::max_element(values.begin() + 4, values.begin() + 1500) - (values.begin() + 4));
}

void iterators() {
  Device<double> out(1);
  const auto twice = [] __host__ __device__(int x) { return 2.0 * x; };
  cub::CountingInputIterator<int> counting(1);
  cub::TransformInputIterator<double, decltype(twice), cub::CountingInputIterator<int>> transformed(
      counting, twice);
  twoPhases([&](void *m, size_t &b) {
    return cub::DeviceReduce::Sum(m, b, transformed, static_cast<double *>(out), 1000);
  });
  CHECK_EQUAL(out.one(), 1001000.0);
  Device<int> ends(10);
  twoPhases([&](void *m, size_t &b) {
    return cub::DeviceScan::InclusiveSum(m, b, cub::ConstantInputIterator<int>(3),
                                         static_cast<int *>(ends), 10);
  });
  CHECK_EQUAL(ends.host()[9], 30);
}

void errorsAndStreams() {
  size_t bytes = 0;
  const std::vector<int> values = numbers(20000, 10);
  Device<int> in(values), out(1);
  CHECK_MUSA(cub::DeviceReduce::Sum(nullptr, bytes, static_cast<int *>(in), static_cast<int *>(out),
                                    20000));
  Device<char> memory(bytes);
  size_t less = bytes - 1;
  CHECK(cub::DeviceReduce::Sum(static_cast<char *>(memory), less, static_cast<int *>(in),
                               static_cast<int *>(out), 20000) == musaErrorInvalidValue);
  musaStream_t stream;
  CHECK_MUSA(musaStreamCreate(&stream));
  CHECK_MUSA(cub::DeviceReduce::Sum(static_cast<char *>(memory), bytes, static_cast<int *>(in),
                                    static_cast<int *>(out), 20000, stream));
  CHECK_MUSA(musaStreamSynchronize(stream));
  CHECK_EQUAL(out.one(), std::accumulate(values.begin(), values.end(), 0));
  CHECK_MUSA(musaStreamDestroy(stream));
}

/// Rows of 0 to 4 numbers.
void sparseProduct(int rows) {
  std::vector<int> offsets{0}, columns;
  std::vector<double> values, x, wanted(static_cast<size_t>(rows));
  for (int row = 0; row < rows; ++row)
    x.push_back(row % 7 - 3);
  for (int row = 0; row < rows; ++row) {
    for (int i = 0; i < row % 5; ++i) {
      columns.push_back((row * 13 + i * 5) % rows);
      values.push_back(row % 3 + i);
      wanted[static_cast<size_t>(row)] += values.back() * x[static_cast<size_t>(columns.back())];
    }
    offsets.push_back(static_cast<int>(values.size()));
  }
  Device<int> rowOffsets(offsets), columnIndices(columns);
  Device<double> matrix(values), vector(x), product(x.size());
  twoPhases([&](void *m, size_t &b) {
    return cub::DeviceSpmv::CsrMV(m, b, static_cast<double *>(matrix),
                                  static_cast<int *>(rowOffsets), static_cast<int *>(columnIndices),
                                  static_cast<double *>(vector), static_cast<double *>(product),
                                  rows, rows, static_cast<int>(values.size()));
  });
  CHECK(product.host(x.size()) == wanted);
}

} // namespace

int main() {
  sparseProduct(3);
  sparseProduct(5000);
  for (int n : testSizes()) {
    reduce(n);
    reduceByKey(n);
    scan(n);
    scanByKey(n);
  }
  future();
  many();
  segments();
  iterators();
  errorsAndStreams();
  return CHECK_RESULT();
}
