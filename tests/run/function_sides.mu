// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Device code names host functions where nobody calls them, and uses deduction guides and constexpr
// functions of the library, as nvcc lets it. Names in dependent bases are found as by nvcc.
#include <algorithm>
#include <array>
#include <cstdio>
#include <musa_runtime.h>
#include <optional>
#include <tuple>
#include <type_traits>
#include <utility>

struct Box {
  char narrow();
  static short only(int);
  long long operator+(int) const;
  template <class T> T get(T);
};
int plain(float) noexcept;
template <class T> T made(const T &); // nobody defines it
template <class T> using Made = decltype(made(std::declval<T>()));

template <class T> auto trailing(T x) -> decltype(made(x));
template <class T> __device__ auto wide(T x) -> decltype(made(x) + 1LL) { return x + 1; }

// Which of them there is decides whether the host's function fits.
template <class T> __device__ auto fits(T x, int) -> decltype(Box().get(x), 1) { return 1; }
template <class T> __device__ int fits(T, long) { return 2; }
template <class T> __device__ auto lacks(T x, int) -> decltype(made(x).none(), 1) { return 1; }
template <class T> __device__ int lacks(T, long) { return 2; }

// Where it is called, a side's own function is meant.
__device__ int sided(int x) { return x + 1; }
__host__ char sided(float x) { return static_cast<char>(x); }

// Whatever fits better on the other side.
__host__ char overloaded(int x) { return static_cast<char>(x); }
__device__ long overloaded(double x) { return static_cast<long>(x); }
__host__ int square(int) { return -1; }
template <class T> __device__ T square(T x) { return x * x; }
struct Either {
  __device__ Either(int x) : x(x + 100) {}
  __host__ Either(double x) : x(static_cast<int>(x)) {}
  static Either made(int x) { return Either(x); }
  __device__ void set(int) { x = 7; }
  __host__ void set(double) { x = 8; }
  int x;
};
int ofHost() {
  Either either = Either::made(1);
  const int first = either.x;
  either.set(1);
  return 10 * first + either.x; // 18
}

// A name that only a base class has, which the template does not know yet.
template <class T> struct Base {
  __host__ __device__ T twice(T x) const { return 2 * x; }
  static __host__ __device__ T one(T) { return 1; }
};
template <class T> struct Derived : Base<T> {
  __host__ __device__ T sum(T x) const { return twice(x) + one(x); }
  static __host__ __device__ T same(T x) { return one(x); }
};

template <class T> struct Guided {
  template <class U> __host__ __device__ explicit Guided(U x) : x(x) {}
  T x;
};
template <class U> Guided(U) -> Guided<U>;

template <class T> __device__ int sizes(T x) {
  using Sum = decltype(std::declval<T>() + 1);
  return sizeof(Sum) + sizeof(Made<T>) + sizeof(decltype(trailing(x))); // 12
}

__global__ void kernel(int *p) {
  const Box *box = nullptr;
  decltype(plain(1)) *out = p;
  out[0] = sizes(1);
  out[1] = sizeof(decltype(std::declval<Box>().narrow())) + sizeof(decltype(Box::only(1))) +
           sizeof(decltype(*box + 1)); // 11
  const decltype(overloaded(1)) large = 1000;
  out[2] = large == 1000 && overloaded(1000) == 1000 && sizeof(decltype(overloaded(1))) == 8 &&
           square(3) == 9;                                                // 1
  out[3] = fits(1, 0) + 10 * lacks(1, 0);                                 // 21
  out[4] = sided(1) + sizeof(wide(1)) + std::is_same_v<Made<char>, char>; // 11
  auto inLambda = [](auto x) { return static_cast<int>(sizeof(decltype(made(x)))); };
  out[5] = inLambda(2.0); // 8
  const std::array list{1, 2, p[0]};
  const std::tuple pair(3, 2.0);
  out[6] = list[2] + Guided(4).x + std::get<0>(pair); // 19
  const std::optional<int> found = std::clamp(p[0], 1, 5);
  out[7] = *found + list.front();                         // 6
  out[8] = Derived<int>().sum(3) + Derived<int>::same(1); // 8
}

int main() {
  int *p = nullptr;
  musaMallocManaged(&p, 9 * sizeof *p);
  kernel<<<1, 1>>>(p);
  const bool good = musaDeviceSynchronize() == musaSuccess && p[0] == 12 && p[1] == 11 &&
                    p[2] == 1 && p[3] == 21 && p[4] == 11 && p[5] == 8 && p[6] == 19 && p[7] == 6 &&
                    p[8] == 8 && Derived<int>().sum(4) == 9 && ofHost() == 18;
  std::printf("%s\n", good ? "PASS" : "FAIL");
  return good ? 0 : 1;
}
