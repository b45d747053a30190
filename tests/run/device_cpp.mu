// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C++ in device code: virtual functions, function pointers, recursion, lambdas, new and delete.
#include "check.h"

#include <array>

class Shape {
public:
  __device__ virtual ~Shape() { atomicAdd(gone, 1); }
  __device__ virtual double area() const = 0;
  __device__ explicit Shape(int *gone) : gone(gone) {}

private:
  int *gone;
};
class Square : public Shape {
public:
  __device__ Square(int *gone, double side) : Shape(gone), side(side) {}
  __device__ double area() const override { return side * side; }

private:
  double side;
};
class Circle : public Shape {
public:
  __device__ Circle(int *gone, double radius) : Shape(gone), radius(radius) {}
  __device__ double area() const override { return 3 * radius * radius + threadIdx.x; }

private:
  double radius;
};

__global__ void polymorphic(double *areas, int *gone) {
  Shape *shape;
  if (threadIdx.x % 2 == 0)
    shape = new Square(gone, threadIdx.x);
  else
    shape = new Circle(gone, threadIdx.x);
  areas[threadIdx.x] = shape->area();
  delete shape;
}

using Operation = int (*)(int, int);
__device__ int add(int a, int b) { return a + b; }
__device__ int scale(int a, int b) { return a * b + static_cast<int>(threadIdx.x); }
__device__ Operation table[] = {add, scale};
__device__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
__device__ int sumOf(const int *values, int n) {
  return n == 0 ? 0 : values[0] + sumOf(values + 1, n - 1);
}

template <typename F> __global__ void apply(int *out, F f) { out[threadIdx.x] = f(threadIdx.x); }

struct Matrix {
  int cells[3][3];
  __host__ __device__ int trace() const { return cells[0][0] + cells[1][1] + cells[2][2]; }
};

__global__ void various(int *out, Matrix matrix) {
  out[0] = table[threadIdx.x % 2](6, 7);
  out[1] = fibonacci(15);
  int *values = new int[10];
  for (int i = 0; i < 10; ++i)
    values[i] = i;
  out[2] = sumOf(values, 10);
  delete[] values;
  out[3] = matrix.trace();
  alignas(16) char room[sizeof(Matrix)];
  const Matrix *copy = new (room) Matrix(matrix);
  out[4] = copy->cells[2][1];
  int total = 0;
  auto accumulate = [&total](int by) { total += by; };
  for (int by : {1, 2, 3})
    accumulate(by);
  out[5] = total;
  // A barrier in a function that is called through a pointer.
  const auto wait = +[](int *p) {
    __syncthreads();
    *p += 1;
  };
  wait(&out[6]);
  std::pair<int, double> pair(3, 0.5);
  out[7] = static_cast<int>(pair.first / pair.second);
  out[8] = std::max(4, 9) + std::min(7, 5);
  const std::array<int, 3> three = {10, 20, 30};
  out[9] = three.at(static_cast<size_t>(out[9]));
}

int main() {
  double *areas;
  int *out;
  musaMallocManaged(&areas, 8 * sizeof(double));
  musaMallocManaged(&out, 64 * sizeof(int));
  out[0] = 0;
  polymorphic<<<1, 8>>>(areas, out);
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_EQUAL(out[0], 8);
  for (int i = 0; i < 8; ++i)
    CHECK_EQUAL(areas[i], i % 2 == 0 ? double(i * i) : 3.0 * i * i + i);

  const int offset = 100;
  apply<<<1, 64>>>(out, [=] __device__(unsigned i) { return offset + static_cast<int>(i); });
  CHECK_MUSA(musaDeviceSynchronize());
  for (int i = 0; i < 64; ++i)
    CHECK_EQUAL(out[i], 100 + i);
  apply<<<1, 64>>>(out,
                   [=] __host__ __device__(unsigned i) { return static_cast<int>(i) * offset; });
  CHECK_MUSA(musaDeviceSynchronize());
  CHECK_EQUAL(out[63], 6300);

  Matrix matrix{};
  for (int i = 0; i < 9; ++i)
    matrix.cells[i / 3][i % 3] = i;
  out[6] = 0;
  out[9] = 2;
  various<<<1, 1>>>(out, matrix);
  CHECK_MUSA(musaDeviceSynchronize());
  const int wanted[] = {13, 610, 45, 12, 7, 6, 1, 6, 14, 30};
  for (int i = 0; i < 10; ++i)
    CHECK_EQUAL(out[i], wanted[i]);
  out[9] = 3; // device code has no exceptions: it traps
  various<<<1, 1>>>(out, matrix);
  CHECK_EQUAL(musaDeviceSynchronize(), musaErrorLaunchFailure);
  return CHECK_RESULT();
}
