// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Thrust's selections, merges and sets in device memory; its iterators, numbers and tuples.
#include "cub_test.h"

#include <thrust/complex.h>
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/gather.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/discard_iterator.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/iterator/reverse_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/merge.h>
#include <thrust/partition.h>
#include <thrust/random.h>
#include <thrust/reduce.h>
#include <thrust/remove.h>
#include <thrust/scatter.h>
#include <thrust/sequence.h>
#include <thrust/set_operations.h>
#include <thrust/transform_reduce.h>
#include <thrust/tuple.h>
#include <thrust/unique.h>

#include <algorithm>
#include <complex>
#include <iterator>

namespace {

using Ints = thrust::device_vector<int>;

std::vector<int> host(const Ints &d) {
  std::vector<int> result(d.size());
  thrust::copy(d.begin(), d.end(), result.begin());
  return result;
}

struct Even {
  __host__ __device__ bool operator()(int x) const { return x % 2 == 0; }
};

void selections(int n) {
  const std::vector<int> a = numbers(n, 10);
  const Ints da = a;
  std::vector<int> evens, odds, uniques;
  std::copy_if(a.begin(), a.end(), std::back_inserter(evens), Even());
  std::copy_if(a.begin(), a.end(), std::back_inserter(odds), [](int x) { return x % 2 != 0; });
  std::unique_copy(a.begin(), a.end(), std::back_inserter(uniques));
  Ints out(a.size());
  out.resize(static_cast<size_t>(thrust::copy_if(da.begin(), da.end(), out.begin(), Even()) -
                                 out.begin()));
  CHECK(host(out) == evens);
  Ints d = da;
  d.erase(thrust::remove_if(d.begin(), d.end(), Even()), d.end());
  CHECK(host(d) == odds);
  d = da;
  d.erase(thrust::unique(d.begin(), d.end()), d.end());
  CHECK(host(d) == uniques);
  d = da;
  CHECK_EQUAL(thrust::stable_partition(d.begin(), d.end(), Even()) - d.begin(),
              static_cast<long>(evens.size()));
  evens.insert(evens.end(), odds.begin(), odds.end());
  CHECK(host(d) == evens);

  Ints keys(a.size()), sums(a.size());
  const auto ends = thrust::reduce_by_key(da.begin(), da.end(), thrust::constant_iterator<int>(1),
                                          keys.begin(), sums.begin());
  keys.resize(static_cast<size_t>(ends.first - keys.begin()));
  sums.resize(keys.size());
  CHECK(host(keys) == uniques);
  CHECK_EQUAL(thrust::reduce(sums.begin(), sums.end()), n);
}

void sets() {
  std::vector<int> a = numbers(5000, 3000), b = numbers(3000, 3000, 9);
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  const Ints da = a, db = b;
  Ints out(8000);
  std::vector<int> expected;
  const auto check = [&](Ints::iterator end) {
    Ints used(out.begin(), end);
    CHECK(host(used) == expected);
    expected.clear();
  };
  std::merge(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(expected));
  check(thrust::merge(da.begin(), da.end(), db.begin(), db.end(), out.begin()));
  std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(expected));
  check(thrust::set_union(da.begin(), da.end(), db.begin(), db.end(), out.begin()));
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(expected));
  check(thrust::set_intersection(da.begin(), da.end(), db.begin(), db.end(), out.begin()));
  std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(expected));
  check(thrust::set_difference(da.begin(), da.end(), db.begin(), db.end(), out.begin()));
  std::set_symmetric_difference(a.begin(), a.end(), b.begin(), b.end(),
                                std::back_inserter(expected));
  check(thrust::set_symmetric_difference(da.begin(), da.end(), db.begin(), db.end(), out.begin()));
}

struct Double {
  __host__ __device__ int operator()(int x) const { return 2 * x; }
};
struct Dot {
  __host__ __device__ int operator()(const thrust::tuple<int, int> &t) const {
    return thrust::get<0>(t) * thrust::get<1>(t);
  }
};

void iterators() {
  Ints a(100), b(100), out(100);
  thrust::sequence(a.begin(), a.end());
  thrust::fill(b.begin(), b.end(), 2);
  const auto first = thrust::make_zip_iterator(thrust::make_tuple(a.begin(), b.begin()));
  CHECK_EQUAL(thrust::transform_reduce(first, first + 100, Dot(), 0, thrust::plus<int>()), 9900);
  thrust::for_each(first, first + 100, [] __device__(thrust::tuple<int &, int &> t) {
    thrust::get<1>(t) += thrust::get<0>(t);
  });
  CHECK_EQUAL(static_cast<int>(b[99]), 101);
  const auto doubled = thrust::make_transform_iterator(thrust::counting_iterator<int>(0), Double());
  CHECK_EQUAL(thrust::reduce(thrust::device, doubled, doubled + 10), 90);
  const Ints map(std::vector<int>{3, 1, 2});
  const auto permuted = thrust::make_permutation_iterator(a.begin(), map.begin());
  CHECK_EQUAL(thrust::reduce(permuted, permuted + 3), 6);
  thrust::gather(map.begin(), map.end(), a.begin(), out.begin());
  CHECK_EQUAL(static_cast<int>(out[0]), 3);
  thrust::scatter(a.begin() + 10, a.begin() + 13, map.begin(), out.begin());
  CHECK_EQUAL(static_cast<int>(out[3]), 10);
  thrust::copy(thrust::make_reverse_iterator(a.end()), thrust::make_reverse_iterator(a.begin()),
               out.begin());
  CHECK_EQUAL(static_cast<int>(out[0]), 99);
  thrust::copy(a.begin(), a.end(), thrust::make_discard_iterator());
}

struct Uniform {
  __host__ __device__ float operator()(unsigned i) const {
    thrust::default_random_engine engine;
    engine.discard(i);
    return thrust::uniform_real_distribution<float>(0, 1)(engine);
  }
};

void numbersAndTypes() {
  thrust::device_vector<float> d(10000);
  thrust::transform(thrust::counting_iterator<unsigned>(0),
                    thrust::counting_iterator<unsigned>(10000), d.begin(), Uniform());
  const float mean = thrust::reduce(d.begin(), d.end()) / 10000;
  CHECK(mean > 0.48f && mean < 0.52f);
  CHECK_EQUAL(static_cast<float>(d[77]), Uniform()(77));

  using Complex = thrust::complex<double>;
  thrust::device_vector<Complex> z(3, Complex(0.5, -1.25));
  thrust::transform(z.begin(), z.end(), z.begin(),
                    [] __device__(Complex x) { return thrust::exp(x) * x + 1.0; });
  const std::complex<double> x(0.5, -1.25), y = std::exp(x) * x + 1.0;
  CHECK(std::abs(std::complex<double>(static_cast<Complex>(z[2])) - y) < 1e-12);
}

} // namespace

int main() {
  for (int n : {0, 1, 2, 1000, 4097, 50021})
    selections(n);
  sets();
  iterators();
  numbersAndTypes();
  return CHECK_RESULT();
}
