// NO-SANITIZER: a header
// PTX's carry flag, where it goes from one function to another: each thread of a block has its own.
#include <musa_port/carry_flag.h>

#include <musa_runtime.h>

#include <cstdio>

__device__ unsigned addAndSet(unsigned a, unsigned b) {
  const unsigned sum = a + b;
  musa_port::carryFlag = sum < a;
  return sum;
}

__device__ unsigned addFlag(unsigned a) { return a + musa_port::carryFlag; }

/// Numbers of 64 bits, in halves. With `wait`, other threads run between the two additions.
__global__ void add(const unsigned *numbers, unsigned *sums, bool wait) {
  const unsigned inBlock = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  const unsigned i = blockIdx.x * blockDim.x * blockDim.y * blockDim.z + inBlock;
  const unsigned *a = numbers + 4 * i;
  sums[2 * i] = addAndSet(a[0], a[2]);
  if (wait)
    __syncthreads();
  sums[2 * i + 1] = addFlag(a[1] + a[3]);
}

int main() {
  constexpr int count = 3 * 1024;
  unsigned *numbers = nullptr, *sums = nullptr;
  musaMallocManaged(reinterpret_cast<void **>(&numbers), count * 4 * sizeof(unsigned));
  musaMallocManaged(reinterpret_cast<void **>(&sums), count * 2 * sizeof(unsigned));
  unsigned state = 1;
  for (int i = 0; i < count * 4; ++i)
    numbers[i] = state = state * 1664525u + 1013904223u;
  int wrong = 0, carries = 0;
  for (const dim3 block : {dim3(1024), dim3(32, 32), dim3(8, 16, 8)})
    for (const bool wait : {false, true}) {
      add<<<3, block>>>(numbers, sums, wait);
      if (musaDeviceSynchronize() != musaSuccess)
        return 2;
      for (int i = 0; i < count; ++i) {
        const unsigned *a = numbers + 4 * i;
        const unsigned low = a[0] + a[2], carry = low < a[0];
        carries += static_cast<int>(carry);
        wrong += sums[2 * i] != low || sums[2 * i + 1] != a[1] + a[3] + carry;
        sums[2 * i] = sums[2 * i + 1] = 0;
      }
    }
  if (wrong != 0 || carries == 0)
    std::printf("%d wrong, %d carries\n", wrong, carries);
  return wrong != 0 || carries == 0;
}
