// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays of a thread that are read and written as vectors, as kernels with aligned loads do it.
#include "check.h"

#include <new>
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

/// One with a copy constructor, which is returned through an address.
struct alignas(32) Counted {
  double values[4];
  __device__ explicit Counted(const FourDoubles &from) {
    for (int k = 0; k < 4; ++k)
      values[k] = from.values[k];
  }
  __device__ Counted(const Counted &from) : Counted(*reinterpret_cast<const FourDoubles *>(&from)) {
    values[0] += 1000;
  }
};

__device__ __noinline__ FourDoubles &at(double *x, int i) {
  return *reinterpret_cast<FourDoubles *>(x + i);
}
__device__ __noinline__ Counted made(const FourDoubles &from) { return Counted(from); }

/// `r` + from and `r` + from + 6, which are 48 bytes apart: one of them is at no multiple of 32.
__device__ void change(double *r, int from) {
  auto *first = reinterpret_cast<FourDoubles *>(r + from);
  auto *second = reinterpret_cast<FourDoubles *>(r + from + 6);
  const FourDoubles before = *first;
  *first = *second;
  *second = before;
  add(*first, *second);
  add(*second, *first);
}
__device__ void changeReturned(double *r, int from) {
  const FourDoubles before = at(r, from);
  at(r, from) = at(r, from + 6);
  at(r, from + 6) = before;
  add(at(r, from), at(r, from + 6));
  add(at(r, from + 6), at(r, from));
}
__device__ void changeMade(double *r, int from) {
  change(r, from);
  const FourDoubles first = at(r, from), second = at(r, from + 6);
  ::new (r + from) Counted(made(first));
  ::new (r + from + 6) Counted(made(second));
}
__device__ void changeAssumed(double *r, int from) {
  change(static_cast<double *>(__builtin_assume_aligned(r + from, 32)) - from, from);
}

template <void (*function)(double *, int)>
__global__ void widerThanAnAccess(const double *x, double *out, int from) {
  double r[14];
  for (int k = 0; k < 14; ++k)
    r[k] = x[k];
  function(r, from);
  for (int k = 0; k < 14; ++k)
    out[k] = r[k];
}

template <typename Kernel> void runWiderThanAnAccess(Kernel kernel) {
  double *memory = nullptr;
  CHECK_MUSA(musaMallocManaged(&memory, 28 * sizeof(double)));
  for (int from : {2, 4}) {
    for (int i = 0; i < 14; ++i)
      memory[i] = i;
    kernel<<<1, 1>>>(memory, memory + 14, from);
    CHECK_MUSA(musaDeviceSynchronize());
    for (int k = 0; k < 4; ++k) {
      CHECK_EQUAL(memory[14 + from + k], 2.0 * k + 2 * from + 6);
      CHECK_EQUAL(memory[14 + from + 6 + k], 3.0 * k + 3 * from + 6);
    }
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
  runWiderThanAnAccess(widerThanAnAccess<change>);
  runWiderThanAnAccess(widerThanAnAccess<changeReturned>);
  runWiderThanAnAccess(widerThanAnAccess<changeMade>);
  runWiderThanAnAccess(widerThanAnAccess<changeAssumed>);
  return CHECK_RESULT();
}
