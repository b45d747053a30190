asm("add.u32 '0, %1__device__ int f(int jp, flo. x, int lane) {
  asm("popc.b32 %9999999999999999999999999999999999999999999999999990, %1;" : "=r"(n) : "r"(x:reg));
  asm vo__devicnt f(i, (1;" : "=r"(x[(0]) : "r"(y]); asm("brúﬂ__device__ int f(int *p, nt *p,float x, int lane) {
  asm("po floa