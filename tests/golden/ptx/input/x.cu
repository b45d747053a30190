// One instruction, a block, a macro, the user's rule, what is reported, what is the host's.
#include <cuda_runtime.h>

#define LANE(x) asm("mov.u32 %0, %%laneid;" : "=r"(x))
#define SHIFT(x, y)                                                                                \
  asm("shl.b32 %0, %1, %2;"                                                                        \
      : "=r"(x)                                                                                    \
      : "r"(x), "r"(y))
#define LOAD(modifier, x, p) asm volatile("ld." #modifier ".u32 %0, [%1];" : "=r"(x) : "l"(p))

__device__ unsigned next();

__global__ void kernel(unsigned *p, const float4 *from, unsigned x, float f) {
  unsigned n, rest;
  asm("popc.b32 %0, %1;" : "=r"(n) : "r"(x));
  if (x)
    asm volatile("shl.b32 %0, %1, %2;" : "=r"(n) : "r"(next()), "r"(next()));
  else
    asm("{\n\t"
        ".reg .pred p;\n\t"
        "setp.lt.s32 p, %1, %2;\n\t"
        "@p mov.b32 %0, 7;\n\t"
        "}"
        : "+r"(n)
        : "r"(x), "r"(rest));
  float4 v;
  asm("ld.global.nc.v4.f32 {%0, %1, %2, %3}, [%4];"
      : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w)
      : "l"(from));
  asm volatile("st.release.gpu.global.u32 [%0+4], %1;" ::"l"(p), "r"(n) : "memory");
  asm("mov.u32 %0, %%smid;" : "=r"(n));
  asm("mov.u32 %0, %%nsmid;" : "=r"(n));
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
  asm volatile(
#if PREFETCHES_L2 && __CUDA_ARCH__ >= 800
      "cp.async.cg.shared.global.L2::128B [%0], [%1], 16;"
#else
      "cp.async.cg.shared.global [%0], [%1], 16;"
#endif
      ::"r"(to), "l"(from));
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
