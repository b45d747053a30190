// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What makes device code hard to translate: structs by value, virtual calls, pointers to functions,
// recursion, lambdas, templates, static and dynamic shared memory, and barriers inside all of that.
// MCC: -O0
// MCC: -O1
// MCC: -O3
// MCC: -O1 --offload-arch=mp_22
// MCC: -g -O1 -fsanitize=address,undefined
// QUIET:
#include "check.h"

#include <vector>

namespace {

template <typename T> class Buffer {
public:
  explicit Buffer(size_t count) : size(count) {
    if (musaMalloc(reinterpret_cast<void **>(&data), count * sizeof(T)) != musaSuccess)
      std::abort();
    musaMemset(data, 0, count * sizeof(T));
  }
  ~Buffer() { musaFree(data); }
  Buffer(const Buffer &) = delete;
  operator T *() const { return data; }
  std::vector<T> get() const {
    std::vector<T> result(size);
    CHECK_MUSA(musaDeviceSynchronize());
    CHECK_MUSA(musaMemcpy(result.data(), data, size * sizeof(T), musaMemcpyDeviceToHost));
    return result;
  }

private:
  T *data = nullptr;
  size_t size;
};

// As CUDA's own headers align their vectors.
struct __builtin_align__(32) Wide {
  float4 low;
};
static_assert(alignof(Wide) == 32);

struct Large {
  float values[9];
  int count;
  double scale;
  __device__ double sum() const {
    double result = 0;
    for (int i = 0; i < count; ++i)
      result += values[i];
    return result * scale;
  }
};

__device__ Large incremented(Large large) {
  ++large.values[0];
  return large;
}

// Each thread has a copy of its own of what is passed by value.
__global__ void byValue(Large large, double *out) {
  large.values[1] += threadIdx.x;
  out[threadIdx.x] = incremented(large).sum();
}

struct Shape {
  __device__ virtual float area() const = 0;
  __device__ virtual ~Shape() {}
};
struct Square : Shape {
  float side;
  __device__ explicit Square(float side) : side(side) {}
  __device__ float area() const override { return side * side; }
};
struct Circle : Shape {
  float radius;
  __device__ explicit Circle(float radius) : radius(radius) {}
  __device__ float area() const override { return 3 * radius * radius; }
};

__global__ void virtualCalls(float *out) {
  const int i = threadIdx.x;
  const Square square(static_cast<float>(i));
  const Circle circle(static_cast<float>(i));
  const Shape *shapes[] = {&square, &circle};
  out[i] = shapes[i % 2]->area();
}

__device__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
__global__ void recursion(int *out) { out[threadIdx.x] = fibonacci(threadIdx.x); }

__device__ int twice(int x) { return 2 * x; }
__device__ int square(int x) { return x * x; }
using Unary = int (*)(int);
__device__ Unary table[] = {twice, square};
__global__ void functionPointers(int *out) {
  out[threadIdx.x] = table[threadIdx.x % 2](threadIdx.x);
}

template <typename F> __global__ void apply(F f, int *out) { out[threadIdx.x] = f(threadIdx.x); }

template <typename T, int N> struct Array {
  T values[N];
};
template <typename T, int N> __global__ void templated(Array<T, N> array, T *out) {
  T sum = 0;
  for (T value : array.values)
    sum += value;
  out[threadIdx.x] = sum + T(N);
}

// The barrier is in a function that only some kernels call, directly or through a pointer.
__device__ void rotate(int *values) {
  const int i = threadIdx.x;
  const int next = values[(i + 1) % blockDim.x];
  __syncthreads();
  values[i] = next;
  __syncthreads();
}
__device__ __noinline__ void rotateTwice(int *values) {
  rotate(values);
  rotate(values);
}
__global__ void barrierThroughPointer(int *out, bool both) {
  __shared__ int values[64];
  values[threadIdx.x] = threadIdx.x;
  __syncthreads();
  void (*f)(int *) = both ? rotateTwice : rotate;
  f(values);
  out[threadIdx.x] = values[threadIdx.x];
}

// The number of barriers depends on the block, and what lies between them on the thread.
__global__ void barriersInLoop(int *out) {
  __shared__ int sum;
  extern __shared__ int seen[];
  if (threadIdx.x == 0)
    sum = 0;
  __syncthreads();
  for (int i = 0; i < static_cast<int>(blockIdx.x) + 3; ++i) {
    if (threadIdx.x == i)
      sum += i + 1;
    __syncthreads();
    seen[threadIdx.x] = sum;
    __syncthreads();
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = seen[(threadIdx.x + 1) % blockDim.x];
}

// Two kernels use other variables of one function: they may lie at the same place.
__device__ int &cell(bool first) {
  __shared__ int a;
  __shared__ int b;
  return first ? a : b;
}
__global__ void sharedOfCallee(int *out) {
  __shared__ int own[4];
  if (threadIdx.x == 0) {
    cell(true) = 10;
    cell(false) = 20;
    for (int i = 0; i < 4; ++i)
      own[i] = i;
  }
  __syncthreads();
  out[threadIdx.x] = cell(true) + cell(false) + own[threadIdx.x % 4];
}

// More than 64 KiB of local variables in all the threads of a block.
__global__ void localArray(int *out) {
  int values[500];
  for (int i = 0; i < 500; ++i)
    values[i] = i * threadIdx.x;
  __syncthreads();
  int sum = 0;
  for (int i = 0; i < 500; ++i)
    sum += values[(i * 7) % 500];
  out[threadIdx.x] = sum;
}

__managed__ int managed = 5;
__device__ int global = 7;
__constant__ float constant[2] = {1.5F, 2.5F};
__global__ void variables(float *out) {
  managed += global;
  out[0] = constant[0] + constant[1];
}

__global__ void indices(unsigned *out) {
  const unsigned block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
  const unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  out[block * blockDim.x * blockDim.y * blockDim.z + thread] = block * 1000 + thread;
}

// Bounds checks leave the thread loop, unless the index wraps around.
__global__ void guarded(int *out, unsigned offset, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x + offset;
  if (i < n)
    out[i] += 1;
}
__global__ void guardedReturn(int *out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  out[i] += 1;
}

} // namespace

int main() {
  {
    Buffer<double> out(8);
    Large large = {{1, 2, 3}, 3, 0.5};
    byValue<<<1, 8>>>(large, out);
    const std::vector<double> got = out.get();
    for (int i = 0; i < 8; ++i)
      CHECK_EQUAL(got[i], (7.0 + i) / 2);
  }
  {
    Buffer<float> out(16);
    virtualCalls<<<1, 16>>>(out);
    const std::vector<float> got = out.get();
    for (int i = 0; i < 16; ++i)
      CHECK_EQUAL(got[i], static_cast<float>(i % 2 ? 3 * i * i : i * i));
  }
  {
    Buffer<int> out(20);
    recursion<<<1, 20>>>(out);
    CHECK_EQUAL(out.get()[19], 4181);
    functionPointers<<<1, 20>>>(out);
    CHECK_EQUAL(out.get()[18], 36);
    CHECK_EQUAL(out.get()[19], 361);
    const int factor = 5;
    apply<<<1, 20>>>([=] __device__(int i) { return i * factor; }, out.operator int *());
    CHECK_EQUAL(out.get()[19], 95);
    templated<<<1, 20>>>(Array<int, 3>{{1, 2, 3}}, out.operator int *());
    CHECK_EQUAL(out.get()[19], 9);
  }
  {
    Buffer<int> out(64);
    barrierThroughPointer<<<1, 64>>>(out, false);
    CHECK_EQUAL(out.get()[62], 63);
    CHECK_EQUAL(out.get()[63], 0);
    barrierThroughPointer<<<1, 64>>>(out, true);
    CHECK_EQUAL(out.get()[62], 0);
    sharedOfCallee<<<1, 64>>>(out);
    CHECK_EQUAL(out.get()[63], 33);
    localArray<<<1, 64>>>(out);
    CHECK_EQUAL(out.get()[2], 2 * 499 * 500 / 2);
  }
  {
    Buffer<int> out(4 * 64);
    barriersInLoop<<<4, 64, 64 * sizeof(int)>>>(out);
    CHECK_EQUAL(out.get()[0], 6);
    CHECK_EQUAL(out.get()[255], 21);
  }
  {
    Buffer<float> out(1);
    ++managed;
    variables<<<1, 1>>>(out);
    CHECK_EQUAL(out.get()[0], 4.0F);
    CHECK_EQUAL(managed, 13);
  }
  {
    Buffer<unsigned> out(24 * 24);
    indices<<<dim3(2, 3, 4), dim3(4, 3, 2)>>>(out);
    const std::vector<unsigned> got = out.get();
    for (unsigned i = 0; i < 24 * 24; ++i)
      CHECK_EQUAL(got[i], i / 24 * 1000 + i % 24);
  }
  {
    const int n = 1000;
    Buffer<int> out(n);
    guarded<<<8, 128>>>(out, 0, n);
    // The first thread's index is the largest there is; then it wraps around to 0.
    guarded<<<8, 128>>>(out, 0xffffffff, n);
    guardedReturn<<<8, 128>>>(out, n);
    guardedReturn<<<8, 128>>>(out, 0);
    guardedReturn<<<8, 128>>>(out, -5);
    for (int value : out.get())
      CHECK_EQUAL(value, 3);
  }
  return CHECK_RESULT();
}
