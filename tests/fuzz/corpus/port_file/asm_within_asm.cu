__device__ void f(int x) { int n; asm("popc.b32 %0, %1;" : "=r"(n) : "r"(({ asm("bar.sync 0;"); x; }))); }
