#include "chain.cuh"

#include <cstdint>

__device__ void add256(uint64_t *r, const uint64_t *a, const uint64_t *b) {
  UADDO(r[0], a[0], b[0]);
  for (int i = 1; i < 3; ++i)
    UADDC(r[i], a[i], b[i]);
  UADD(r[3], a[3], b[3]);
}

template <int N> __device__ void add128(uint64_t (*r)[2], const uint64_t *a) {
  for (int i = 0; i < N; ++i)
    ADD128(r[i], a, a);
}

// Nobody reads its last carry.
__device__ void wraps(uint64_t *r) {
  UADDO(r[0], r[0], r[0]);
  UADDC(r[1], r[1], r[1]);
}

__global__ void whole(unsigned *r, unsigned a) {
  asm("add.cc.u32 %0, %2, %2;\n\taddc.u32 %1, 0, 0;" : "=r"(r[0]), "=r"(r[1]) : "r"(a));
}
