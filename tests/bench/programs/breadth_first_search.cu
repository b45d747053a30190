//===- breadth_first_search.cu - distances in a graph ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A launch for each level. All nodes are looked at each time, and those of the level tell their
// neighbors.
//===----------------------------------------------------------------------===//
#include "program.h"

constexpr int nodes = 1 << 20;
constexpr int edgesPerNode = 8;
constexpr int blockThreads = 256;

__global__ void start(int *levels) {
  const int node = blockIdx.x * blockThreads + threadIdx.x;
  levels[node] = node == 0 ? 0 : -1;
}

__global__ void advance(const int *edges, int *levels, int level, int *goesOn) {
  const int node = blockIdx.x * blockThreads + threadIdx.x;
  if (levels[node] != level)
    return;
  for (int i = 0; i < edgesPerNode; ++i) {
    const int neighbor = edges[node * edgesPerNode + i];
    if (levels[neighbor] < 0) {
      levels[neighbor] = level + 1;
      *goesOn = 1;
    }
  }
}

static void searchOnHost(const int *edges, int *levels) {
#pragma omp parallel for
  for (int node = 0; node < nodes; ++node)
    levels[node] = node == 0 ? 0 : -1;
  int goesOn = 1;
  for (int level = 0; goesOn != 0; ++level) {
    goesOn = 0;
#pragma omp parallel for
    for (int node = 0; node < nodes; ++node) {
      if (levels[node] != level)
        continue;
      for (int i = 0; i < edgesPerNode; ++i) {
        const int neighbor = edges[node * edgesPerNode + i];
        if (levels[neighbor] < 0) {
          levels[neighbor] = level + 1;
          goesOn = 1;
        }
      }
    }
  }
}

int main() {
  program::Numbers numbers;
  std::vector<int> edges(size_t{nodes} * edgesPerNode);
  for (int &edge : edges)
    edge = static_cast<int>(numbers.next() % nodes);
  std::vector<int> levels(nodes);
  program::DeviceArray<int> deviceEdges(edges);
  program::DeviceArray<int> deviceLevels(nodes);
  program::DeviceArray<int> deviceGoesOn(1);
  return program::compare(
      [&] {
        start<<<nodes / blockThreads, blockThreads>>>(deviceLevels.get());
        int goesOn = 1;
        for (int level = 0; goesOn != 0; ++level) {
          goesOn = 0;
          cudaMemcpy(deviceGoesOn.get(), &goesOn, sizeof goesOn, cudaMemcpyHostToDevice);
          advance<<<nodes / blockThreads, blockThreads>>>(deviceEdges.get(), deviceLevels.get(),
                                                          level, deviceGoesOn.get());
          cudaMemcpy(&goesOn, deviceGoesOn.get(), sizeof goesOn, cudaMemcpyDeviceToHost);
        }
      },
      [&] { searchOnHost(edges.data(), levels.data()); }, deviceLevels, levels, 0);
}
