// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops that a group of threads goes through together: each thread does what it does alone, on the
// host.
// MCC:
// MCC: -O2
// MCC: -O3 -use_fast_math
#include "check.h"

#include <vector>

namespace {

constexpr int arraySize = 1 << 16;

/// A thread, on either side.
struct At {
  int t; ///< in its block
  int block;
  int threads; ///< of a block
  int blocks;
  __host__ __device__ int index() const { return block * threads + t; }
  __host__ __device__ int all() const { return blocks * threads; }
};

__host__ __device__ inline void add(int *to, int value) {
#ifdef __MUSA_ARCH__
  atomicAdd(to, value);
#else
  *to += value;
#endif
}

// Each of these has `run`, which may write to what is its thread's own, or add to what is not.

/// As many rounds for all; far from each other.
struct Uniform {
  static __host__ __device__ void run(At at, const int *in, int *out, int n) {
    unsigned sum = 0;
    for (int k = 0; k < n; ++k)
      sum = sum * 3 + in[k * 64 + at.index()];
    out[at.index()] = static_cast<int>(sum);
  }
};

/// Not all take part, and each way past the loop brings another value.
struct Skipped {
  static __host__ __device__ void run(At at, const int *in, int *out, int n) {
    const int i = at.index();
    int result = 1;
    if (i % 5 == 0) {
      result = in[i] * 7;
    } else if (i % 11 == 3) {
      out[4096 + i] = 9;
      result = 2;
    } else {
      for (int k = 0; k < n; ++k)
        result += in[k * 64 + i] ^ k;
      if (i % 7 == 1)
        result = -result;
    }
    if (i % 13 == 12)
      return;
    out[i] = result + i;
  }
};

/// A bound that threads come to in different rounds.
template <typename Index> struct Strided {
  static __host__ __device__ void run(At at, const int *in, int *out, int n) {
    int sum = 0;
    int last = -1;
    for (Index i = static_cast<Index>(at.index()); i < static_cast<Index>(n);
         i += static_cast<Index>(at.all())) {
      out[4096 + i] = in[i] + static_cast<int>(i);
      sum += in[i];
      last = static_cast<int>(i);
    }
    out[at.index()] = sum;
    out[2048 + at.index()] = last;
  }
};

struct Downward {
  static __host__ __device__ void run(At at, const int *in, int *out, int n) {
    int sum = 0;
    for (int i = n - 1 - at.index(); i >= 0; i -= at.all())
      sum += in[i] * (i + 1);
    out[at.index()] = sum;
  }
};

/// The indices of some threads of a group wrap around.
struct WrappingUp {
  static __host__ __device__ void run(At at, const int *in, int *out, int n) {
    int sum = 0;
    for (unsigned i = 0xffffffe6U + at.index(); i < static_cast<unsigned>(n); i += at.all())
      sum += in[i];
    out[at.index()] = sum;
  }
};

struct WrappingPointer {
  static __host__ __device__ void run(At at, const int *in, int *out, int n) {
    int sum = 0;
    for (int k = 0; k < n; ++k) {
      const unsigned i = 0xfffffff0U + at.index() + k * 64U;
      if (i < 4096)
        sum += in[i];
    }
    out[at.index()] = sum;
  }
};

/// The last thread of a group has wrapped around and is behind the first one again, but not those
/// between them.
struct FarApart {
  static __host__ __device__ void run(At at, const int *in, int *out, int n) {
    unsigned sum = 0;
    int rounds = 0;
    const int *from = in + at.index();
    for (int i = static_cast<int>(at.index() * 0x12000000U); i < n << 23;
         i = static_cast<int>(static_cast<unsigned>(i) + 0x02345679U)) {
      sum = sum * 3 + *from;
      from += 64;
      ++rounds;
    }
    out[at.index()] = static_cast<int>(sum);
    out[1024 + at.index()] = rounds;
  }
};

/// A loop that is entered at two places.
struct Jumps {
  static __host__ __device__ void run(At at, const int *in, int *out, int n) {
    int k = 0;
    unsigned sum = 0;
    if (in[at.index()] > 0)
      goto middle;
  top:
    sum = sum * 5 + in[at.index() + k * 64];
  middle:
    for (int q = 0; q < n; ++q)
      sum = sum * 3 + in[q * 64 + at.index()];
    if (++k < n)
      goto top;
    out[at.index()] = static_cast<int>(sum);
  }
};

/// A loop in the loop, whose rounds are as many, or as many as the outer one has had.
struct Nested {
  static __host__ __device__ void run(At at, const int *in, int *out, int n) {
    const int i = at.index();
    int least = 1 << 30;
    int nearest = -1;
    for (int center = 0; center < n; ++center) {
      int distance = 0;
      for (int k = 0; k < 5; ++k) {
        const int along = in[k * 512 + i] - in[center * 5 + k];
        distance += along * along;
      }
      if (distance < least) {
        least = distance;
        nearest = center;
      }
    }
    out[i] = nearest;
    for (int k = 1; k < n; ++k) {
      for (int j = 0; j < k; ++j)
        out[1024 + k * 128 + i % 128] -= i < 128 ? in[j * 128 + i] * j : 0;
      if (i < 128 && k % 2 == 0)
        out[1024 + k * 128 + i] ^= k;
    }
  }
};

/// Loops one behind the other, the first of which belongs to few.
struct Several {
  static __host__ __device__ void run(At at, const int *in, int *out, int n) {
    const int i = at.index();
    int sum = 0;
    if (i % 3 == 0)
      for (int k = 0; k < n; ++k)
        sum += in[i * 8 + k % 8];
    for (int k = 0; k < n; ++k)
      sum ^= in[k * 128 + i];
    for (int k = i; k < n; k += 32)
      add(&out[4096 + (in[k] & 15)], 1);
    out[i] = sum;
  }
};

/// Values that change places from round to round, and a pointer that walks.
template <bool keepsMore> struct Recurrences {
  static __host__ __device__ void run(At at, const int *in, int *out, int n) {
    unsigned a = at.t;
    unsigned b = 1;
    unsigned before = 0;
    const int *from = in + at.index();
    for (int k = 0; k < n; ++k, from += 64) {
      const unsigned next = a + b + *from;
      before = a;
      a = b;
      b = next;
    }
    out[at.index()] = static_cast<int>(b);
    out[1024 + at.index()] = static_cast<int>(from - in);
    if (keepsMore)
      out[2048 + at.index()] = static_cast<int>(before ^ a);
  }
};

/// Ends that data decide, and more than one of them.
struct Irregular {
  static __host__ __device__ void run(At at, const int *in, int *out, int n) {
    int x = (in[at.index()] & 63) + 1;
    int steps = 0;
    while (x != 1) {
      x = x % 2 == 0 ? x / 2 : 3 * x + 1;
      ++steps;
    }
    for (int k = 0; k < n; ++k) {
      if ((in[k * 64 + at.index()] & 31) == 7)
        break;
      if ((in[k * 64 + at.index()] & 3) == 1)
        continue;
      ++steps;
    }
    out[at.index()] = steps;
  }
};

/// An array of the thread's own.
struct OwnArray {
  static __host__ __device__ void run(At at, const int *in, int *out, int n) {
    int counts[4] = {};
    for (int k = 0; k < n; ++k)
      ++counts[in[k * 64 + at.index()] & 3];
    for (int k = 0; k < 4; ++k)
      out[k * 1024 + at.index()] = counts[k];
  }
};

/// Arrays of the thread's own, by pointers in memory.
struct OwnArrays {
  static __host__ __device__ void run(At at, const int *in, int *out, int n) {
    int even[4] = {};
    int odd[4] = {};
    int *both[2] = {even, odd};
    for (int k = 0; k < n; ++k) {
      const int value = in[k * 64 + at.index()];
      both[value & 1][value >> 1 & 3] += k;
    }
    for (int k = 0; k < 4; ++k)
      out[k * 1024 + at.index()] = even[k] - odd[k];
  }
};

/// Floating-point sums, whose order counts.
struct Sums {
  static __host__ __device__ void run(At at, const int *in, int *out, int n) {
    double sum = 1;
    float product = 1;
    for (int k = 0; k < n; ++k) {
      sum = sum / 3 + in[k];
      product = product / 2 + static_cast<float>(in[k * 64 + at.index()]);
    }
    out[at.index()] = static_cast<int>(sum * 1000);
    out[1024 + at.index()] = static_cast<int>(product * 64);
  }
};

template <typename Case> __global__ void onDevice(const int *in, int *out, int n) {
  Case::run({static_cast<int>(threadIdx.x + blockDim.x * threadIdx.y), static_cast<int>(blockIdx.x),
             static_cast<int>(blockDim.x * blockDim.y), static_cast<int>(gridDim.x)},
            in, out, n);
}

/// The loop is between two barriers.
template <typename Case> __global__ void betweenBarriers(const int *in, int *out, int n) {
  __shared__ int values[256];
  const At at = {static_cast<int>(threadIdx.x + blockDim.x * threadIdx.y),
                 static_cast<int>(blockIdx.x), static_cast<int>(blockDim.x * blockDim.y),
                 static_cast<int>(gridDim.x)};
  values[at.t] = at.t;
  __syncthreads();
  Case::run(at, in, out, n);
  __syncthreads();
  if (values[at.threads - 1 - at.t] != at.threads - 1 - at.t)
    out[0] = -1;
}

/// The loop is between two exchanges of a warp's lanes.
template <typename Case> __global__ void betweenExchanges(const int *in, int *out, int n) {
  const At at = {static_cast<int>(threadIdx.x + blockDim.x * threadIdx.y),
                 static_cast<int>(blockIdx.x), static_cast<int>(blockDim.x * blockDim.y),
                 static_cast<int>(gridDim.x)};
  const int other = __shfl_xor_sync(0xffffffff, at.t, 1);
  Case::run(at, in, out, n);
  if (__shfl_xor_sync(0xffffffff, other, 1) != at.t)
    out[0] = -1;
}

int *in = nullptr;
int *out = nullptr;

template <typename Case>
void compare(void (*kernel)(const int *, int *, int), const char *name, dim3 threads, int blocks,
             int n) {
  const int count = static_cast<int>(threads.x * threads.y);
  CHECK_MUSA(musaMemset(out, 0, arraySize * sizeof(int)));
  kernel<<<blocks, threads>>>(in, out, n);
  CHECK_MUSA(musaDeviceSynchronize());
  std::vector<int> expected(arraySize);
  for (int block = 0; block < blocks; ++block)
    for (int t = 0; t < count; ++t)
      Case::run({t, block, count, blocks}, in, expected.data(), n);
  for (int i = 0; i < arraySize; ++i)
    if (out[i] != expected[i]) {
      std::printf("%s: %d threads, %d blocks, n = %d\n", name, count, blocks, n);
      CHECK_EQUAL(out[i], expected[i]);
      return;
    }
}

template <typename Case> void compareAll(const char *name) {
  for (const dim3 threads : {dim3(1), dim3(15), dim3(16), dim3(17), dim3(32), dim3(47), dim3(64),
                             dim3(16, 3), dim3(33, 2)})
    for (const int blocks : {1, 3})
      for (const int n : {0, 1, 2, 7, 16, 33}) {
        compare<Case>(&onDevice<Case>, name, threads, blocks, n);
        compare<Case>(&betweenBarriers<Case>, name, threads, blocks, n);
        if (threads.x * threads.y % 32 == 0)
          compare<Case>(&betweenExchanges<Case>, name, threads, blocks, n);
      }
  for (const int n : {100, 200, 500})
    compare<Case>(&onDevice<Case>, name, dim3(64), 1, n < 256 ? n : 250);
}

template <typename Index> void compareStrided(const char *name) {
  compareAll<Strided<Index>>(name);
  for (const int n : {63, 64, 65, 127, 500, 511, 512, 513, 1000, 4000})
    for (const int threads : {16, 32, 48, 64, 100})
      compare<Strided<Index>>(&onDevice<Strided<Index>>, name, dim3(threads), 2, n);
}

} // namespace

int main() {
  CHECK_MUSA(musaMallocManaged(&in, arraySize * sizeof(int)));
  CHECK_MUSA(musaMallocManaged(&out, arraySize * sizeof(int)));
  unsigned state = 1;
  for (int i = 0; i < arraySize; ++i) {
    state = state * 1664525 + 1013904223;
    in[i] = static_cast<int>(state >> 24) - 100;
  }
  compareAll<Uniform>("Uniform");
  compareAll<Skipped>("Skipped");
  compareStrided<int>("Strided<int>");
  compareStrided<unsigned>("Strided<unsigned>");
  compareStrided<long>("Strided<long>");
  compareStrided<short>("Strided<short>");
  compareAll<Downward>("Downward");
  compareAll<WrappingUp>("WrappingUp");
  compareAll<WrappingPointer>("WrappingPointer");
  compareAll<FarApart>("FarApart");
  for (const int n : {50, 100, 200, 240})
    for (const int threads : {15, 16, 31, 64, 100})
      compare<FarApart>(&onDevice<FarApart>, "FarApart", dim3(threads), 1, n);
  compareAll<Jumps>("Jumps");
  compareAll<Nested>("Nested");
  compareAll<Several>("Several");
  compareAll<Recurrences<false>>("Recurrences<false>");
  compareAll<Recurrences<true>>("Recurrences<true>");
  compareAll<Irregular>("Irregular");
  compareAll<OwnArray>("OwnArray");
  compareAll<OwnArrays>("OwnArrays");
  compareAll<Sums>("Sums");
  return CHECK_RESULT();
}
