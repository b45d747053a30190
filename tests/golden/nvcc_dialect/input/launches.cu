// What nvcc takes and Clang does not: each construct once, and what only looks like it.
#include <cuda_runtime.h>
#include <iostream>

#define LAUNCH(kernel, n) \
  kernel << <(n + 63) / 64, \
             64 >> >(n)

extern "C"__global__ void fill(float *to, int n);
template <class T, int Size> __global__ void scale(T *x, T by) {
  __shared__ alignas(16) T tile[Size];
  extern __shared__ alignas(128) char raw[];
  static alignas(8) __shared__ int counter;
  alignas(16) __shared__ T right[Size];
  typeof(by) same = by;
  tile[threadIdx.x % Size] = x[threadIdx.x] * same;
}
__device__ [[nodiscard]] int lanes() { return warpSize; }

struct Buffer {
  size_t n = 0;
  void clear(size_t n = n); // named: nvcc means the member
};

std::ostream &operator<< <>(std::ostream &out, const Buffer &buffer);

void run(float *x, int n, cudaStream_t stream) {
  fill << <1, {16, 4}, 0, stream >> >(x, n); // a comment stays
  fill <<<dim3{1}, n > 3 ? 1 : 2>>> (x, n);
  scale<float, 8> << <n << 1, cudaDevAttrWarpSize, 0, stream >> >
      (x, 2);
  LAUNCH(other, n);
  std::cout << n << (n < 3) << "k << <1, 1 >> >(x)";
  printf("%"PRId64"\n", int64_t(n));
}
