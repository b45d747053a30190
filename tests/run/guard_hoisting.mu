// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bounds checks that are decided before a loop: an index that runs down wraps around at zero.
// MCC:
// MCC: -O0
// MCC: -O3
#include "check.h"

constexpr unsigned size = 256;

/// In the loop over a block's threads.
template <typename T> __global__ void downByThread(int *to, T k, T n) {
  const T i = k - threadIdx.x;
  if (i < n)
    to[i] = 1;
}

/// In a loop of the program.
template <typename T> __global__ void convolve(const int *from, int *to, T width, T taps) {
  const T x = blockIdx.x;
  int sum = 0;
  for (T j = 0; j < taps; ++j) {
    const T p = x - j;
    if (p < width)
      sum += from[p];
  }
  to[x] = sum;
}

/// Up over the end, which wraps around to zero.
template <typename T> __global__ void upByThread(int *to, T k, T n) {
  const T i = k + threadIdx.x;
  if (i < n)
    to[i] = 1;
}

/// Unsigned arithmetic over the end of what is then compared as signed.
__global__ void signedDown(unsigned char *to, unsigned k, int n) {
  const int i = static_cast<int>(k - threadIdx.x);
  if (i < n)
    to[i + 0x80000000L] = 1;
}

template <typename T> void compare(int *from, int *to) {
  for (unsigned i = 0; i < size; ++i)
    to[i] = 0;
  downByThread<T><<<1, size>>>(to, 100, size);
  CHECK_MUSA(musaDeviceSynchronize());
  for (unsigned i = 0; i < size; ++i)
    CHECK_EQUAL(to[i], i <= 100);

  convolve<T><<<size, 1>>>(from, to, 200, 9);
  CHECK_MUSA(musaDeviceSynchronize());
  for (unsigned x = 0; x < size; ++x) {
    int sum = 0;
    for (unsigned j = 0; j < 9 && j <= x; ++j)
      sum += x - j < 200 ? from[x - j] : 0;
    CHECK_EQUAL(to[x], sum);
  }

  for (unsigned i = 0; i < size; ++i)
    to[i] = 0;
  upByThread<T><<<1, size>>>(to, static_cast<T>(-128), size);
  CHECK_MUSA(musaDeviceSynchronize());
  for (unsigned i = 0; i < size; ++i)
    CHECK_EQUAL(to[i], i < 128);
}

int main() {
  int *from, *to;
  unsigned char *bytes;
  CHECK_MUSA(musaMallocManaged(&from, size * sizeof(int)));
  CHECK_MUSA(musaMallocManaged(&to, size * sizeof(int)));
  CHECK_MUSA(musaMallocManaged(&bytes, size));
  for (unsigned i = 0; i < size; ++i)
    from[i] = static_cast<int>(i) + 1;
  compare<unsigned>(from, to);
  compare<unsigned long>(from, to);

  for (unsigned i = 0; i < size; ++i)
    bytes[i] = 0;
  // From -2^31 + 101 down to -2^31, then from 2^31 - 1 on.
  signedDown<<<1, size>>>(bytes, 0x80000065u, 0);
  CHECK_MUSA(musaDeviceSynchronize());
  for (unsigned i = 0; i < size; ++i)
    CHECK_EQUAL(static_cast<int>(bytes[i]), i <= 101);
  return CHECK_RESULT();
}
