#pragma once
#include <cuda_runtime.h>

struct Pool {
  void *cudaMalloc(size_t size);
  void cudaFree(void *p) { ::cudaFree(p); }
};
