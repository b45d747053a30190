// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Algorithms that a kernel calls with thrust::device: they run in the thread that calls them.
#include "check.h"

#include <thrust/copy.h>
#include <thrust/execution_policy.h>
#include <thrust/find.h>
#include <thrust/functional.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
#include <thrust/unique.h>

constexpr int rows = 3, columns = 5;

struct is_odd {
  __host__ __device__ bool operator()(int value) const { return value % 2 != 0; }
};

struct results {
  int inclusive[columns], exclusive[columns], sorted[columns], keys[columns], values[columns];
  int copied[columns], twice[columns], odd, sum, unique, found;
};

__global__ void run(const int *all, results *of_rows) {
  const int *first = all + threadIdx.x * columns, *last = first + columns;
  results &r = of_rows[threadIdx.x];
  thrust::inclusive_scan(thrust::device, first, last, r.inclusive);
  thrust::exclusive_scan(thrust::device, first, last, r.exclusive, 100);
  thrust::copy(thrust::device, first, last, r.sorted);
  thrust::sort(thrust::device, r.sorted, r.sorted + columns);
  thrust::copy_n(thrust::device, first, columns, r.keys);
  thrust::copy(thrust::device, first, last, r.values);
  thrust::sort_by_key(thrust::device, r.keys, r.keys + columns, r.values, thrust::greater<int>());
  thrust::transform(thrust::device, first, last, first, r.twice, thrust::plus<int>());
  r.odd =
      static_cast<int>(thrust::copy_if(thrust::device, first, last, r.copied, is_odd()) - r.copied);
  r.sum = thrust::reduce(thrust::device, first, last, 1);
  r.found = static_cast<int>(thrust::find(thrust::device, first, last, 4) - first);
  int sorted[columns];
  thrust::copy(thrust::seq, r.sorted, r.sorted + columns, sorted);
  r.unique = static_cast<int>(thrust::unique(thrust::device, sorted, sorted + columns) - sorted);
}

int main() {
  const int input[rows][columns] = {{3, 1, 4, 1, 5}, {9, 2, 6, 5, 4}, {4, 4, 4, 4, 4}};
  int *all = nullptr;
  results *found = nullptr;
  CHECK_MUSA(musaMallocManaged(&all, sizeof(input)));
  CHECK_MUSA(musaMallocManaged(&found, rows * sizeof(results)));
  CHECK_MUSA(musaMemcpy(all, input, sizeof(input), musaMemcpyDefault));
  run<<<1, rows>>>(all, found);
  CHECK_MUSA(musaDeviceSynchronize());
  const int inclusive[columns] = {3, 4, 8, 9, 14}, exclusive[columns] = {100, 103, 104, 108, 109};
  const int sorted[columns] = {1, 1, 3, 4, 5}, descending[columns] = {5, 4, 3, 1, 1};
  const int odds[columns] = {3, 1, 1, 5, 0};
  for (int i = 0; i < columns; ++i) {
    CHECK_EQUAL(found[0].inclusive[i], inclusive[i]);
    CHECK_EQUAL(found[0].exclusive[i], exclusive[i]);
    CHECK_EQUAL(found[0].sorted[i], sorted[i]);
    CHECK_EQUAL(found[0].keys[i], descending[i]);
    CHECK_EQUAL(found[0].values[i], descending[i]);
    if (i < 4)
      CHECK_EQUAL(found[0].copied[i], odds[i]);
    CHECK_EQUAL(found[1].twice[i], 2 * input[1][i]);
  }
  const int odd[rows] = {4, 2, 0}, sum[rows] = {15, 27, 21}, unique[rows] = {4, 5, 1};
  const int four[rows] = {2, 4, 0};
  for (int row = 0; row < rows; ++row) {
    CHECK_EQUAL(found[row].odd, odd[row]);
    CHECK_EQUAL(found[row].sum, sum[row]);
    CHECK_EQUAL(found[row].unique, unique[row]);
    CHECK_EQUAL(found[row].found, four[row]);
  }
  CHECK_MUSA(musaFree(all));
  CHECK_MUSA(musaFree(found));
  return CHECK_RESULT();
}
