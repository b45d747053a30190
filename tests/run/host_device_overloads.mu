// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions that __MUSA_ARCH__ chooses: one for the device and one for the host. nvcc compiles a
// host function in one of its compilations, and so takes calls that are wrong in the other one.
// MCC:
// MCC: -O2
// MCC: -O2 -fmusa-rdc
// STDOUT: ^70 7\n$
#include "check.h"
#include "managed.h"

#if defined __MUSA_ARCH__
template <class T> __device__ void add(T &to, T value) { atomicAdd(&to, value); }
template <class T> __device__ T twice(T value) { return value + value; }
#else
template <class T> void add(T &to, T value) { to += value; }
template <class T> T twice(T value) { return value * 2; }
#endif

struct Tally {
  int count = 0;
  __host__ __device__ void add(int value) { ::add(count, value); }
};

template <class T> struct Box {
  T value;
  T onHost() const { return twice(value) + 1; }
  __host__ __device__ T onBoth() const { return twice(value); }
};

inline int hostOnly(int value) {
  add(value, twice(value));
  return value;
}

__global__ void tally(Tally *tally, const Box<int> *box) { tally->add(box->onBoth() / 6); }

int main() {
  Managed<Tally> tallies(1);
  Managed<Box<int>> boxes(1);
  tallies[0] = {};
  boxes[0].value = 3;
  tally<<<2, 32>>>(tallies.data, boxes.data);
  CHECK(musaDeviceSynchronize() == musaSuccess);
  tallies[0].add(boxes[0].onBoth());
  std::printf("%d %d\n", tallies[0].count, boxes[0].onHost());
  CHECK(hostOnly(2) == 6);
  return 0;
}
