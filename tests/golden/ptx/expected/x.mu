// One instruction, a block, a macro, the user's rule, what is reported, what is the host's.
#include <musa_runtime.h>

#define LANE(x) (x) = __get_laneid()
#define SHIFT(x, y)                                                                                \
  do { \
    unsigned ptx_0 = 0; \
    const unsigned ptx_1 = (unsigned)(x); const unsigned ptx_2 = (unsigned)(y); ptx_0 = ptx_2 > 31 ? 0 : ptx_1 << ptx_2; (x) = ptx_0; } while (0)
#define LOAD(modifier, x, p) do { static_assert(!__builtin_strcmp(#modifier, "ca") || !__builtin_strcmp(#modifier, "cg") || !__builtin_strcmp(#modifier, "cs") || !__builtin_strcmp(#modifier, "lu") || !__builtin_strcmp(#modifier, "cv") || !__builtin_strcmp(#modifier, "nc") || !__builtin_strcmp(#modifier, "global") || !__builtin_strcmp(#modifier, "global.nc") || !__builtin_strcmp(#modifier, "volatile") || !__builtin_strcmp(#modifier, "volatile.global"), "the PTX is translated for these values only"); unsigned ptx_0 = 0; const unsigned long long ptx_1 = (unsigned long long)(p); ptx_0 = *(const volatile unsigned *)ptx_1; (x) = ptx_0; } while (0)

__device__ unsigned next();

__global__ void kernel(unsigned *p, const float4 *from, unsigned x, float f) {
  unsigned n, rest;
  n = __popc((unsigned)x);
  if (x)
    do { unsigned ptx_0 = 0; const unsigned ptx_1 = (unsigned)(next()); const unsigned ptx_2 = (unsigned)(next()); ptx_0 = ptx_2 > 31 ? 0 : ptx_1 << ptx_2; n = ptx_0; } while (0);
  else
    do {
      unsigned ptx_0 = (unsigned)n;
      const unsigned ptx_1 = (unsigned)x;
      const unsigned ptx_2 = (unsigned)rest;
      bool ptx_p = 0;
      ptx_p = (int)ptx_1 < (int)ptx_2;
      if (ptx_p) ptx_0 = 7u; n = ptx_0; } while (0);
  float4 v;
  v.x = __ldg((const float *)from), v.y = __ldg((const float *)((char *)from + 4)), v.z = __ldg((const float *)((char *)from + 8)), v.w = __ldg((const float *)((char *)from + 12));


  __threadfence(), *(volatile unsigned *)((char *)p + 4) = (unsigned)n;
  asm("mov.u32 %0, %%smid;" : "=r"(n));
  n = multiprocessors();
  asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0}, {%1};" : "=f"(f) : "r"(n));
  asm volatile("addc.u32 %0, %1, 0;" : "=r"(n) : "r"(x));
}

unsigned long long ticks() {
  unsigned low, high;
  asm volatile("rdtsc" : "=a"(low), "=d"(high));
  asm volatile("" ::: "memory");
  return (unsigned long long)high << 32 | low;
}

// An #if within the statement: gone if both branches become the same.
__device__ void prefetches(unsigned to, const void *from) {
  *(uint4 *)__cvta_shared_to_generic(to) = *(const uint4 *)from;






}
__device__ int rounds(float x) {
  int to;
  asm(
#ifdef ROUND_UP
      "cvt.rpi.s32.f32 %0, %1;"
#else
      "cvt.rmi.s32.f32 %0, %1;"
#endif
      : "=r"(to) : "f"(x));
  return to;
}
