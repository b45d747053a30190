// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// nvstd::function of <mtfunctional>, on both sides.
#include "check.h"

#include <mtfunctional>

struct Counted {
  int *alive;
  int weight[12]; // too large to be stored within
  __host__ __device__ Counted(int *alive, int w) : alive(alive), weight{w} { ++*alive; }
  __host__ __device__ Counted(const Counted &other) : alive(other.alive), weight{other.weight[0]} {
    ++*alive;
  }
  __host__ __device__ ~Counted() { --*alive; }
  __host__ __device__ int operator()(int a, int &b) const { return (b += weight[0]) + a; }
};
struct Named {
  int value;
  __host__ __device__ int plus(int a) const { return value + a; }
};
__host__ __device__ int minus(int a, int &b) { return a - b; }

// Fills 8 values.
__host__ __device__ void use(int *out) {
  int alive = 0, b = 5;
  {
    nvstd::function<int(int, int &)> f = Counted(&alive, 10);
    out[0] = alive;     // 1
    out[1] = f(100, b); // 115; b is 15
    nvstd::function<int(int, int &)> g = f, empty;
    out[2] = alive; // 2
    g = minus;
    out[3] = alive * 100 + g(20, b); // 105
    swap(f, g);
    out[4] = f(1, b) + (empty == nullptr && f != nullptr && !empty ? 1000 : 0); // 986
    g = nullptr;
    out[5] = alive * 10 + static_cast<int>(static_cast<bool>(g)); // 0
    g = std::move(f);
    out[6] = g(16, b) + (f ? 100 : 0); // 1
  }
  const Named named{40};
  nvstd::function<int(const Named &, int)> member = &Named::plus;
  out[7] = alive + member(named, 2); // 42
}
__global__ void onDevice(int *out) {
  use(out);
  const int base = 3;
  nvstd::function<double(double)> scaled = [=] __device__(double x) { return base * x; };
  const nvstd::function<double(double)> twice = [scaled](double x) { return scaled(scaled(x)); };
  out[8] = static_cast<int>(twice(2)); // 18
}

int main() {
  int *out = nullptr;
  CHECK_MUSA(musaMallocManaged(&out, 9 * sizeof *out));
  const int wanted[] = {1, 115, 2, 105, 986, 0, 1, 42, 18};
  onDevice<<<1, 1>>>(out);
  CHECK_MUSA(musaDeviceSynchronize());
  for (int i = 0; i < 9; ++i)
    CHECK_EQUAL(out[i], wanted[i]);
  int host[8] = {};
  use(host);
  for (int i = 0; i < 8; ++i)
    CHECK_EQUAL(host[i], wanted[i]);
  nvstd::function<int(int)> ofHost = [&host](int i) { return host[i]; };
  CHECK_EQUAL(ofHost(7), 42);
  nvstd::function<void(int)> dropsTheResult = [&host](int i) { return host[i] = 7; };
  dropsTheResult(3);
  CHECK_EQUAL(host[3], 7);
  const nvstd::function<int(int)> empty = nullptr;
  const nvstd::function<long(int)> converted = empty, other = ofHost;
  CHECK(!converted && other(7) == 42);
  static_assert(!std::is_constructible_v<nvstd::function<int(int)>, int>);
  CHECK_MUSA(musaFree(out));
  return CHECK_RESULT();
}
