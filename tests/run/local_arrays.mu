// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays of a thread that are read and written as vectors, as kernels with aligned loads do it.
#include "check.h"

#include <vector>

namespace {

struct alignas(16) Four {
  float values[4];
};

__device__ void load(float *to, const float *from, int i) {
  reinterpret_cast<Four *>(to)[0] = reinterpret_cast<const Four *>(from)[i];
}

/// One array of a thread, rows of it picked at run time.
__global__ void inLoop(const float *x, const float *y, float *out, int n, int rows) {
  char odd[3];
  odd[threadIdx.x % 3] = 1;
  float r[2][4];
  for (int i = threadIdx.x; i * 4 < n; i += blockDim.x) {
    for (int row = 0; row < rows; ++row)
      load(r[row], row == 0 ? x : y, i);
    for (int k = 0; k < 4; ++k)
      r[0][k] += 2 * r[rows - 1][k] + 0 * odd[threadIdx.x % 3];
    reinterpret_cast<Four *>(out)[i] = *reinterpret_cast<const Four *>(r[0]);
  }
}

/// The same, kept across a barrier.
__global__ void acrossBarrier(const float *x, const float *y, float *out, int n, int rows) {
  char odd[3];
  odd[threadIdx.x % 3] = 1;
  float r[2][4];
  const int i = threadIdx.x;
  for (int row = 0; row < rows; ++row)
    load(r[row], row == 0 ? x : y, i);
  __syncthreads();
  for (int k = 0; k < 4; ++k)
    r[0][k] += 2 * r[rows - 1][k] + 0 * odd[threadIdx.x % 3];
  __syncthreads();
  if (i * 4 < n)
    reinterpret_cast<Four *>(out)[i] = *reinterpret_cast<const Four *>(r[0]);
}

/// Wider than any access of a GPU.
struct alignas(32) FourDoubles {
  double values[4];
};

__device__ __noinline__ void add(FourDoubles &sum, const FourDoubles &added) {
  const FourDoubles copy = added;
  for (int k = 0; k < 4; ++k)
    sum.values[k] += copy.values[k];
}

/// Two arrays that are 48 bytes apart, so that one of them is at no multiple of 32.
__global__ void widerThanAnAccess(const double *x, double *out, int from) {
  double r[14];
  for (int k = 0; k < 14; ++k)
    r[k] = x[k];
  auto *first = reinterpret_cast<FourDoubles *>(r + from);
  auto *second = reinterpret_cast<FourDoubles *>(r + from + 6);
  const FourDoubles before = *first;
  *first = *second;
  *second = before;
  add(*first, *second);
  add(*second, *first);
  for (int k = 0; k < 14; ++k)
    out[k] = r[k];
}

void runWiderThanAnAccess() {
  double *memory = nullptr;
  CHECK_MUSA(musaMallocManaged(&memory, 28 * sizeof(double)));
  for (int i = 0; i < 14; ++i)
    memory[i] = i;
  widerThanAnAccess<<<1, 1>>>(memory, memory + 14, 2);
  CHECK_MUSA(musaDeviceSynchronize());
  for (int k = 0; k < 4; ++k) {
    CHECK_EQUAL(memory[14 + 2 + k], 2.0 * k + 10);
    CHECK_EQUAL(memory[14 + 8 + k], 3.0 * k + 12);
  }
  CHECK_MUSA(musaFree(memory));
}

template <typename Kernel> void run(Kernel kernel) {
  constexpr int n = 256;
  float *memory = nullptr;
  CHECK_MUSA(musaMallocManaged(&memory, 3 * n * sizeof(float)));
  for (int i = 0; i < 2 * n; ++i)
    memory[i] = static_cast<float>(i);
  kernel<<<1, n / 4>>>(memory, memory + n, memory + 2 * n, n, 2);
  CHECK_MUSA(musaDeviceSynchronize());
  for (int i = 0; i < n; ++i)
    CHECK(memory[2 * n + i] == static_cast<float>(i + 2 * (n + i)));
  CHECK_MUSA(musaFree(memory));
}

} // namespace

int main() {
  run(inLoop);
  run(acrossBarrier);
  runWiderThanAnAccess();
  return CHECK_RESULT();
}
