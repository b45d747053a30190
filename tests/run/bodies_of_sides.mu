// NO-SANITIZER: what mcc compiles
// Each side compiles the bodies that nvcc would: what is declared for the other side is no error.
#include <cstdio>
#include <cstdlib>
#include <vector>

// Only the device has these. The host never sees what calls them.
#ifdef __MUSA_ARCH__
__device__ float atomicMin(float *address, float value) {
  return *address = value < *address ? value : *address;
}
__device__ double atomicMin(double *address, double value) { return *address = value; }
static __device__ int onlyHere(int a) { return a + 1; }
#endif

static const int table[2] = {1, 2};

template <typename T> __global__ void smaller(T *out, int a) {
  extern __shared__ int shared[];
  shared[threadIdx.x] = onlyHere(a);
  __syncthreads();
  atomicMin(out, T(shared[0]));
  out[1] = table[1];
}
template __global__ void smaller<double>(double *, int);

struct Shape {
  int sides;
  __device__ Shape(int sides) : sides(declaredLater(sides)) {}
  __device__ int declaredLater(int n) { return onlyHere(n); }
  __device__ virtual int corners() { return sides; }
};
__global__ void shapes(int *out) {
  Shape shape(3);
  const auto twice = [](int n) { return 2 * n; };
  *out = twice(shape.corners());
}

// Only the host has these. No kernel reaches what calls them.
int ofHost(int a);
namespace n {
__host__ __device__ int withVector(int a) {
  std::vector<int> all(a, ofHost(a));
  return static_cast<int>(all.size());
}
} // namespace n
struct Text {
  __host__ __device__ int number();
};
__host__ __device__ int Text::number() { return std::atoi("4"); }

// A kernel reaches this one before its body.
__host__ __device__ int later(int a);
namespace {
extern "C" {
__global__ void callsLater(int *out) { *out = later(2); }
}
} // namespace
__host__ __device__ int later(int a) { return a + 40; }
int ofHost(int a) { return a; }

// Clang takes a kernel in a class, too.
struct Launch {
  static __global__ void set(int *out) { *out = 7; }
};

// Host code makes a kernel's argument with the device's constructor.
template <int Kind> struct Scale {
  __device__ Scale(float factor) : factor(factor), square(factor * factor) {}
  __device__ float operator()(float x) const { return Kind == 0 ? x * factor : x * square; }
  float factor, square;
};
template <> struct Scale<2> {
  __device__ Scale(float) {}
  __device__ float operator()(float x) const { return -x; }
};
template <int Kind> __global__ void scale(float *out, Scale<Kind> by) { *out = by(*out); }
template <int Kind> void launchScale(float *out, float factor) {
  const Scale<Kind> by(factor);
  scale<<<1, 1>>>(out, by);
}
struct Pair {
  __device__ Pair(int a, int b) : a(a), b(threadIdx.x + b) {}
  int a, b;
};
// One for each side, in any order.
struct Sided {
  __host__ Sided(int x) : x(x) {}
  __device__ Sided(int x) : x(2 * x) {}
  __device__ Sided(char x) : x(3 * x) {}
  __host__ Sided(char x) : x(x) {}
  __device__ Sided() = default;
  __device__ constexpr Sided(int x, int y) : x(x + y) {}
  int x = 5;
};
__global__ void sided(int *out) { *out = Sided(4).x + Sided(char(1)).x; } // 11
struct Hit {
  __device__ Hit(int a, float b) : a(a), b(b) {}
  Hit next() const { return {a + 1, b}; } // nobody calls these
  static Hit make(int a) { return Hit(a, 2); }
  int a;
  float b;
};
struct Pairs {
  Pair get(int i) const { return {i, i}; } // nobody calls it
};

int main() {
  float *floats = nullptr;
  int *ints = nullptr;
  musaMallocManaged(&floats, 2 * sizeof *floats);
  musaMallocManaged(&ints, 4 * sizeof *ints);
  floats[0] = 100;
  smaller<float><<<1, 1, sizeof(int)>>>(floats, 5);
  void (*const kernel)(float *, int) = smaller<float>;
  kernel<<<1, 1, sizeof(int)>>>(floats, 3);
  shapes<<<1, 1>>>(ints);
  callsLater<<<1, 1>>>(ints + 1);
  Launch::set<<<1, 1>>>(ints + 2);
  floats[1] = 2;
  launchScale<0>(floats + 1, 3); // 6
  launchScale<1>(floats + 1, 3); // 54
  launchScale<2>(floats + 1, 3);
  sided<<<1, 1>>>(ints + 3);
  const bool host =
      Sided(4).x == 4 && Sided(char(1)).x == 1 && Sided().x == 5 && Sided(1, 2).x == 3;
  const musaError_t error = musaDeviceSynchronize();
  const bool good = host && ints[3] == 11 && error == musaSuccess && floats[0] == 4 &&
                    floats[1] == -54 && ints[0] == 8 && ints[1] == 42 && ints[2] == 7 &&
                    n::withVector(3) == 3 && Text().number() == 4 && later(1) == 41;
  std::printf("%s\n", good ? "PASS" : "FAIL");
  return good ? 0 : 1;
}
