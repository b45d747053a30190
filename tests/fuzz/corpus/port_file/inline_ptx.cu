#include <cuda_runtime.h>
#define LANE(x) asm volatile("mov.u32 %0, %%laneid;" : "=r"(x)) // "said"
#define LOAD(x, p) asm("ld.global." #x ".f32 %0, [%1];" : "=f"(x) : "l"(p))
__device__ __forceinline__ int f(const int *p, int a) {
  int r, n; /* before */ asm("popc.b32 %0, %1;" : "=r"(n) : "r"(__ldg(p))); // after
  asm volatile("{ .reg .pred q; setp.ne.u32 q, %1, 0;\n\t"
               "@q add.u32 %0, %1, 7; }" /* within */ : "=r"(r) : "r"(a) : "memory");
#if __CUDA_ARCH__ >= 800
  asm("cp.async.ca.shared.global [%0], [%1], 16;" :: "r"(a), "l"(p));
#endif
  asm("nothing of PTX's %0;" : "+r"(r));
  cudaError_t e = cudaGetLastError(); asm("bar.sync 0;"); return r + n;
}
