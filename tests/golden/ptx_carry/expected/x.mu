#include "chain.muh"

#include <cstdint>

__device__ void add256(uint64_t *r, const uint64_t *a, const uint64_t *b) { __attribute__((unused)) unsigned musaPortCarry = 0;
  UADDO(r[0], a[0], b[0]);
  for (int i = 1; i < 3; ++i)
    UADDC(r[i], a[i], b[i]);
  UADD(r[3], a[3], b[3]);
}

template <int N> __device__ void add128(uint64_t (*r)[2], const uint64_t *a) { __attribute__((unused)) unsigned musaPortCarry = 0;
  for (int i = 0; i < N; ++i)
    ADD128(r[i], a, a);
}

// Nobody reads its last carry.
__device__ void wraps(uint64_t *r) { __attribute__((unused)) unsigned musaPortCarry = 0;
  UADDO(r[0], r[0], r[0]);
  UADDC(r[1], r[1], r[1]);
}

__global__ void whole(unsigned *r, unsigned a) {
  do { unsigned ptx_0 = 0; unsigned ptx_1 = 0; const unsigned ptx_2 = (unsigned)a; unsigned ptx_carry = 0; { const unsigned ptx_next = ptx_2 + ptx_2 < ptx_2; ptx_0 = ptx_2 + ptx_2; ptx_carry = ptx_next; } ptx_1 = 0u + 0u + ptx_carry; r[0] = ptx_0; r[1] = ptx_1; } while (0);
}
