#define LOAD(x, p) asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(x) : "l"(p))
template <typename T> __device__ T f(T x, const int *p) {
  unsigned n; // said
  asm("popc.b32 %0, %1;" : "=r"(n) : "r"((unsigned)x));
  LOAD(n, p);
  asm volatile("{ .reg .pred q; setp.ne.u32 q, %0, 0;\n\t"
               "@q bra DONE; DONE: }" :: "r"(n) : "memory");
  if (sizeof(T) == 2) asm("exit;");
  return n;
}
__global__ void k(int *p) { *p = f(1, p) + f((short)2, p); }
