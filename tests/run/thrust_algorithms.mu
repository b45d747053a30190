// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Thrust's transformations, reductions, scans, sorts and searches in device memory.
#include "cub_test.h"

#include <thrust/adjacent_difference.h>
#include <thrust/binary_search.h>
#include <thrust/count.h>
#include <thrust/device_vector.h>
#include <thrust/equal.h>
#include <thrust/extrema.h>
#include <thrust/fill.h>
#include <thrust/find.h>
#include <thrust/for_each.h>
#include <thrust/functional.h>
#include <thrust/generate.h>
#include <thrust/inner_product.h>
#include <thrust/logical.h>
#include <thrust/reduce.h>
#include <thrust/replace.h>
#include <thrust/reverse.h>
#include <thrust/scan.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/tabulate.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>
#include <thrust/transform_scan.h>

#include <algorithm>
#include <numeric>

namespace {

using Ints = thrust::device_vector<int>;

std::vector<int> host(const Ints &d) {
  std::vector<int> result(d.size());
  thrust::copy(d.begin(), d.end(), result.begin());
  return result;
}

struct Square {
  __host__ __device__ long long operator()(int x) const { return static_cast<long long>(x) * x; }
};
struct Even {
  __host__ __device__ bool operator()(int x) const { return x % 2 == 0; }
};

void transformations(int n) {
  const std::vector<int> a = numbers(n, 1000), b = numbers(n, 1000, 2);
  const Ints da = a, db = b;
  Ints out(a.size());
  std::vector<int> expected(a.size());
  thrust::transform(da.begin(), da.end(), out.begin(), thrust::negate<int>());
  std::transform(a.begin(), a.end(), expected.begin(), [](int x) { return -x; });
  CHECK(host(out) == expected);
  const int factor = 3;
  thrust::transform(da.begin(), da.end(), db.begin(), out.begin(),
                    [=] __device__(int x, int y) { return factor * x + y; });
  for (size_t i = 0; i < a.size(); ++i)
    expected[i] = 3 * a[i] + b[i];
  CHECK(host(out) == expected);
  thrust::for_each(out.begin(), out.end(), [] __device__(int &x) { x += 1; });
  for (int &x : expected)
    ++x;
  CHECK(host(out) == expected);
  thrust::tabulate(out.begin(), out.end(), Square());
  thrust::replace_if(out.begin(), out.end(), Even(), -1);
  thrust::reverse(out.begin(), out.end());
  for (int i = 0; i < n; ++i)
    expected[static_cast<size_t>(n - 1 - i)] = i % 2 == 0 ? -1 : static_cast<int>(Square()(i));
  CHECK(host(out) == expected);
  thrust::sequence(out.begin(), out.end(), 5, 2);
  thrust::adjacent_difference(out.begin(), out.end(), out.begin());
  CHECK_EQUAL(thrust::count(out.begin(), out.end(), 2), std::max(n - 1, 0));
  thrust::generate(out.begin(), out.end(), [] __device__() { return 6; });
  CHECK_EQUAL(thrust::count_if(out.begin(), out.end(), Even()), n);
}

void reductions(int n) {
  const std::vector<int> a = numbers(n, 1000), b = numbers(n, 1000, 2);
  const Ints da = a, db = b;
  CHECK_EQUAL(thrust::reduce(da.begin(), da.end(), 0LL), std::accumulate(a.begin(), a.end(), 0LL));
  CHECK_EQUAL(thrust::reduce(da.begin(), da.end(), -1, thrust::maximum<int>()),
              std::accumulate(a.begin(), a.end(), -1, [](int x, int y) { return std::max(x, y); }));
  long long squares = 10;
  for (int x : a)
    squares += Square()(x);
  CHECK_EQUAL(
      thrust::transform_reduce(da.begin(), da.end(), Square(), 10LL, thrust::plus<long long>()),
      squares);
  CHECK_EQUAL(thrust::inner_product(da.begin(), da.end(), db.begin(), 0LL),
              std::inner_product(a.begin(), a.end(), b.begin(), 0LL));
  CHECK_EQUAL(thrust::max_element(da.begin(), da.end()) - da.begin(),
              std::max_element(a.begin(), a.end()) - a.begin());
  CHECK_EQUAL(thrust::min_element(da.begin(), da.end()) - da.begin(),
              std::min_element(a.begin(), a.end()) - a.begin());
  const auto ends = thrust::minmax_element(da.begin(), da.end());
  CHECK_EQUAL(ends.first - da.begin(), std::min_element(a.begin(), a.end()) - a.begin());
  CHECK_EQUAL(thrust::find(da.begin(), da.end(), 500) - da.begin(),
              std::find(a.begin(), a.end(), 500) - a.begin());
  CHECK_EQUAL(thrust::any_of(da.begin(), da.end(), Even()),
              std::any_of(a.begin(), a.end(), Even()));
  CHECK_EQUAL(thrust::all_of(da.begin(), da.end(), Even()),
              std::all_of(a.begin(), a.end(), Even()));
  CHECK_EQUAL(thrust::none_of(da.begin(), da.end(), Even()),
              std::none_of(a.begin(), a.end(), Even()));
  CHECK(thrust::equal(da.begin(), da.end(), da.begin()));
  CHECK_EQUAL(thrust::equal(da.begin(), da.end(), db.begin()), a == b);
}

void scans(int n) {
  const std::vector<int> a = numbers(n, 1000), flags = numbers(n, 2, 8);
  const Ints da = a, keys = flags;
  Ints out(a.size());
  std::vector<int> expected(a.size());
  thrust::inclusive_scan(da.begin(), da.end(), out.begin());
  std::partial_sum(a.begin(), a.end(), expected.begin());
  CHECK(host(out) == expected);
  thrust::exclusive_scan(da.begin(), da.end(), out.begin(), 100);
  for (size_t i = 0; i < a.size(); ++i)
    expected[i] = i == 0 ? 100 : expected[i - 1] + a[i - 1];
  CHECK(host(out) == expected);
  thrust::transform_inclusive_scan(da.begin(), da.end(), out.begin(), thrust::negate<int>(),
                                   thrust::minimum<int>());
  for (size_t i = 0; i < a.size(); ++i)
    expected[i] = i == 0 ? -a[0] : std::min(expected[i - 1], -a[i]);
  CHECK(host(out) == expected);
  thrust::inclusive_scan_by_key(keys.begin(), keys.end(), da.begin(), out.begin());
  for (size_t i = 0; i < a.size(); ++i)
    expected[i] = (i > 0 && flags[i] == flags[i - 1] ? expected[i - 1] : 0) + a[i];
  CHECK(host(out) == expected);
  // In place.
  out = da;
  thrust::inclusive_scan(out.begin(), out.end(), out.begin());
  if (n > 0)
    CHECK_EQUAL(static_cast<int>(out.back()), std::accumulate(a.begin(), a.end(), 0));
}

void sorts(int n) {
  std::vector<int> a = numbers(n, 1000), at(a.size());
  std::iota(at.begin(), at.end(), 0);
  Ints keys = a, values = at;
  thrust::stable_sort_by_key(keys.begin(), keys.end(), values.begin());
  std::stable_sort(at.begin(), at.end(), [&](int x, int y) {
    return a[static_cast<size_t>(x)] < a[static_cast<size_t>(y)];
  });
  CHECK(host(values) == at);
  CHECK(thrust::is_sorted(keys.begin(), keys.end()));
  thrust::sort(keys.begin(), keys.end(), thrust::greater<int>());
  std::sort(a.begin(), a.end(), std::greater<int>());
  CHECK(host(keys) == a);
  thrust::sort(keys.begin(), keys.end(),
               [] __device__(int x, int y) { return x % 10 != y % 10 ? x % 10 < y % 10 : x < y; });
  std::sort(a.begin(), a.end(),
            [](int x, int y) { return x % 10 != y % 10 ? x % 10 < y % 10 : x < y; });
  CHECK(host(keys) == a);

  thrust::sort(keys.begin(), keys.end());
  std::sort(a.begin(), a.end());
  const std::vector<int> wanted = numbers(50, 1100, 3);
  const Ints queries = wanted;
  Ints places(wanted.size());
  thrust::lower_bound(keys.begin(), keys.end(), queries.begin(), queries.end(), places.begin());
  const std::vector<int> found = host(places);
  for (size_t i = 0; i < wanted.size(); ++i)
    CHECK_EQUAL(found[i], std::lower_bound(a.begin(), a.end(), wanted[i]) - a.begin());
  CHECK_EQUAL(thrust::upper_bound(keys.begin(), keys.end(), 500) - keys.begin(),
              std::upper_bound(a.begin(), a.end(), 500) - a.begin());
  CHECK_EQUAL(thrust::binary_search(keys.begin(), keys.end(), 500),
              std::binary_search(a.begin(), a.end(), 500));
}

} // namespace

int main() {
  for (int n : {0, 1, 2, 1000, 4097, 100003}) {
    transformations(n);
    reductions(n);
    scans(n);
    sorts(n);
  }
  return CHECK_RESULT();
}
