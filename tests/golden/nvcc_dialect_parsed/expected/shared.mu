// What nvcc takes and Clang does not, where only a parser can tell.
#include <musa_runtime.h>

struct Pair {
  float value = 0;
  int at = 0;
};
struct Plain {
  musaError_t error;
};
template <class T> struct Best {
  T value{};
  musaError_t error = musaSuccess;
};

template <class T, int n> struct Entry {
  T key[n] = {};
};

template <class T> __global__ void find(T *out) {
  typedef Best<T> musaPortType_best[2][4]; alignas(musaPortType_best) __shared__ unsigned char musaPortBytes_best[sizeof(musaPortType_best)]; auto &best = reinterpret_cast<musaPortType_best &>(musaPortBytes_best); // for each half
  typedef Pair musaPortType_one; alignas(musaPortType_one) __shared__ unsigned char musaPortBytes_one[sizeof(musaPortType_one)]; auto &one = reinterpret_cast<musaPortType_one &>(musaPortBytes_one);
  typedef Pair musaPortType_pairs[32]; alignas(musaPortType_pairs) __shared__ unsigned char musaPortBytes_pairs[sizeof(musaPortType_pairs)]; auto &pairs = reinterpret_cast<musaPortType_pairs &>(musaPortBytes_pairs);
  __shared__ Plain plain[8];
  typedef Entry<int, 3> musaPortType_entry; alignas(musaPortType_entry) __shared__ unsigned char musaPortBytes_entry[sizeof(musaPortType_entry)]; auto &entry = reinterpret_cast<musaPortType_entry &>(musaPortBytes_entry);
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
  *out = T::template to<1>(2);
  *out += t.template as<int>(3);
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
