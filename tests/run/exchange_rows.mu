// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Exchanges of which one always follows another, in loops whose rounds are known and outside of
// such: a whole warp goes through them without the runtime. Warps that are not whole, or whose
// lanes part, do not, and all get what they get on fibers and on the host.
// MCC: -O2
// MCC: -O3
// MCC: -O2 -g
// MCC: -O2 -fno-musa-split-lanes
// MCC: -O2 --offload-arch=mp_21
// MCC: -O0
#include "managed.h"

#include <vector>

constexpr unsigned full = ~0U;

// ---- shuffles of each kind: both sides take a value from a lane of the warp

/// The lane that `lane` reads from in a round, of those below `lanes`; its own if there is none.
enum class Kind { Down, Up, Xor, Index };
int sourceOf(Kind kind, int lane, int by, int width, int lanes) {
  const int first = lane / width * width;
  const int from = kind == Kind::Down  ? lane + by
                   : kind == Kind::Up  ? lane - by
                   : kind == Kind::Xor ? lane ^ by
                                       : first + (by & (width - 1));
  return from < first || from >= first + width || from >= lanes ? lane : from;
}

template <Kind kind, typename T> __device__ T shuffle(T value, int by, int width) {
  switch (kind) {
  case Kind::Down:
    return __shfl_down_sync(full, value, by, width);
  case Kind::Up:
    return __shfl_up_sync(full, value, by, width);
  case Kind::Xor:
    return __shfl_xor_sync(full, value, by, width);
  default:
    return __shfl_sync(full, value, by, width);
  }
}

template <Kind kind, typename T, int width> __global__ void shuffles(const T *in, T *out) {
  const unsigned t = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  const unsigned i = blockIdx.x * blockDim.x * blockDim.y * blockDim.z + t;
  T value = in[i];
  for (int by = width / 2; by > 0; by /= 2)
    value += shuffle<kind>(value, by, width) * static_cast<T>(by + 1);
  out[i] = value;
}

template <Kind kind, typename T, int width> void testShuffles(dim3 threads) {
  constexpr unsigned blocks = 3;
  const unsigned all = threads.x * threads.y * threads.z;
  Managed<T> in(all * blocks), out(all * blocks);
  for (unsigned i = 0; i < all * blocks; ++i)
    in[i] = static_cast<T>(i * 7 % 31);
  shuffles<kind, T, width><<<blocks, threads>>>(in.data, out.data);
  CHECK_MUSA(musaDeviceSynchronize());
  for (unsigned first = 0; first < all * blocks; first += 32) {
    // The last warp of a block may be a part of one, and the next block begins behind it.
    const unsigned inBlock = first % all;
    const auto lanes = static_cast<int>(all - inBlock < 32 ? all - inBlock : 32);
    std::vector<T> value(in.data + first, in.data + first + lanes);
    for (int by = width / 2; by > 0; by /= 2) {
      const std::vector<T> before = value;
      for (int lane = 0; lane < lanes; ++lane)
        value[lane] += before[sourceOf(kind, lane, by, width, lanes)] * static_cast<T>(by + 1);
    }
    for (int lane = 0; lane < lanes; ++lane)
      CHECK_EQUAL(out[first + lane], value[lane]);
    if (lanes < 32)
      first -= 32 - static_cast<unsigned>(lanes);
  }
}

template <typename T, int width> void testKinds() {
  for (dim3 threads : {dim3(32), dim3(256), dim3(20), dim3(250), dim3(1), dim3(32, 3), dim3(16, 4),
                       dim3(5, 3, 7)}) {
    testShuffles<Kind::Down, T, width>(threads);
    testShuffles<Kind::Up, T, width>(threads);
    testShuffles<Kind::Xor, T, width>(threads);
    testShuffles<Kind::Index, T, width>(threads);
  }
}

// ---- votes, and what follows them

/// How many lanes of the warp have the same digit, and the first of them; eight votes a key.
__global__ void digits(const unsigned *in, unsigned *out, int n) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= n)
    return; // in the last block lanes leave
  const unsigned key = in[i];
  unsigned equal = full;
  for (int bit = 0; bit < 8; ++bit) {
    const unsigned ones = __ballot_sync(full, key >> bit & 1);
    equal &= key >> bit & 1 ? ones : ~ones;
  }
  out[i] = static_cast<unsigned>(__popc(equal) * 64 + __ffs(static_cast<int>(equal)));
}

void testDigits(int n) {
  Managed<unsigned> in(n), out(n);
  for (int i = 0; i < n; ++i)
    in[i] = static_cast<unsigned>(i * i % 23);
  digits<<<(n + 127) / 128, 128>>>(in.data, out.data, n);
  CHECK_MUSA(musaDeviceSynchronize());
  for (int i = 0; i < n; ++i) {
    unsigned count = 0, first = 0;
    for (int other = i / 32 * 32; other < n && other < i / 32 * 32 + 32; ++other)
      if (in[other] == in[i]) {
        if (count++ == 0)
          first = static_cast<unsigned>(other % 32 + 1);
      }
    // Lanes that have left say no: where the digit has zeros only, they count as equal.
    CHECK_EQUAL(out[i] % 64, first);
    if (i / 32 * 32 + 32 <= n)
      CHECK_EQUAL(out[i] / 64, count);
  }
}

// ---- behind barriers, with memory between, in loops that are not known

/// A block's sum, rows of unknown length: each warp's, and then that of the warps.
__global__ void blockSums(const float *in, float *out, int n) {
  __shared__ float ofWarp[32];
  const int lane = static_cast<int>(threadIdx.x % 32), warp = static_cast<int>(threadIdx.x / 32);
  for (int row = 0; row < 3; ++row) {
    float sum = 0;
    for (int i = static_cast<int>(threadIdx.x); i < n; i += static_cast<int>(blockDim.x))
      sum += in[(blockIdx.x * 3 + row) * n + i];
    for (int by = 16; by > 0; by /= 2)
      sum += __shfl_xor_sync(full, sum, by, 32);
    if (lane == 0)
      ofWarp[warp] = sum;
    __syncthreads();
    if (warp == 0) {
      sum = lane < static_cast<int>(blockDim.x) / 32 ? ofWarp[lane] : 0;
#pragma unroll
      for (int by = 16; by > 0; by /= 2)
        sum += __shfl_down_sync(full, sum, by, 32);
      if (lane == 0)
        out[blockIdx.x * 3 + row] = sum;
    }
    __syncthreads();
  }
}

void testBlockSums(unsigned threads, int n) {
  constexpr unsigned rows = 12;
  Managed<float> in(rows * n), out(rows);
  for (unsigned i = 0; i < rows * n; ++i)
    in[i] = static_cast<float>(i % 5);
  blockSums<<<rows / 3, threads>>>(in.data, out.data, n);
  CHECK_MUSA(musaDeviceSynchronize());
  for (unsigned row = 0; row < rows; ++row) {
    float wanted = 0;
    for (int i = 0; i < n; ++i)
      wanted += in[row * n + i];
    CHECK_EQUAL(out[row], wanted);
  }
}

/// Lanes write between exchanges, and read what others have written: to shared memory, which the
/// exchange orders within a warp.
__global__ void inclusiveScans(const int *in, int *out, int *copies) {
  __shared__ int seen[256];
  const unsigned t = threadIdx.x, lane = t % 32, i = blockIdx.x * blockDim.x + t;
  int value = in[i];
  __syncthreads();
  for (unsigned by = 1; by < 32; by *= 2) {
    const int other = __shfl_up_sync(full, value, by, 32);
    if (lane >= by)
      value += other;
    seen[t] = value;
    __syncwarp();
    copies[i] += seen[t ^ 1];
  }
  out[i] = value;
}

void testScans() {
  constexpr int n = 1024;
  Managed<int> in(n), out(n), copies(n);
  for (int i = 0; i < n; ++i) {
    in[i] = i % 9;
    copies[i] = 0;
  }
  inclusiveScans<<<n / 256, 256>>>(in.data, out.data, copies.data);
  CHECK_MUSA(musaDeviceSynchronize());
  for (int first = 0; first < n; first += 32) {
    int value[32], copied[32] = {};
    for (int lane = 0; lane < 32; ++lane)
      value[lane] = in[first + lane];
    for (int by = 1; by < 32; by *= 2) {
      for (int lane = 31; lane >= by; --lane)
        value[lane] += value[lane - by];
      for (int lane = 0; lane < 32; ++lane)
        copied[lane] += value[lane ^ 1];
    }
    for (int lane = 0; lane < 32; ++lane) {
      CHECK_EQUAL(out[first + lane], value[lane]);
      CHECK_EQUAL(copies[first + lane], copied[lane]);
    }
  }
}

/// What a warp reads behind an exchange, another overwrites behind a later one, with no barrier
/// between: warps of a GPU go on about together, and those of the host take turns. A warp that is
/// ahead in rows, or not whole, keeps its turn.
__global__ void keepsTurns(int *out) {
  __shared__ int first[32], second[32];
  const unsigned lane = threadIdx.x % 32;
  if (threadIdx.x < 32) {
    first[lane] = static_cast<int>(lane);
    second[lane] = 100;
  }
  __syncthreads();
  int sum = first[lane];
  for (int by = 16; by > 0; by /= 2)
    sum += __shfl_xor_sync(full, sum, by, 32);
  int most = second[lane];
  for (int by = 16; by > 0; by /= 2)
    most = max(most, __shfl_xor_sync(full, most, by, 32));
  second[lane] = 7;
  out[threadIdx.x] = most + (sum >> 31);
}

void testTurns() {
  for (int threads : {32, 48, 64, 80, 250}) {
    Managed<int> out(threads);
    keepsTurns<<<1, threads>>>(out.data);
    CHECK_MUSA(musaDeviceSynchronize());
    for (int i = 0; i < threads; ++i)
      CHECK_EQUAL(out[i], 100);
  }
}

// ---- lanes that part

/// Half of the lanes exchange by their own mask, in between the others' rounds.
__global__ void halves(const int *in, int *out) {
  const unsigned t = threadIdx.x;
  int value = in[t];
  for (int by = 8; by > 0; by /= 2)
    value += __shfl_xor_sync(full, value, by, 32);
  if (t % 32 < 16) {
    for (int by = 8; by > 0; by /= 2)
      value += __shfl_xor_sync(0xffffU, value, by, 32);
  }
  for (int by = 16; by > 0; by /= 2)
    value = max(value, __shfl_xor_sync(full, value, by, 32));
  out[t] = value;
}

void testHalves() {
  constexpr int n = 128;
  Managed<int> in(n), out(n);
  for (int i = 0; i < n; ++i)
    in[i] = i * 5 % 17;
  halves<<<1, n>>>(in.data, out.data);
  CHECK_MUSA(musaDeviceSynchronize());
  for (int first = 0; first < n; first += 32) {
    int low = 0, high = 0;
    for (int lane = 0; lane < 16; ++lane) {
      low += in[first + lane];
      high += in[first + 16 + lane];
    }
    const int wanted = low * 16 > high ? low * 16 : high;
    for (int lane = 0; lane < 32; ++lane)
      CHECK_EQUAL(out[first + lane], wanted);
  }
}

int main() {
  testKinds<int, 32>();
  testKinds<float, 32>();
  testKinds<double, 32>();
  testKinds<long long, 8>();
  testKinds<unsigned, 2>();
  testDigits(1024);
  testDigits(1000);
  testBlockSums(256, 1000);
  testBlockSums(96, 70);
  testScans();
  testTurns();
  testHalves();
  return CHECK_RESULT();
}
