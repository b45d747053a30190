// What nvcc takes and Clang does not: each construct once, and what only looks like it.
#include <musa_runtime.h>
#include <iostream>

#define LAUNCH(kernel, n) \
  kernel <<<(n + 63) / 64, \
             64 >>>(n)

extern "C" __global__ void fill(float *to, int n);
template <class T, int Size> __global__ void scale(T *x, T by) {
  alignas(16) __shared__ T tile[Size];
  alignas(128) extern __shared__ char raw[];
  alignas(8) static __shared__ int counter;
  alignas(16) __shared__ T right[Size];
  __typeof__(by) same = by;
  tile[threadIdx.x % Size] = x[threadIdx.x] * same;
}
[[nodiscard]] __device__ int lanes() { return warpSize; }

struct Buffer {
  size_t n = 0;
  void clear(size_t n = n); // named: nvcc means the member
};

std::ostream &operator<< <>(std::ostream &out, const Buffer &buffer);

void run(float *x, int n, musaStream_t stream) {
  fill <<<1, dim3{16, 4}, 0, stream >>>(x, n); // a comment stays
  fill <<<dim3{1}, n > 3 ? 1 : 2>>> (x, n);
  scale<float, 8> <<<n << 1, musaDevAttrWarpSize, 0, stream >>>
      (x, 2);
  LAUNCH(other, n);
  std::cout << n << (n < 3) << "k << <1, 1 >> >(x)";
  printf("%" PRId64"\n", int64_t(n));
}
