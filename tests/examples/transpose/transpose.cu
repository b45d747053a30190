// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Transposes a matrix through shared memory, so that neighbouring threads read and write
// neighbouring addresses. The column more that a tile has keeps its columns in different banks.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                                                \
  do {                                                                                             \
    const cudaError_t status = (call);                                                             \
    if (status != cudaSuccess) {                                                                   \
      std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status));         \
      std::exit(1);                                                                                \
    }                                                                                              \
  } while (0)

constexpr int tile = 32;
constexpr int rowsOfBlock = 8;

template <typename T> __global__ void transpose(const T *in, T *out, int width, int height) {
  __shared__ T values[tile][tile + 1];
  int x = blockIdx.x * tile + threadIdx.x;
  int y = blockIdx.y * tile + threadIdx.y;
  for (int i = 0; i < tile; i += rowsOfBlock)
    if (x < width && y + i < height)
      values[threadIdx.y + i][threadIdx.x] = in[(y + i) * width + x];
  __syncthreads();
  x = blockIdx.y * tile + threadIdx.x;
  y = blockIdx.x * tile + threadIdx.y;
  for (int i = 0; i < tile; i += rowsOfBlock)
    if (x < height && y + i < width)
      out[(y + i) * height + x] = values[threadIdx.x][threadIdx.y + i];
}

template <typename T> bool check(const char *type, int width, int height) {
  std::vector<T> in(size_t(width) * height), out(in.size());
  for (size_t i = 0; i < in.size(); ++i)
    in[i] = T(i);
  T *deviceIn, *deviceOut;
  CHECK(cudaMalloc(&deviceIn, in.size() * sizeof(T)));
  CHECK(cudaMalloc(&deviceOut, in.size() * sizeof(T)));
  CHECK(cudaMemcpy(deviceIn, in.data(), in.size() * sizeof(T), cudaMemcpyHostToDevice));
  const dim3 grid((width + tile - 1) / tile, (height + tile - 1) / tile);
  transpose<T><<<grid, dim3(tile, rowsOfBlock)>>>(deviceIn, deviceOut, width, height);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(out.data(), deviceOut, in.size() * sizeof(T), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(deviceIn));
  CHECK(cudaFree(deviceOut));
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      if (out[size_t(x) * height + y] != in[size_t(y) * width + x]) {
        std::printf("%s: (%d, %d) is wrong\n", type, x, y);
        return false;
      }
    }
  }
  std::printf("a %d x %d matrix of %s is transposed\n", width, height, type);
  return true;
}

int main() {
  const bool floats = check<float>("float", 500, 333);
  const bool doubles = check<double>("double", 64, 1000);
  return floats && doubles ? 0 : 1;
}
