// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Thrust's headers bring others, and programs rely on it: what CUDA's sort.h and device_ptr.h
// bring, these bring.
// MCC:
// MCC: -std=c++20
#include "check.h"

#include <thrust/device_ptr.h>
#include <thrust/sort.h>

int main() {
  int *memory = nullptr;
  CHECK_MUSA(musaMallocManaged(&memory, 4 * sizeof(int)));
  thrust::device_ptr<int> first(memory), last = first + 4;
  thrust::sequence(thrust::device, first, last, 1);
  thrust::transform(first, last, first, thrust::negate<int>());
  thrust::sort(thrust::device, memory, memory + 4);
  CHECK_EQUAL(memory[0], -4);
  CHECK_EQUAL(*thrust::max_element(first, last), -1);
  CHECK_EQUAL(thrust::transform_reduce(first, last, thrust::negate<int>(), 0, thrust::plus<int>()),
              10);
  thrust::tabulate(first, last, thrust::negate<int>());
  CHECK_EQUAL(memory[3], -3);
  thrust::fill(first, first + thrust::distance(first, last), 7);
  thrust::for_each(thrust::counting_iterator<int>(0), thrust::counting_iterator<int>(4),
                   [memory] __device__(int i) { memory[i] += i; });
  CHECK_EQUAL(memory[3], 10);
  thrust::transform(first, last, thrust::constant_iterator<int>(3), first, thrust::plus<int>());
  CHECK_EQUAL(memory[3], 13);
  CHECK_EQUAL(FLT_MAX > 1, true);
  CHECK_MUSA(musaFree(memory));
  return CHECK_RESULT();
}
