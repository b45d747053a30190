//===- k_means.cu - points and their nearest centers -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A block adds the coordinates of its points in shared memory, and then to those of all blocks.
//===----------------------------------------------------------------------===//
#include "program.h"

constexpr int points = 1 << 20;
constexpr int dimensions = 16;
constexpr int centers = 16;
constexpr int steps = 3;
constexpr int blockThreads = 256;

/// A center's coordinates, and how many points it has.
constexpr int sumSize = dimensions + 1;

/// `coordinates`: all points' first one, then their second one, and so on.
__global__ void assign(const float *coordinates, const float *means, float *sums) {
  __shared__ float blockSums[centers * sumSize];
  for (int i = threadIdx.x; i < centers * sumSize; i += blockThreads)
    blockSums[i] = 0;
  __syncthreads();
  const int point = blockIdx.x * blockThreads + threadIdx.x;
  int nearest = 0;
  float least = INFINITY;
  for (int center = 0; center < centers; ++center) {
    float distance = 0;
    for (int i = 0; i < dimensions; ++i) {
      const float along = coordinates[i * points + point] - means[center * dimensions + i];
      distance += along * along;
    }
    if (distance < least) {
      least = distance;
      nearest = center;
    }
  }
  for (int i = 0; i < dimensions; ++i)
    atomicAdd(&blockSums[nearest * sumSize + i], coordinates[i * points + point]);
  atomicAdd(&blockSums[nearest * sumSize + dimensions], 1.0f);
  __syncthreads();
  for (int i = threadIdx.x; i < centers * sumSize; i += blockThreads)
    atomicAdd(&sums[i], blockSums[i]);
}

__global__ void average(float *means, float *sums) {
  const int center = blockIdx.x;
  const int i = threadIdx.x;
  means[center * dimensions + i] = sums[center * sumSize + i] / sums[center * sumSize + dimensions];
  __syncthreads();
  sums[center * sumSize + i] = 0;
  if (i == 0)
    sums[center * sumSize + dimensions] = 0;
}

static void stepOnHost(const float *coordinates, float *means) {
  float sums[centers * sumSize] = {};
#pragma omp parallel for reduction(+ : sums)
  for (int first = 0; first < points; first += blockThreads) {
    int nearest[blockThreads] = {};
    float least[blockThreads];
    std::fill(least, least + blockThreads, INFINITY);
    for (int center = 0; center < centers; ++center) {
      float distance[blockThreads] = {};
      for (int i = 0; i < dimensions; ++i)
        for (int t = 0; t < blockThreads; ++t) {
          const float along = coordinates[i * points + first + t] - means[center * dimensions + i];
          distance[t] += along * along;
        }
      for (int t = 0; t < blockThreads; ++t) {
        nearest[t] = distance[t] < least[t] ? center : nearest[t];
        least[t] = distance[t] < least[t] ? distance[t] : least[t];
      }
    }
    for (int t = 0; t < blockThreads; ++t) {
      for (int i = 0; i < dimensions; ++i)
        sums[nearest[t] * sumSize + i] += coordinates[i * points + first + t];
      sums[nearest[t] * sumSize + dimensions] += 1;
    }
  }
  for (int center = 0; center < centers; ++center)
    for (int i = 0; i < dimensions; ++i)
      means[center * dimensions + i] =
          sums[center * sumSize + i] / sums[center * sumSize + dimensions];
}

int main() {
  const std::vector<float> coordinates = program::Numbers().uniform(size_t{points} * dimensions);
  std::vector<float> first;
  for (int center = 0; center < centers; ++center)
    for (int i = 0; i < dimensions; ++i)
      first.push_back(coordinates[i * points + center]);
  std::vector<float> means;
  program::DeviceArray<float> deviceCoordinates(coordinates);
  program::DeviceArray<float> deviceFirst(first);
  program::DeviceArray<float> deviceMeans(first);
  program::DeviceArray<float> deviceSums(size_t{centers} * sumSize);
  return program::compare(
      [&] {
        deviceMeans.copyFrom(deviceFirst);
        for (int step = 0; step < steps; ++step) {
          assign<<<points / blockThreads, blockThreads>>>(deviceCoordinates.get(),
                                                          deviceMeans.get(), deviceSums.get());
          average<<<centers, dimensions>>>(deviceMeans.get(), deviceSums.get());
        }
      },
      [&] {
        means = first;
        for (int step = 0; step < steps; ++step)
          stepOnHost(coordinates.data(), means.data());
      },
      deviceMeans, means, 1e-3);
}
