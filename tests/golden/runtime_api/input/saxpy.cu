// y = a * x + y on the GPU.
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

#define CHECK(call)                                                            \
  do {                                                                         \
    cudaError_t status = (call);                                               \
    if (status != cudaSuccess) {                                               \
      std::fprintf(stderr, "%s: %s\n", #call, cudaGetErrorString(status));     \
      return 1;                                                                \
    }                                                                          \
  } while (0)

__global__ void saxpy(int n, float a, const float *x, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = a * x[i] + y[i];
}

int main() {
  const int n = 1 << 20;
  std::vector<float> x(n, 1.f), y(n, 2.f);
  float *dx = nullptr, *dy = nullptr;
  CHECK(cudaMalloc(&dx, n * sizeof(float)));
  CHECK(::cudaMalloc((void **)&dy, n * sizeof(float)));
  cudaStream_t stream;
  CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  CHECK(cudaMemcpyAsync(dx, x.data(), n * sizeof(float), cudaMemcpyHostToDevice, stream));
  CHECK(cudaMemcpyAsync(dy, y.data(), n * sizeof(float), cudaMemcpyHostToDevice, stream));
  saxpy<<<(n + 255) / 256, 256, 0, stream>>>(n, 2.f, dx, dy);
  CHECK(cudaGetLastError());
  CHECK(cudaStreamSynchronize(stream));
  cudaDeviceProp properties;
  CHECK(cudaGetDeviceProperties(&properties, 0));
  CHECK(cudaFree(dx));
  CHECK(cudaFree(dy));
  return 0;
}
