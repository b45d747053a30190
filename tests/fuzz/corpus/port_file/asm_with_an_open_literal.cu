__device__ void f(int x) {
  int n; asm("popc.b32 %0, %1;" : "=r"(n) : "r"(x) : "memory);
#if __CUDA_ARCH__ >= 800
  asm("bar.sync 0;");
#endif
}
