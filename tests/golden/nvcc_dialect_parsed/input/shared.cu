// What nvcc takes and Clang does not, where only a parser can tell.
#include <cuda_runtime.h>

struct Pair {
  float value = 0;
  int at = 0;
};
struct Plain {
  cudaError_t error;
};
template <class T> struct Best {
  T value{};
  cudaError_t error = cudaSuccess;
};

template <class T, int n> struct Entry {
  T key[n] = {};
};

template <class T> __global__ void find(T *out) {
  __shared__ Best<T> best[2][4]; // for each half
  static __shared__ Pair one;
  __shared__ Pair pairs[32];
  __shared__ Plain plain[8];
  __shared__ Entry<int, 3> entry;
  if (threadIdx.x == 0)
    one = {1.f, 2};
  __syncthreads();
  *out = best[0][one.at].value + pairs[1].at + plain[0].error + entry.key[0];
}

// Several in one declaration: a person has to write them.
__global__ void both(int *out) {
  __shared__ Pair a, b;
  *out = a.at + b.at;
}

// Nothing says that these are templates.
struct Adds {
  template <int n> static __device__ int to(int x) { return x + n; }
  template <class T> __device__ T as(int x) { return x; }
};
template <class T> __global__ void members(T t, int *out) {
  *out = T::to<1>(2);
  *out += t.as<int>(3);
}

// A lambda would copy the array.
__global__ void lambda(int *out) {
  __shared__ Pair pairs[2];
  auto at = [=](int i) { return pairs[i].at; };
  *out = at(1);
}

void launch(int *out) {
  find<<<1, 32>>>(out);
  members<<<1, 32>>>(Adds(), out);
}
