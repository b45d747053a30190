// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Device code launches kernels by their addresses.
// MCC:
// MCC: -O0
// MCC: -O2
// MCC: -O2 -fmusa-rdc
#include "check.h"
#include "managed.h"

struct Pair {
  int first;
  double second;
};
using Kernel = void (*)(int *, Pair);

__global__ void sum(int *out, Pair pair) {
  atomicAdd(out + threadIdx.x, static_cast<int>(pair.first + pair.second));
}
template <int Factor> __global__ void scaled(int *out, Pair pair) {
  __shared__ int last;
  if (threadIdx.x == blockDim.x - 1)
    last = Factor * pair.first;
  __syncthreads();
  atomicAdd(out + threadIdx.x, last);
}

__device__ Kernel const table[] = {sum, scaled<10>, scaled<100>};
__constant__ Kernel chosen = scaled<1000>;

__device__ Kernel choose(int i) { return i == 3 ? chosen : table[i]; }

__global__ void parent(int *out) {
  const int i = static_cast<int>(threadIdx.x);
  Kernel kernel = i % 2 == 0 ? sum : scaled<10>;
  kernel<<<1, 2>>>(out, {i, 0.5});
  // The kernel and an argument come of calls through pointers.
  int (*plus)(int, int) = [](int a, int b) { return a + b; };
  choose(i)<<<1, 2>>>(out + 2, Pair{plus(i, 1), 0.25});
  // An argument that launches something itself.
  choose(0)<<<1, 1>>>(({
                        kernel<<<1, 1>>>(out + 4, {1, 0});
                        out + 5;
                      }),
                      Pair{i, 1});
  sum<<<1, 1>>>(out + 6, {i, 0});
}
__global__ void nothing(musaError_t *error, Kernel kernel) {
  kernel<<<1, 1>>>(nullptr, {});
  *error = musaGetLastError();
}

int main() {
  Managed<int> out(7);
  parent<<<1, 4>>>(out.data);
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_EQUAL(out[0], 0 + 10 + 2 + 30);
  CHECK_EQUAL(out[1], out[0]);
  CHECK_EQUAL(out[2], 1 + 20 + 300 + 4000);
  CHECK_EQUAL(out[3], out[2]);
  CHECK_EQUAL(out[4], 1 + 10 + 1 + 10);
  CHECK_EQUAL(out[5], 1 + 2 + 3 + 4);
  CHECK_EQUAL(out[6], 0 + 1 + 2 + 3);
  Managed<musaError_t> error(1);
  nothing<<<1, 1>>>(error.data, nullptr);
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_EQUAL(error[0], musaErrorInvalidDeviceFunction);
  return CHECK_RESULT();
}
