// y = a * x + y on the GPU.
#include <musa_runtime.h>

#include <cstdio>
#include <vector>

#define CHECK(call)                                                            \
  do {                                                                         \
    musaError_t status = (call);                                               \
    if (status != musaSuccess) {                                               \
      std::fprintf(stderr, "%s: %s\n", #call, musaGetErrorString(status));     \
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
  CHECK(musaMalloc(&dx, n * sizeof(float)));
  CHECK(::musaMalloc((void **)&dy, n * sizeof(float)));
  musaStream_t stream;
  CHECK(musaStreamCreateWithFlags(&stream, musaStreamNonBlocking));
  CHECK(musaMemcpyAsync(dx, x.data(), n * sizeof(float), musaMemcpyHostToDevice, stream));
  CHECK(musaMemcpyAsync(dy, y.data(), n * sizeof(float), musaMemcpyHostToDevice, stream));
  saxpy<<<(n + 255) / 256, 256, 0, stream>>>(n, 2.f, dx, dy);
  CHECK(musaGetLastError());
  CHECK(musaStreamSynchronize(stream));
  musaDeviceProp properties;
  CHECK(musaGetDeviceProperties(&properties, 0));
  CHECK(musaFree(dx));
  CHECK(musaFree(dy));
  return 0;
}
