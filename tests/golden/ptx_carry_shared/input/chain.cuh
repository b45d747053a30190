#pragma once
#define UADDO(c, a, b) asm volatile("add.cc.u64 %0, %1, %2;" : "=l"(c) : "l"(a), "l"(b) : "memory");
#define UADDC(c, a, b) asm volatile("addc.cc.u64 %0, %1, %2;" : "=l"(c) : "l"(a), "l"(b) : "memory");
#define UADD(c, a, b) asm volatile("addc.u64 %0, %1, %2;" : "=l"(c) : "l"(a), "l"(b));
#define ADD128(r, a, b)                                                                            \
  {                                                                                                \
    UADDO((r)[0], (a)[0], (b)[0]);                                                                 \
    UADD((r)[1], (a)[1], (b)[1]);                                                                  \
  }
__device__ inline void add128(unsigned long long *r, const unsigned long long *a) { ADD128(r, a, a); }
