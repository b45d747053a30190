#include "pool.cuh"

void *Pool::take(size_t size) {
  void *p = nullptr;
  cudaMalloc(&p, size);
  cudaLaunchDevice = 1;
  return p;
}

void use(Pool &pool) { giveBack(pool, pool.take(16)); }
