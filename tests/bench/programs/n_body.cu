//===- n_body.cu - the forces of all bodies on each other --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A block loads the bodies that its threads look at into shared memory, tile by tile.
//===----------------------------------------------------------------------===//
#include "program.h"

constexpr int bodies = 8192;
constexpr int blockThreads = 256;
constexpr double softening = 1e-4;

struct Body {
  double x, y, z, mass;
};

__global__ void forces(const Body *all, double *out) {
  __shared__ Body tile[blockThreads];
  const int i = blockIdx.x * blockThreads + threadIdx.x;
  const Body self = all[i];
  double fx = 0, fy = 0, fz = 0;
  for (int first = 0; first < bodies; first += blockThreads) {
    tile[threadIdx.x] = all[first + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < blockThreads; ++j) {
      const double dx = tile[j].x - self.x;
      const double dy = tile[j].y - self.y;
      const double dz = tile[j].z - self.z;
      const double squared = dx * dx + dy * dy + dz * dz + softening;
      const double factor = tile[j].mass / (squared * sqrt(squared));
      fx += factor * dx;
      fy += factor * dy;
      fz += factor * dz;
    }
    __syncthreads();
  }
  out[3 * i] = fx;
  out[3 * i + 1] = fy;
  out[3 * i + 2] = fz;
}

static void forcesOnHost(const Body *all, double *out) {
#pragma omp parallel for
  for (int i = 0; i < bodies; ++i) {
    double fx = 0, fy = 0, fz = 0;
#pragma omp simd reduction(+ : fx, fy, fz)
    for (int j = 0; j < bodies; ++j) {
      const double dx = all[j].x - all[i].x;
      const double dy = all[j].y - all[i].y;
      const double dz = all[j].z - all[i].z;
      const double squared = dx * dx + dy * dy + dz * dz + softening;
      const double factor = all[j].mass / (squared * std::sqrt(squared));
      fx += factor * dx;
      fy += factor * dy;
      fz += factor * dz;
    }
    out[3 * i] = fx;
    out[3 * i + 1] = fy;
    out[3 * i + 2] = fz;
  }
}

int main() {
  program::Numbers numbers;
  std::vector<Body> all(bodies);
  for (Body &body : all)
    body = {numbers.uniform(), numbers.uniform(), numbers.uniform(), numbers.uniform()};
  std::vector<double> out(size_t{3} * bodies);
  program::DeviceArray<Body> deviceAll(all);
  program::DeviceArray<double> deviceOut(out.size());
  return program::compare(
      [&] { forces<<<bodies / blockThreads, blockThreads>>>(deviceAll.get(), deviceOut.get()); },
      [&] { forcesOnHost(all.data(), out.data()); }, deviceOut, out, 1e-10);
}
