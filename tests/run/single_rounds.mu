// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops over threads in which some do something alone: each thread does what it does on the host.
// MCC:
// MCC: -O2
// MCC: -O3
#include "both_sides.h"

namespace {

/// The first and the last thread of a row.
struct Ends {
  static __host__ __device__ void run(At at, const int *in, int *out, int n) {
    const int i = at.index();
    out[i] = in[i] * n;
    if (at.x == 0)
      out[4096 + i] = in[i + 1] + n;
    if (at.x == at.width - 1)
      out[8192 + i] = in[i] - n;
  }
};

/// Rounds that are known when the kernel runs: there may be none, and they come in any order.
struct Given {
  static __host__ __device__ void run(At at, const int *in, int *out, int n) {
    const int i = at.index();
    if (at.x == n)
      out[4096 + i] = in[i];
    if (at.x == at.width - n)
      out[8192 + i] = in[i] + 1;
    if (at.x + n == 20)
      out[12288 + i] = in[i] + 2;
    if (n - at.x == 16)
      out[16384 + i] = in[i] + 3;
    out[i] = in[i] ^ n;
  }
};

/// All others; and several conditions in one.
struct Others {
  static __host__ __device__ void run(At at, const int *in, int *out, int n) {
    const int i = at.index();
    if (at.x != 3)
      out[i] = in[i];
    if (at.x == 7 || at.x == n)
      out[4096 + i] = 1;
    if (at.x != 3 && at.x != at.width - 1 && in[i] > 0)
      out[8192 + i] = 2;
    else
      out[12288 + i] = 3;
  }
};

/// Nothing else: all other rounds are empty.
struct Alone {
  static __host__ __device__ void run(At at, const int *in, int *out, int n) {
    if (at.t == 0)
      out[at.block] = in[at.block] + n;
    if (at.t == n)
      add(&out[4096], in[at.block]);
  }
};

/// By the index in the grid, in narrow and in wide types, which wrap around.
template <typename Index> struct ByIndex {
  static __host__ __device__ void run(At at, const int *in, int *out, int n) {
    const int i = at.index();
    if (static_cast<Index>(i) == static_cast<Index>(n * 100))
      out[4096 + i] = in[i];
    if (static_cast<Index>(i - 10) == static_cast<Index>(-1))
      out[8192 + i] = in[i];
    if (static_cast<Index>(at.threads - i) == static_cast<Index>(n))
      out[12288 + i] = in[i];
    out[i] = in[i] + 1;
  }
};

/// A value that is chosen by the round, and more of them than a loop is split at.
struct Chosen {
  static __host__ __device__ void run(At at, const int *in, int *out, int n) {
    const int i = at.index();
    int value = in[i];
    switch (at.x) {
    case 0:
      value += n;
      break;
    case 1:
      value *= 3;
      break;
    case 4:
      value -= n;
      break;
    case 9:
      out[4096 + i] = 1;
      break;
    case 11:
      out[4096 + i] = 2;
      break;
    case 30:
      return;
    default:
      break;
    }
    out[i] = value;
  }
};

/// A loop of the thread's own inside.
struct WithLoop {
  static __host__ __device__ void run(At at, const int *in, int *out, int n) {
    const int i = at.index();
    int sum = 0;
    for (int k = 0; k < n; ++k) {
      sum += in[k * 64 + i];
      if (at.x == k)
        out[4096 + i] = sum;
    }
    if (at.x == 0)
      sum = -sum;
    out[i] = sum;
  }
};

} // namespace

int main() {
  makeArrays();
  compareAll<Ends>("Ends");
  compareAll<Given>("Given");
  compareAll<Others>("Others");
  compareAll<Alone>("Alone");
  compareAll<ByIndex<int>>("ByIndex<int>");
  compareAll<ByIndex<unsigned char>>("ByIndex<unsigned char>");
  compareAll<ByIndex<short>>("ByIndex<short>");
  compareAll<ByIndex<long>>("ByIndex<long>");
  compareAll<Chosen>("Chosen");
  compareAll<WithLoop>("WithLoop");
  return CHECK_RESULT();
}
