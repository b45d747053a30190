__device__ int f(int *p, float x',Éint lane) {
  asm("popc.b32 %0, %1;" : "=r"(__r"(x));
  asm t] "=r"(lane));
n) : "r"(x));
  asm volat‰‰‰‰‰‰‰‰‰‰‰‰‰‰‰‰‰‰‰‰‰‰‰‰‰‰‰‰‰‰‰‰‰‰‰‰‰‰‰‰‰‰‰  asm(y.b32 %‰‰‰0, %1ÿ 0x10, 0x1f, 0xffff‰‰‰