// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops that a group of threads goes through together: each thread does what it does alone, on the
// host.
// MCC:
// MCC: -O2
// MCC: -O3 -use_fast_math
#include "both_sides.h"

namespace {

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

/// Rows of threads take part: all but the first and the last ones, and none in the middle.
struct Borders {
  static __host__ __device__ void run(At at, const int *in, int *out, int n) {
    const int i = at.index();
    const int last = at.all() - 1;
    if (i == 0 || i == last || (i >= 24 && i < 29))
      return;
    unsigned below = in[i];
    unsigned here = in[i + 64];
    for (int k = 1; k < n; ++k) {
      const unsigned above = in[(k + 1) * 64 + i];
      below = below * 3 + here + (in[k * 64 + i - 1] ^ in[k * 64 + i + 1]);
      here = above;
    }
    out[i] = static_cast<int>(below);
    if (i % 6 != 5)
      out[1024 + i] = static_cast<int>(here);
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

/// All threads take part in the first round, and the signed index wraps around among them.
struct WrappingAmongThreads {
  static __host__ __device__ void run(At at, const int *in, int *out, int n) {
    int sum = 0;
    unsigned bound = 0x7ffffff8U;
    int k = 0;
    for (unsigned i = 0x7fffff80U + 16U * at.index(); static_cast<int>(i) < static_cast<int>(bound);
         i += 16U * at.all(), bound += 0x80000010U, ++k) {
      const auto wide = static_cast<long>(static_cast<int>(i));
      sum += in[k * 64 + at.index()] + in[(wide >> 4 & 31) + (wide >> 33 & 1) * n];
    }
    out[at.index()] = sum;
  }
};

/// A group has as many threads as a cache line has bytes.
struct Bytes {
  static __host__ __device__ void run(At at, const int *in, int *out, int n) {
    const auto *bytes = reinterpret_cast<const unsigned char *>(in);
    int sum = 0;
    for (int i = at.index(); i < 16 * n; i += at.all())
      sum = sum * 5 + bytes[i];
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

template <typename Index> void compareStrided(const char *name) {
  compareAll<Strided<Index>>(name);
  for (const int n : {63, 64, 65, 127, 500, 511, 512, 513, 1000, 4000})
    for (const int threads : {16, 32, 48, 64, 100})
      compare<Strided<Index>>(&onDevice<Strided<Index>>, name, dim3(threads), 2, n);
}

} // namespace

int main() {
  makeArrays();
  compareAll<Uniform>("Uniform");
  compareAll<Skipped>("Skipped");
  compareAll<Borders>("Borders");
  compareStrided<int>("Strided<int>");
  compareStrided<unsigned>("Strided<unsigned>");
  compareStrided<long>("Strided<long>");
  compareStrided<short>("Strided<short>");
  compareAll<Downward>("Downward");
  compareAll<WrappingUp>("WrappingUp");
  compareAll<WrappingAmongThreads>("WrappingAmongThreads");
  compareAll<Bytes>("Bytes");
  for (const int n : {3, 4, 63, 64, 65, 500, 1000})
    for (const int threads : {32, 63, 64, 65, 127, 128, 200})
      compare<Bytes>(&onDevice<Bytes>, "Bytes", dim3(threads), 2, n);
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
